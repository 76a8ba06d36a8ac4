import type { WrongVariant } from './variant.ts'
import { WRONG_FOURTH } from './wrong-fourth.ts'
import { WRONG_HURRIED } from './wrong-hurried.ts'
import { WRONG_LIMITS } from './wrong-limits.ts'
import { WRONG_NEW_OTHERS } from './wrong-new-others.ts'
import { WRONG_NEW_PUBLICATIONS } from './wrong-new-publications.ts'
import { WRONG_REQUESTS } from './wrong-requests.ts'
import { WRONG_STATES } from './wrong-states.ts'
import { WRONG_VALUES } from './wrong-values.ts'

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
