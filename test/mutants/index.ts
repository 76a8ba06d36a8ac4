import { agenciesMutants } from './agencies/agencies.ts'
import { operatorsMutants } from './agencies/operators.ts'
import { packageMutants } from './agencies/package.ts'
import { answersMutants } from './answers/answers.ts'
import { catalogueMutants } from './catalogue/catalogue.ts'
import { commonMutants } from './common/common.ts'
import { entryPointMutants } from './entry-point/entry-point.ts'
import { errorsMutants } from './errors/errors.ts'
import { httpMutants } from './http/http.ts'
import { inquiriesMutants } from './inquiries/inquiries.ts'
import { publicationsBoundsMutants } from './publications/bounds.ts'
import { publicationsCreateMutants, publicationsReadMutants } from './publications/create.ts'
import { publicationsEditMutants } from './publications/edit.ts'
import { publicationsMembersMutants } from './publications/members.ts'
import { photosMutants } from './publications/photos.ts'
import { statesMutants } from './publications/states.ts'
import { readingMutants } from './relations/ambiguous-readings.ts'
import { relationEffectMutants } from './relations/effects.ts'
import { relationEntryMutants } from './relations/entries.ts'
import { hostileMutants } from './relations/hostile-values.ts'
import { relationLinkMutants } from './relations/links.ts'
import { relationListMutants } from './relations/lists.ts'
import { otherAppMutants } from './relations/other-apps.ts'
import { relationPublicationMutants } from './relations/publications.ts'
import { valueAndStateMutants } from './relations/values-and-states.ts'
import { relationWriteMutants } from './relations/writes.ts'
import { relationTypeMutants } from './relations/wrong-types.ts'
import type { WrongServer } from './support/wrong-server.ts'
import { webhooksMutants } from './webhooks/configuration.ts'
import { deliveriesMutants } from './webhooks/deliveries.ts'

/** Every wrong server, in the order of the clauses that catch them. */
export const wrongServers: readonly WrongServer[] = [
  ...commonMutants,
  ...entryPointMutants,
  ...catalogueMutants,
  ...errorsMutants,
  ...publicationsCreateMutants,
  ...publicationsReadMutants,
  ...publicationsBoundsMutants,
  ...publicationsMembersMutants,
  ...photosMutants,
  ...publicationsEditMutants,
  ...statesMutants,
  ...packageMutants,
  ...agenciesMutants,
  ...operatorsMutants,
  ...inquiriesMutants,
  ...webhooksMutants,
  ...deliveriesMutants,
  ...relationListMutants,
  ...relationWriteMutants,
  ...relationEntryMutants,
  ...relationPublicationMutants,
  ...otherAppMutants,
  ...relationLinkMutants,
  ...relationTypeMutants,
  ...valueAndStateMutants,
  ...relationEffectMutants,
  ...readingMutants,
  ...httpMutants,
  ...answersMutants,
  ...hostileMutants,
]
