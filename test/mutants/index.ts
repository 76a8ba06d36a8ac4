import { entryPointMutants } from './entry-point.ts'
import type { Mutant } from './mutant.ts'

/** Every wrong server, in the order of the clauses that catch them. */
export const mutants: readonly Mutant[] = [...entryPointMutants]
