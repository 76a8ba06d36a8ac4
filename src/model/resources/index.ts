import { describedOperations, type OperationId } from '../../api/operations.ts'
import { PathTable } from '../../api/path-table.ts'
import type { Handlers, Operation } from '../http/operation.ts'
import { agencyOperations } from './agencies.ts'
import { appWebhookOperations } from './app-webhooks.ts'
import { branchOperations } from './branches.ts'
import { brandOperations } from './brands.ts'
import { entryPointOperations } from './entry-point.ts'
import { inquiryOperations } from './inquiries.ts'
import { lookupOperations } from './lookups.ts'
import { modelOperations } from './models.ts'
import { notificationOperations } from './notifications.ts'
import { operatorOperations } from './operators.ts'
import { placeOperations } from './places.ts'
import { publicationOperations } from './publications.ts'
import { versionOperations } from './versions.ts'
import { visitOperations } from './visits.ts'

/** How the sandbox answers each operation of the description. */
const handlersById: Record<OperationId, Handlers> = {
  ...entryPointOperations,
  ...publicationOperations,
  ...inquiryOperations,
  ...operatorOperations,
  ...agencyOperations,
  ...notificationOperations,
  ...branchOperations,
  ...visitOperations,
  ...appWebhookOperations,
  ...brandOperations,
  ...modelOperations,
  ...versionOperations,
  ...placeOperations,
  ...lookupOperations,
}

/** All operations of the sandbox, with their handlers, found by path and method. */
export const operations = new PathTable<Operation>(
  describedOperations.all.map((described) => ({ ...described, ...handlersById[described.id] })),
)
