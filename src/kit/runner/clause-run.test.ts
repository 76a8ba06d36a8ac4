import { expect, it } from 'vitest'
import { LostWriteError, type WireRequest } from '../target/exchange.ts'
import type { Clause } from './clause.ts'
import { runClause } from './clause-run.ts'
import { RunSession } from './session.ts'

const EDIT: Clause = {
  id: 'publications-edit/example',
  statements: ['PUB-28'],
  title: 'an edit is answered',
  leaves: 'any',
  needs: [],
  check: async (t) => {
    await t.send('PATCH', '/v3/publicaciones/ventas%40elcruce.example/kit1', { body: {} })
  },
}

/** Runs a clause against a target that closes the connection of the first `count` writes. */
const withLostWrites = async (count: number) => {
  let sent = 0
  const session = new RunSession({
    prefix: 'kit',
    target: {
      base: 'http://127.0.0.1:9',
      agency: 'ventas@elcruce.example',
      vendor: 'service',
      sign: (request: WireRequest) => request,
      transport: async () => {
        sent += 1
        if (sent <= count) throw new LostWriteError('the connection was reset')
        return { status: 200, headers: {}, body: '{}' }
      },
    },
  })
  const { verdict } = await runClause(session, EDIT)
  return { verdict, sent }
}

it('a clause starts again if one kept connection was closed, and fails if the next one is too', async () => {
  expect(await withLostWrites(1)).toEqual({ verdict: 'passed', sent: 2 })
  expect(await withLostWrites(2)).toEqual({ verdict: 'failed', sent: 2 })
})
