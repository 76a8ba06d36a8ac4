import { OperationTable } from '../http/operation-table.ts'
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

/** All operations of the sandbox: the documented ones and those that the description shows only as links. */
export const operations = new OperationTable([
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
])
