import { catalogueMutants } from './catalogue.ts'
import { commonMutants } from './common.ts'
import { entryPointMutants } from './entry-point.ts'
import { errorsMutants } from './errors.ts'
import type { Mutant } from './mutant.ts'
import { publicationsBoundsMutants } from './publications-bounds.ts'
import { publicationsCreateMutants, publicationsReadMutants } from './publications-create.ts'
import { publicationsMembersMutants } from './publications-members.ts'

/** Every wrong server, in the order of the clauses that catch them. */
export const mutants: readonly Mutant[] = [
  ...commonMutants,
  ...entryPointMutants,
  ...catalogueMutants,
  ...errorsMutants,
  ...publicationsCreateMutants,
  ...publicationsReadMutants,
  ...publicationsBoundsMutants,
  ...publicationsMembersMutants,
]
