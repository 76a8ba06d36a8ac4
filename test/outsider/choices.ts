import { FAULTS } from './faults.ts'
import { FREE } from './free-choices.ts'

/** Lists everything that this implementation can do differently, with its default behaviour. */
export const DEFAULTS = { ...FREE, ...FAULTS }

export type Choices = Readonly<typeof DEFAULTS>

/** Adds the defaults to the switched choices. */
export const chosen = (switches: Partial<Choices> = {}): Choices => ({ ...DEFAULTS, ...switches })
