import type { Clause } from '../../src/kit/runner/clause.ts'
import { readingClauses } from './ambiguous-readings.ts'
import { amountConsistencyClauses } from './amount-consistency.ts'
import { amountsShownClauses } from './amounts-shown.ts'
import { correctedRequestClauses } from './corrected-requests.ts'
import { editAndCreateClauses } from './edit-and-create.ts'
import { editedResourceClauses } from './edited-resources.ts'
import { everyRefusalClauses } from './every-refusal.ts'
import { inquiryBoundClauses } from './inquiry-bounds.ts'
import { inquiryEntryClauses } from './inquiry-entries.ts'
import { inquiryLinkClauses } from './inquiry-links.ts'
import { inquiryListRelationClauses } from './inquiry-lists.ts'
import { inquiryNextLinkClauses } from './inquiry-next-links.ts'
import { linkedResourceClauses } from './linked-resources.ts'
import { offeredLinkClauses } from './offered-links.ts'
import { operatorPublicationClauses } from './operator-publications.ts'
import { otherAgencyClauses } from './other-agencies.ts'
import { otherAppClauses } from './other-apps.ts'
import { otherAppReadClauses } from './other-apps-reads.ts'
import { packageCountClauses } from './package-counts.ts'
import { packageLevelClauses } from './package-levels.ts'
import { parallelWriterClauses } from './parallel-writers.ts'
import { publicationListClauses } from './publication-lists.ts'
import { sideEffectClauses } from './side-effects.ts'
import { spellingClauses } from './spellings.ts'
import { strangerAgencyClauses } from './stranger-agency.ts'
import { textBoundClauses } from './text-bounds.ts'
import { writeRelationClauses } from './write-relations.ts'
import { wrongTypeClauses } from './wrong-types.ts'

/** Relations that hold between exchanges, whatever they are about. */
export const relationClauses: readonly Clause[] = [
  ...everyRefusalClauses,
  ...inquiryListRelationClauses,
  ...inquiryEntryClauses,
  ...inquiryBoundClauses,
  ...writeRelationClauses,
  ...editAndCreateClauses,
  ...amountConsistencyClauses,
  ...amountsShownClauses,
  ...correctedRequestClauses,
  ...parallelWriterClauses,
  ...spellingClauses,
  ...inquiryNextLinkClauses,
  ...publicationListClauses,
  ...otherAgencyClauses,
  ...strangerAgencyClauses,
  ...otherAppClauses,
  ...otherAppReadClauses,
  ...packageCountClauses,
  ...packageLevelClauses,
  ...offeredLinkClauses,
  ...linkedResourceClauses,
  ...editedResourceClauses,
  ...textBoundClauses,
  ...wrongTypeClauses,
  ...sideEffectClauses,
  ...inquiryLinkClauses,
  ...operatorPublicationClauses,
  ...readingClauses,
]
