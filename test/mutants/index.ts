import { agenciesMutants } from './agencies.ts'
import { answersMutants } from './answers.ts'
import { catalogueMutants } from './catalogue.ts'
import { commonMutants } from './common.ts'
import { deliveriesMutants } from './deliveries.ts'
import { entryPointMutants } from './entry-point.ts'
import { errorsMutants } from './errors.ts'
import { httpMutants } from './http.ts'
import { inquiriesMutants } from './inquiries.ts'
import { operatorsMutants } from './operators.ts'
import { otherAppMutants } from './other-apps.ts'
import { packageMutants } from './package.ts'
import { photosMutants } from './photos.ts'
import { publicationsBoundsMutants } from './publications-bounds.ts'
import { publicationsCreateMutants, publicationsReadMutants } from './publications-create.ts'
import { publicationsEditMutants } from './publications-edit.ts'
import { publicationsMembersMutants } from './publications-members.ts'
import { relationWriteMutants } from './relations.ts'
import { relationEntryMutants } from './relations-entries.ts'
import { relationLinkMutants } from './relations-links.ts'
import { relationListMutants } from './relations-lists.ts'
import { relationPublicationMutants } from './relations-publications.ts'
import { relationTypeMutants } from './relations-types.ts'
import { statesMutants } from './states.ts'
import { valueAndStateMutants } from './values-and-states.ts'
import { webhooksMutants } from './webhooks.ts'
import type { WrongServer } from './wrong-server.ts'

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
  ...httpMutants,
  ...answersMutants,
]
