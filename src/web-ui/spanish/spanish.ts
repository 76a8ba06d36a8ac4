import { SPANISH_CONTROL } from './control.ts'
import { SPANISH_DATA } from './data.ts'
import { SPANISH_FRAME } from './frame.ts'

/** Spanish of every text of the console by its English. Wire names and words of the API stay as they are. */
export const SPANISH = { ...SPANISH_FRAME, ...SPANISH_DATA, ...SPANISH_CONTROL } as const
