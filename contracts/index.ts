import type { Clause } from '../src/kit/runner/clause.ts'
import { agencyClauses } from './agencies/agencies.ts'
import { operatorClauses } from './agencies/operators.ts'
import { packageClauses } from './agencies/package.ts'
import { answerClauses } from './answers/answers.ts'
import { catalogueClauses } from './catalogue/index.ts'
import { commonClauses } from './common/index.ts'
import { entryPoint } from './entry-point/entry-point.ts'
import { errorClauses } from './errors/index.ts'
import { httpAdvice } from './http/http.ts'
import { inquiryFilterClauses } from './inquiries/filters.ts'
import { inquiryClauses } from './inquiries/inquiries.ts'
import { archivedPublicationClauses } from './publications/archived.ts'
import { publicationAtBoundClauses } from './publications/at-bounds.ts'
import { publicationBoundClauses } from './publications/bounds.ts'
import { publicationCarClauses } from './publications/car.ts'
import { publicationCreateClauses } from './publications/create.ts'
import { publicationPatchClauses } from './publications/edit.ts'
import { publicationEquipmentClauses } from './publications/equipment.ts'
import { publicationExposureClauses } from './publications/exposure.ts'
import { publicationIdClauses } from './publications/ids.ts'
import { publicationMemberClauses } from './publications/members.ts'
import { publicationPhotoClauses } from './publications/photos.ts'
import { publicationPreconditionClauses } from './publications/precondition.ts'
import { publicationPutClauses } from './publications/put.ts'
import { publicationPutBoundClauses } from './publications/put-bounds.ts'
import { publicationReadClauses } from './publications/read.ts'
import { publicationStateClauses } from './publications/states.ts'
import { settingsEditClauses } from './relations/edited-settings.ts'
import { hostileClauses } from './relations/hostile-values.ts'
import { relationClauses } from './relations/index.ts'
import { operatorPlaceClauses } from './relations/operator-places.ts'
import { webhookConfigurationClauses } from './webhooks/configuration.ts'
import { deliveryClauses } from './webhooks/deliveries.ts'
import { retryClauses } from './webhooks/retries.ts'

/** Every clause, in the order of the description's sections. */
export const clauses: readonly Clause[] = [
  ...commonClauses,
  ...entryPoint,
  ...catalogueClauses,
  ...errorClauses,
  ...publicationCreateClauses,
  ...publicationIdClauses,
  ...publicationBoundClauses,
  ...publicationAtBoundClauses,
  ...publicationMemberClauses,
  ...publicationExposureClauses,
  ...publicationEquipmentClauses,
  ...publicationPhotoClauses,
  ...publicationCarClauses,
  ...publicationReadClauses,
  ...publicationPatchClauses,
  ...publicationPutClauses,
  ...publicationPutBoundClauses,
  ...publicationPreconditionClauses,
  ...publicationStateClauses,
  ...archivedPublicationClauses,
  ...packageClauses,
  ...agencyClauses,
  ...settingsEditClauses,
  ...operatorClauses,
  ...operatorPlaceClauses,
  ...inquiryClauses,
  ...inquiryFilterClauses,
  ...webhookConfigurationClauses,
  ...deliveryClauses,
  ...retryClauses,
  ...relationClauses,
  ...httpAdvice,
  ...answerClauses,
  ...hostileClauses,
]
