import type { Clause } from '../src/kit/runner/clause.ts'
import { catalogueBestMatch } from './catalogue-best-match.ts'
import { catalogueLists } from './catalogue-lists.ts'
import { catalogueVersions } from './catalogue-versions.ts'

/** Brands, models, versions and the lists behind links (CAT-03 .. CAT-12). */
export const catalogue: readonly Clause[] = [...catalogueBestMatch, ...catalogueVersions, ...catalogueLists]
