import type { Clause } from '../src/kit/runner/clause.ts'
import { agencies } from './agencies/agencies.ts'
import { catalogue } from './catalogue/index.ts'
import { common } from './common/index.ts'
import { deliveries } from './webhooks/deliveries.ts'
import { deliveriesAgain } from './webhooks/retries.ts'
import { entryPoint } from './entry-point/entry-point.ts'
import { errors } from './errors/index.ts'
import { inquiryClauses } from './inquiries/inquiries.ts'
import { inquiryFilters } from './inquiries/filters.ts'
import { operatorClauses } from './agencies/operators.ts'
import { packageClauses } from './agencies/package.ts'
import { publicationsBounds } from './publications/bounds.ts'
import { publicationsCar } from './publications/car.ts'
import { publicationsCreate } from './publications/create.ts'
import { publicationEdits } from './publications/edit.ts'
import { publicationsEquipment } from './publications/equipment.ts'
import { publicationsExposure } from './publications/exposure.ts'
import { publicationsIds } from './publications/ids.ts'
import { publicationsMembers } from './publications/members.ts'
import { publicationPreconditions } from './publications/precondition.ts'
import { publicationPuts } from './publications/put.ts'
import { publicationPutBounds } from './publications/put-bounds.ts'
import { publicationsRead } from './publications/read.ts'
import { states } from './publications/states.ts'
import { archivedStates } from './publications/archived.ts'
import { webhooks } from './webhooks/configuration.ts'

/** Every clause, in the order of the description's sections. */
export const clauses: readonly Clause[] = [
  ...common,
  ...entryPoint,
  ...catalogue,
  ...errors,
  ...publicationsCreate,
  ...publicationsIds,
  ...publicationsBounds,
  ...publicationsMembers,
  ...publicationsExposure,
  ...publicationsEquipment,
  ...publicationsCar,
  ...publicationsRead,
  ...publicationEdits,
  ...publicationPuts,
  ...publicationPutBounds,
  ...publicationPreconditions,
  ...states,
  ...archivedStates,
  ...packageClauses,
  ...agencies,
  ...operatorClauses,
  ...inquiryClauses,
  ...inquiryFilters,
  ...webhooks,
  ...deliveries,
  ...deliveriesAgain,
]
