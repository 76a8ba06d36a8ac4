import { createServer, type Server } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { atOnce } from '../../src/lib/collections/steps.ts'
import { type Delivery, deliveriesFromRows, nextDueDelivery } from '../../src/model/world/delivery.ts'
import { AttemptsInProgress } from '../../src/sandbox/simulator/attempts-in-progress.ts'
import { AGENCY, car, LISTINGS, startServer } from './test-server.ts'

/** Receivers that hang delay no others. */

const LEADS = 10

const receiver = async (answers: boolean) => {
  const received: string[] = []
  const server: Server = createServer((request, response) => {
    received.push(request.url ?? '')
    if (answers) response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, received }
}

it('while one receiver hangs another of the same agency gets all its notifications', async () => {
  const hanging = await receiver(false)
  const healthy = await receiver(true)
  const { ask, simulator } = await startServer()
  expect((await ask('POST', LISTINGS, car('gol-1'))).status).toBe(201)
  const settings = {
    PublicacionConsultadaWebHook: { Callback: hanging.url, Activo: true },
    PublicacionConsultadaAdfHook: { Callback: healthy.url, Activo: true },
  }
  expect((await ask('PUT', `/v3/notificaciones/${AGENCY}`, settings)).status).toBe(200)
  for (let lead = 0; lead < LEADS; lead += 1) {
    const sent = await ask('POST', '/_playa/worlds/default/inquiries', { externalid: 'gol-1' })
    expect(sent.status).toBe(201)
  }
  await expect.poll(() => healthy.received.length, { timeout: 8_000 }).toBe(LEADS)
  // The attempts to the other receiver have not even timed out.
  const { deliveries } = simulator.worlds.require('default').world
  const hooks = [...deliveries.all].filter(
    ({ to }) => to.kind === 'agency-channel' && to.channel === 'PublicacionConsultadaWebHook',
  )
  expect(hooks.map(({ attempts }) => attempts.length)).toEqual(Array(LEADS).fill(0))
})

/** A delivery, as far as queues look at it. */
const delivery = (number: number, agency: number) =>
  ({ number, agency, to: { kind: 'agency-channel', channel: 'PublicacionConsultadaWebHook' } }) as Delivery

it('a destination has three attempts at a time, and one after a failure', () => {
  const attempts = new AttemptsInProgress()
  for (const number of [1, 2, 3]) {
    expect(attempts.allows(delivery(number, 7))).toBe(true)
    attempts.start(delivery(number, 7))
  }
  expect(attempts.allows(delivery(4, 7))).toBe(false)
  expect(attempts.allows(delivery(4, 8))).toBe(true)
  for (const number of [1, 2, 3]) attempts.end(number, true)
  expect(attempts.allows(delivery(4, 7))).toBe(true)
  attempts.start(delivery(4, 7))
  expect(attempts.allows(delivery(5, 7))).toBe(false)
  attempts.end(4, false)
  attempts.start(delivery(5, 7))
  expect(attempts.allows(delivery(6, 7))).toBe(true)
})

it('many destinations that fail leave room for one that does not', () => {
  const attempts = new AttemptsInProgress()
  for (let agency = 0; agency < 100; agency += 1) {
    attempts.start(delivery(agency, agency))
    attempts.end(agency, true)
  }
  const started = Array.from({ length: 100 }, (_, agency) => delivery(1_000 + agency, agency)).filter(
    (next) => {
      const isAllowed = attempts.allows(next)
      if (isAllowed) attempts.start(next)
      return isAllowed
    },
  )
  expect(started).toHaveLength(24)
  expect(attempts.allows(delivery(9_999, 500))).toBe(true)
})

it('however many deliveries wait for a busy destination, few are looked at to find the next of another', () => {
  const due = (number: number, agency: number) =>
    ({ ...delivery(number, agency), dueMs: 1_000 + number, state: 'pending' }) as Delivery
  const toBusy = Array.from({ length: 5_000 }, (_, i) => due(i + 1, 7))
  const deliveries = atOnce(deliveriesFromRows(5_010, [...toBusy, due(5_003, 9), due(5_002, 8)]))
  let looks = 0
  const next = nextDueDelivery(deliveries, ({ agency }) => {
    looks += 1
    return agency !== 7
  })
  expect(next).toEqual({ number: 5_002, dueMs: 6_002 })
  expect(looks).toBeLessThan(200)
  // Those that are under way stay in the queue, and the next of the same destination is found behind them.
  const attempts = new AttemptsInProgress()
  for (const one of toBusy.slice(0, 2)) attempts.start(one)
  expect(nextDueDelivery(deliveries, (one) => attempts.allows(one))?.number).toBe(3)
})
