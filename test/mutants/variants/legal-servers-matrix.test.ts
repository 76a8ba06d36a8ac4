import { expect, it } from 'vitest'
import { runClausesAgainst } from '../support/wrong-server.ts'
import { legalServers, protocolClauses } from './legal-servers.ts'

/** The clauses on the protocol and the relations fail on no legal service alone. */

it.each(Object.entries(legalServers))('no clause fails on a service with %s', async (_, serve) => {
  const results = await runClausesAgainst(protocolClauses, { serve })
  const failed = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
  expect(failed.map(({ clause, violation, reason }) => ({ id: clause.id, violation, reason }))).toEqual([])
})
