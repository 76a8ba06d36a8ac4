import { expect, it } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { createApp } from '../server/app.ts'
import type { ControlCall } from './call/call.ts'
import { controlApiClient } from './client.ts'
import { PlayaError } from './client-error.ts'
import { callFields } from './fields.ts'
import { controlCalls } from './table.ts'

const NOW = '2026-03-01T12:00:00-03:00'

const connected = async () => {
  const simulator = await Simulator.open({ scenario: 'demo', nowMs: Date.parse(NOW) })
  const app = createApp(simulator)
  const requests: string[] = []
  const client = controlApiClient({
    url: 'http://playa.localhost',
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`)
      return app.fetch(request)
    },
  })
  return { client, requests }
}

it('calls go to the world of the connection, unless they name another', async () => {
  const { client, requests } = await connected()
  expect(await client.clock.advance({ by: 'P1D' })).toMatchObject({ world: 'default', due: [] })
  await client.worlds.create({ name: 'shop-1', scenario: 'empty' })
  expect(await client.clock.read({ world: 'shop-1' })).toMatchObject({ world: 'shop-1' })
  expect(await client.worlds.delete({ world: 'shop-1' })).toBeUndefined()
  expect(requests).toEqual([
    'POST /_playa/worlds/default/clock/advance',
    'POST /_playa/worlds',
    'GET /_playa/worlds/shop-1/clock',
    'DELETE /_playa/worlds/shop-1',
  ])
})

it('members of a query are sent as such, numbers included, and absent ones are not', async () => {
  const { client, requests } = await connected()
  expect(await client.journal.list({ status: 412, limit: 5, path: undefined })).toEqual([])
  expect(requests).toEqual(['GET /_playa/worlds/default/journal?status=412&limit=5'])
})

it('a call that never answers JSON gives its response', async () => {
  const { client } = await connected()
  const response = await client.events.follow({ world: 'default' })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await response.body?.cancel()
})

it('a refusal holds every sentence of the server', async () => {
  const { client } = await connected()
  const refused = client.visits.receive({ externalid: 'NOPE-1' })
  await expect(refused).rejects.toThrow(PlayaError)
  await expect(refused).rejects.toThrow(/^POST \/worlds\/default\/visits: .*NOPE-1/)
  // A member that the types forbid, as JavaScript may send it.
  const misspelt: object = { externalid: 'PIN-0001', cuont: 2 }
  const wrong = client.visits.receive(misspelt as { externalid: string })
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(
      '  cuont: Expected one of adminMail, externalid, count, got cuont; did you mean count?',
    ),
    errors: { cuont: [expect.stringContaining('did you mean')] },
  })
})

it('no member of a body or query has the name of a parameter of its path', () => {
  const clashes = controlCalls.filter((call) => {
    const names = callFields(call).map(({ name }) => name)
    return new Set(names).size < names.length
  })
  expect(clashes.map(({ id }) => id)).toEqual([])
})

/** Input with which each call succeeds; absent: only the world. */
const INPUTS: Readonly<Record<string, object>> = {
  'worlds.create': { name: 'made', scenario: 'two-apps' },
  'worlds.delete': { world: 'made' },
  'worlds.fork': { name: 'copy' },
  'snapshots.create': { name: 'before' },
  'snapshots.restore': { snapshot: 'before' },
  'snapshots.delete': { snapshot: 'before' },
  'clock.advance': { by: 'PT1H' },
  'leads.receive': { externalid: 'PIN-0001', notify: true },
  'visits.receive': { externalid: 'PIN-0001' },
  'invitations.accept': { adminMail: 'ventas@lospinos.example' },
  'live.set': { perMinute: 0 },
  'faults.add': { status: 503, delay: 5, operation: 'entry.read' },
  'faults.read': { fault: 'f1' },
  'faults.delete': { fault: 'f1' },
  'deliveries.read': { delivery: 'd1' },
  'deliveries.redeliver': { delivery: 'd1' },
  'outbox.read': { mail: 'm1' },
  'journal.read': { n: 1 },
  'profile.set': { 'errors/not-found': 'problem' },
}

/** Deletions follow the calls that read, and resets follow deletions. */
const rankOf = ({ id }: { id: string }): number =>
  /clear|reset/.test(id) ? 2 : id.endsWith('.delete') ? 1 : 0

it('what every call answers is what its schema declares, no member more', async () => {
  const simulator = await Simulator.open({ scenario: 'demo', nowMs: Date.parse(NOW) })
  const app = createApp(simulator)
  await app.request('/v3')
  const client = controlApiClient({ url: 'http://playa.localhost', fetch: (request) => app.fetch(request) })
  // Looked up by the names of the table, which the client's type is made of.
  const methods = client as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
  await methods['leads']?.['receive']?.({ externalid: 'PIN-0001', notify: true })
  await simulator.scheduler.advance(simulator.worlds.require('default'), 1_000)
  await expect.poll(async () => client.outbox.list(), { timeout: 5_000 }).not.toEqual([])
  for (const call of controlCalls.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (call.answerType !== undefined) continue
    const [noun = '', verb = ''] = call.id.split('.')
    const answer = await methods[noun]?.[verb]?.(INPUTS[call.id] ?? {})
    if (call.status === 204) expect(answer, call.id).toBeUndefined()
    else expect(schemaOf(call).parse(answer), call.id).toEqual(answer)
  }
})

const schemaOf = (call: ControlCall) => {
  if (!call.answer) throw new Error(`${call.path} declares no response`)
  return call.answer
}
