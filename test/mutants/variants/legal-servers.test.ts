import { expect, it } from 'vitest'
import { clauses } from '../../../contracts/index.ts'
import { runClausesAgainst, type WrongServer } from '../support/wrong-server.ts'
import { legalServers, protocolClauses } from './legal-servers.ts'

/**
 * The clauses on the protocol and the relations fail on no legal service that no option of the sandbox gives.
 * Services of one row go together; `npm run test:full` runs each alone.
 */

const TOGETHER = [
  [
    'null in links for what does not apply',
    'members in another order',
    'a 404 as a page',
    'other texts of titles',
    'other names of relations',
  ],
  [
    'media types in capitals, with parameters',
    'Instance whole, with a query',
    'templated: false and method: GET in links',
    'templates as literal queries',
  ],
  [
    'undocumented members',
    'another case of an adminmail is another agency',
    'agencies behind a template of their e-mail',
    'a body style that matches nothing is 404',
    'a query parameter is a problem of the entry',
    'what is not JSON, too long or too deep is refused by the server in front',
    'webhooks that the app may not configure',
  ],
]

const serving = (names: readonly string[]): WrongServer['serve'] =>
  names.reduce<WrongServer['serve']>(
    (inner, name) => {
      const serve = legalServers[name]
      if (!serve) throw new Error(`there is no legal server with ${name}`)
      return (request, next) => serve(request, (asked) => inner(asked, next))
    },
    (request, next) => next(request),
  )

it.each(TOGETHER.map((names) => [names.join('; '), names] as const))(
  'no clause fails on a service with %s',
  async (_, names) => {
    const results = await runClausesAgainst(protocolClauses, { serve: serving(names) })
    const failed = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
    expect(failed.map(({ clause, violation, reason }) => ({ id: clause.id, violation, reason }))).toEqual([])
  },
)

it('an agency that only a template leads to is judged', async () => {
  const own = clauses.filter(({ id }) => /^agencies\/(have-their-members|take-a-commercial-name)/.test(id))
  const results = await runClausesAgainst(own, {
    serve: serving(['agencies behind a template of their e-mail']),
  })
  expect(results.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
})

it('these are all legal servers', () => {
  expect(TOGETHER.flat().sort()).toEqual(Object.keys(legalServers).sort())
})
