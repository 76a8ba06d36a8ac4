import type { WrongVariant } from '../variant.ts'
import { WRONG_AGENCIES } from './agencies.ts'
import { WRONG_CATALOGUE } from './catalogue.ts'
import { WRONG_FORMS } from './forms.ts'
import { WRONG_HISTORIES } from './histories.ts'
import { WRONG_INQUIRIES } from './inquiries.ts'
import { WRONG_INQUIRY_PAGES } from './inquiry-pages.ts'
import { WRONG_LIMITS } from './limits.ts'
import { WRONG_LINKS } from './links.ts'
import { WRONG_OPERATORS } from './operators.ts'
import { WRONG_PUBLICATION_ANSWERS } from './publication-answers.ts'
import { WRONG_PUBLICATION_CREATES } from './publication-creates.ts'
import { WRONG_PUBLICATION_EDITS } from './publication-edits.ts'
import { WRONG_PUBLICATION_STATES } from './publication-states.ts'
import { WRONG_REFUSALS } from './refusals.ts'
import { WRONG_REPRESENTATIONS } from './representations.ts'
import { WRONG_SIDE_EFFECTS } from './side-effects.ts'
import { WRONG_SPELLINGS } from './spellings.ts'
import { WRONG_TAGS } from './tags.ts'
import { WRONG_VISIBILITY } from './visibility.ts'
import { WRONG_WEBHOOKS } from './webhooks.ts'

/** Lists every mistake that this implementation can make. */
export const WRONG_VARIANTS: readonly WrongVariant[] = [
  ...WRONG_LIMITS,
  ...WRONG_PUBLICATION_CREATES,
  ...WRONG_PUBLICATION_EDITS,
  ...WRONG_PUBLICATION_STATES,
  ...WRONG_PUBLICATION_ANSWERS,
  ...WRONG_TAGS,
  ...WRONG_REFUSALS,
  ...WRONG_LINKS,
  ...WRONG_SPELLINGS,
  ...WRONG_FORMS,
  ...WRONG_INQUIRIES,
  ...WRONG_INQUIRY_PAGES,
  ...WRONG_AGENCIES,
  ...WRONG_OPERATORS,
  ...WRONG_WEBHOOKS,
  ...WRONG_CATALOGUE,
  ...WRONG_VISIBILITY,
  ...WRONG_SIDE_EFFECTS,
  ...WRONG_HISTORIES,
  ...WRONG_REPRESENTATIONS,
]
