import { LEGAL_FURTHER } from './legal-further.ts'
import { LEGAL_OTHERS } from './legal-others.ts'
import { LEGAL_PUBLICATIONS } from './legal-publications.ts'
import { LEGAL_THIRD } from './legal-third.ts'
import { LEGAL_WIRE } from './legal-wire.ts'
import type { LegalVariant } from './variant.ts'

/** Every other reading that contradicts no sentence of the description. */
export const LEGAL_VARIANTS: readonly LegalVariant[] = [
  ...LEGAL_WIRE,
  ...LEGAL_PUBLICATIONS,
  ...LEGAL_OTHERS,
  ...LEGAL_FURTHER,
  ...LEGAL_THIRD,
]
