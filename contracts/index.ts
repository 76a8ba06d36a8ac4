import type { Clause } from '../src/kit/clause.ts'
import { entryPoint } from './entry-point.ts'

/** Every clause, in the order of the description's sections. */
export const clauses: readonly Clause[] = [...entryPoint]
