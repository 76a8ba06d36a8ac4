import type { LegalVariant } from '../variant.ts'
import { LEGAL_ACCESS } from './access.ts'
import { LEGAL_AGENCIES } from './agencies.ts'
import { LEGAL_CATALOGUE } from './catalogue.ts'
import { LEGAL_HTTP } from './http.ts'
import { LEGAL_INQUIRIES } from './inquiries.ts'
import { LEGAL_LINKS } from './links.ts'
import { LEGAL_PUBLICATION_STATES } from './publication-states.ts'
import { LEGAL_PUBLICATION_VALUES } from './publication-values.ts'
import { LEGAL_SILENCES } from './silences.ts'
import { LEGAL_WEBHOOKS } from './webhooks.ts'

/** Lists every other reading that contradicts no sentence of the description. */
export const LEGAL_VARIANTS: readonly LegalVariant[] = [
  ...LEGAL_PUBLICATION_STATES,
  ...LEGAL_PUBLICATION_VALUES,
  ...LEGAL_CATALOGUE,
  ...LEGAL_INQUIRIES,
  ...LEGAL_AGENCIES,
  ...LEGAL_WEBHOOKS,
  ...LEGAL_HTTP,
  ...LEGAL_LINKS,
  ...LEGAL_ACCESS,
  ...LEGAL_SILENCES,
]
