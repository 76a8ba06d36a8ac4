import type { LegalVariant } from '../variant.ts'
import { LEGAL_FURTHER } from './further.ts'
import { LEGAL_WIRE } from './http.ts'
import { LEGAL_OTHERS } from './others.ts'
import { LEGAL_PUBLICATIONS } from './publications.ts'
import { LEGAL_THIRD } from './third.ts'

/** Every other reading that contradicts no sentence of the description. */
export const LEGAL_VARIANTS: readonly LegalVariant[] = [
  ...LEGAL_WIRE,
  ...LEGAL_PUBLICATIONS,
  ...LEGAL_OTHERS,
  ...LEGAL_FURTHER,
  ...LEGAL_THIRD,
]
