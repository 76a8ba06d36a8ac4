import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFullRun } from '../support/full-run.ts'
import { framedRequests, unframedBytes } from './garbage.ts'
import { AGENCY, head, LISTINGS, rawConnection, startServer, statusesIn } from './test-server.ts'

/** 5,000 invalid requests, the same on every run; 10,000 in a full run. */

const FRAMED = isFullRun ? 9_000 : 4_500
const UNFRAMED = isFullRun ? 1_000 : 500
const A_BATCH = 30
const AT_ONCE = 16

/** Stack traces, paths of source files, and internals of Node. */
const STACK = /\n\s+at \S|\bnode:internal|node_modules|\.ts:\d+|\.js:\d+|TypeError|RangeError/

const inTurn = async <T>(work: readonly T[], one: (item: T) => Promise<void>): Promise<void> => {
  const rest = work.values()
  const worker = async () => {
    for (const item of rest) await one(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const batches = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / A_BATCH) }, (_, n) => all.slice(n * A_BATCH, (n + 1) * A_BATCH))

it('thousands of requests of garbage meet no crash, no 500 and no stack trace, and the package still adds up', async () => {
  const { port, ask, failures } = await startServer()
  const seen = new Map<number, number>()
  const count = (statuses: readonly number[]) => {
    for (const status of statuses) seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  const wrong: object[] = []
  const judged = (bytes: string, text: string, answers?: number) => {
    const statuses = statusesIn(text).filter((status) => status !== 100)
    count(statuses)
    if (
      statuses.some((status) => status >= 500) ||
      STACK.test(text) ||
      (answers ?? statuses.length) !== statuses.length
    )
      wrong.push({ statuses, expected: answers, bytes: bytes.slice(0, 4_000), text: text.slice(-2_000) })
  }

  await inTurn(batches(fc.sample(framedRequests, { seed: 1, numRuns: FRAMED })), async (batch) => {
    const { socket, closed } = rawConnection(port)
    const bytes = batch.map((one) => one.bytes).join('')
    socket.write(bytes + head('GET', '/v3', { Connection: 'close' }), 'latin1')
    judged(bytes, await closed, batch.length + 1)
  })
  await inTurn(fc.sample(unframedBytes, { seed: 2, numRuns: UNFRAMED }), async (bytes) => {
    const { socket, closed } = rawConnection(port)
    // Half closed, so that a server does not wait for more.
    socket.end(bytes, 'latin1')
    judged(bytes, await closed)
  })

  expect(wrong.slice(0, 3)).toEqual([])
  expect(failures).toEqual([])
  // The requests reached every check: some succeeded, others failed for many reasons.
  for (const status of [200, 201, 400, 404, 405, 406, 409, 412, 415])
    expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0])

  const { text } = await ask('GET', `/v3/agencias/${AGENCY}/productos`)
  const { Alta, Media, Baja } = JSON.parse(text)
  for (const { Pack, Activas, Disponibles } of [Alta, Media, Baja]) expect(Activas + Disponibles).toBe(Pack)
  const listed = JSON.parse((await ask('GET', LISTINGS)).text)
  expect(listed.Total).toBe(Alta.Activas + Media.Activas + Baja.Activas)
})
