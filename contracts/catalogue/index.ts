import type { Clause } from '../../src/kit/runner/clause.ts'
import { catalogueBestMatch } from './best-match.ts'
import { catalogueLists } from './lists.ts'
import { catalogueVersions } from './versions.ts'

/** Brands, models, versions and the lists behind links (CAT-03 .. CAT-12). */
export const catalogue: readonly Clause[] = [...catalogueBestMatch, ...catalogueVersions, ...catalogueLists]
