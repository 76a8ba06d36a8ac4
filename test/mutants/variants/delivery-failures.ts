import { clauses } from '../../../contracts/index.ts'
import { runClausesAgainst, type WrongServer } from '../support/wrong-server.ts'

/** The clauses on deliveries. */
export const deliveryClauses = clauses.filter(({ id }) => id.startsWith('deliveries'))

/** Returns the failures of the clauses on deliveries against a server. */
export const deliveryFailuresOn = async (server: Partial<WrongServer>): Promise<string[]> =>
  (await runClausesAgainst(deliveryClauses, server))
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
    .map(
      ({ clause, violation, reason }) => `${clause.id}: ${violation?.expected ?? reason}, ${violation?.got}`,
    )
