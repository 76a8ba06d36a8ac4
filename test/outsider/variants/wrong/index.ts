import type { WrongVariant } from '../variant.ts'
import { WRONG_FOURTH } from './fourth.ts'
import { WRONG_HURRIED } from './hurried.ts'
import { WRONG_LIMITS } from './limits.ts'
import { WRONG_NEW_OTHERS } from './new-others.ts'
import { WRONG_NEW_PUBLICATIONS } from './new-publications.ts'
import { WRONG_REQUESTS } from './requests.ts'
import { WRONG_STATES } from './states.ts'
import { WRONG_VALUES } from './values.ts'

/** Every mistake that this implementation can be told to make. */
export const WRONG_VARIANTS: readonly WrongVariant[] = [
  ...WRONG_VALUES,
  ...WRONG_LIMITS,
  ...WRONG_STATES,
  ...WRONG_REQUESTS,
  ...WRONG_NEW_PUBLICATIONS,
  ...WRONG_NEW_OTHERS,
  ...WRONG_HURRIED,
  ...WRONG_FOURTH,
]
