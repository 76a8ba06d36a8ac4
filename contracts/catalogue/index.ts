import type { Clause } from '../../src/kit/runner/clause.ts'
import { catalogueBestMatch } from './best-match.ts'
import { catalogueLists } from './lists.ts'
import { catalogueSearchForms } from './search-forms.ts'
import { catalogueVersions } from './versions.ts'

/**
 * Brands, models, versions and the lists behind links (CAT-03, CAT-04, CAT-05, CAT-06, CAT-07, CAT-08,
 * CAT-09, CAT-10, CAT-11, CAT-12).
 */
export const catalogueClauses: readonly Clause[] = [
  ...catalogueBestMatch,
  ...catalogueSearchForms,
  ...catalogueVersions,
  ...catalogueLists,
]
