import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'

/** A read of what does not exist for the app. */
interface MissingRead extends Pick<Clause, 'id' | 'statements' | 'title'> {
  path(t: ClauseContext): string
  /** Statuses beside 404. Default: 403, which an agency that the app may not use may have (`auth/forbidden-reads`). */
  readonly also?: readonly number[]
}

/** Returns the clause that such a read is answered 404. */
export const missingClause = ({ path, also = [403], ...described }: MissingRead): Clause =>
  clause({
    ...described,
    rule: 'errors/unknown-{resource}',
    leaves: 'nothing',
    needs: [],
    check: async (t) => t.status(await t.get(path(t)), 404, ...also),
  })
