import { expect, it } from 'vitest'
import { openSweepWorld, type SweepRequest } from '../runs/sweep-world.ts'
import type { ClientCall } from './client-call.ts'
import { type ExchangeFaultKind, exchangeFaults, faultAt } from './fault-kinds.ts'
import { membersIn } from './json-walk.ts'

const CARS = '/v3/publicaciones/ventas%40lospinos.example'
const setting = { nowMs: Date.parse('2026-03-01T12:00:00-03:00'), profile: {} }

const request = (method: string, target: string, body = '', tag?: string): SweepRequest => ({
  origin: 'http://playa.localhost',
  method,
  target,
  headers: [['Content-Type', 'application/json'], ...(tag ? [['If-Match', tag] as const] : [])],
  body: Buffer.from(body),
})

/** Opens a world under a fault at the last of the requests, and sends them. */
const under = async (kind: ExchangeFaultKind, ...requests: readonly SweepRequest[]) => {
  const usual = await openSweepWorld({ setting })
  for (const one of requests) await (await usual.handle(one)).text()
  await expect.poll(() => usual.calls.at(-1)?.response).toBeTruthy()
  usual.close()
  const base = usual.calls.at(-1) as ClientCall
  const world = await openSweepWorld({ setting, injection: faultAt(kind, base) })
  let text = ''
  for (const one of requests) text = await (await world.handle(one)).text()
  return { world, base, answer: membersIn(text) }
}

const idsIn = ({ _entries }: { readonly _entries?: unknown }): unknown[] =>
  Array.isArray(_entries) ? _entries.map(({ ExternalId }) => ExternalId) : []

it('another client publishes a car right before a list is read, if it is followed by an archiving', async () => {
  const { world, base, answer } = await under('another-publication', request('GET', CARS))
  expect(idsIn(answer)).toContain('DE-OTRO-7')
  expect(world.acted).toHaveLength(1)
  world.close()
  const { actsOn, suits } = exchangeFaults['another-publication']
  const later = (operation: string) => ({ ...base, method: 'PATCH', operation, exchange: `${operation}#1` })
  expect(actsOn(base)).toBe(true)
  expect(suits(base, [base, later('publications.archive')])).toBe(true)
  expect(suits(base, [base, later('publications.amend')])).toBe(false)
  expect(suits(base, [base, base, later('publications.archive')].slice(0, 2))).toBe(false)
})

it('a search finds a similar car before the one that it finds undisturbed', async () => {
  const { world, base, answer } = await under('similar-found', request('GET', `${CARS}?q=PIN-0001`))
  expect(idsIn(answer)).toEqual(['PIN-00010', 'PIN-0001'])
  expect(world.acted).toHaveLength(1)
  world.close()
  const { actsOn, suits } = exchangeFaults['similar-found']
  // A level that is full gets a place more.
  const small = '/v3/publicaciones/hola%40delrio.example'
  const car = { Marca: 'vw', Modelo: 'gol trend', VersionYear: 2026, Kilometraje: 0, Exposicion: 'Alta' }
  const creates = ['N-1', 'N-2', 'N-3'].map((ExternalId) =>
    request('POST', small, JSON.stringify({ ...car, ExternalId })),
  )
  const full = await under('similar-found', ...creates, request('GET', `${small}?q=N-2`))
  expect(idsIn(full.answer)).toEqual(['N-20', 'N-2'])
  full.world.close()
  const write = (id: string) => ({ ...base, method: 'PATCH', target: `${CARS}/${id}`, operation: 'x' })
  expect(actsOn({ ...base, target: CARS })).toBe(false)
  expect(suits(base, [base, write('PIN-0001')])).toBe(true)
  expect(suits(base, [base, write('PIN-0002')])).toBe(false)
})

it('a client that repeats a write whenever it gets 412 is accused after many attempts, others are not', async () => {
  const amend = (tag: string) => request('PATCH', `${CARS}/PIN-0001`, '{"Activa":false}', tag)
  const statusesOf = async (attempts: number) => {
    const { world } = await under('stale-always', amend('"none"'))
    const statuses: number[] = []
    for (let count = 1; count < attempts; count += 1) {
      const read = await world.handle(request('GET', `${CARS}/PIN-0001`))
      statuses.push((await world.handle(amend(read.headers.get('etag') ?? ''))).status)
    }
    world.close()
    return { statuses, accusations: world.accusations }
  }
  const few = await statusesOf(12)
  expect(new Set(few.statuses)).toEqual(new Set([412]))
  expect(few.accusations).toEqual([])
  const many = await statusesOf(41)
  expect(many.statuses.at(-1)).toBe(200)
  expect(many.accusations).toEqual([expect.stringMatching(/40 times that is refused with 412/)])
})
