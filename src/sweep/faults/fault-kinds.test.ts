import { afterEach, expect, it, vi } from 'vitest'
import { jointInjection } from '../plan/groups.ts'
import type { Variant } from '../plan/variants.ts'
import { openSweepWorld } from '../runs/sweep-world.ts'
import type { ClientCall } from './client-call.ts'
import { type ExchangeFaultKind, exchangeFaults, faultAt } from './fault-kinds.ts'

afterEach(() => {
  vi.useRealTimers()
})

const base: ClientCall = {
  method: 'GET',
  target: '/v3',
  headers: [],
  body: new Uint8Array(),
  operation: 'entry.read',
  exchange: 'entry.read#1',
  atMs: 0,
  response: null,
}

it('a short failure lasts while the client retries immediately, even on a slow machine', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const statusesAfter = async (pausesMs: readonly number[], fault: ExchangeFaultKind = '503') => {
    const setting = { nowMs: 0, profile: {} }
    const world = await openSweepWorld({ setting, injection: faultAt(fault, base) })
    const read = () =>
      world.handle({ ...base, origin: 'http://playa.localhost' }).then(
        ({ status }) => status,
        () => 'no answer',
      )
    const statuses = [await read()]
    for (const ms of pausesMs) {
      vi.advanceTimersByTime(ms)
      statuses.push(await read())
    }
    world.close()
    return statuses
  }
  expect(await statusesAfter([...Array(20).fill(15), 100])).toEqual([...Array(21).fill(503), 200])
  expect(await statusesAfter([100, 200])).toEqual([503, 503, 200])
  expect(await statusesAfter([100, 200], 'reset')).toEqual(['no answer', 'no answer', 200])
  expect(await statusesAfter([20, 40, 80])).toEqual([503, 503, 503, 503])
  // It ends even for the most persistent client.
  expect((await statusesAfter(Array(100).fill(15))).at(-1)).toBe(200)
})

it('a failure that is over ends for a retry after a pause, although its timer is late', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const statusesAfter = async (...pausesMs: readonly number[]) => {
    const setting = { nowMs: 0, profile: {} }
    const world = await openSweepWorld({ setting, injection: faultAt('503', base) })
    const statuses: number[] = []
    for (const ms of [0, ...pausesMs]) {
      vi.advanceTimersByTime(ms)
      statuses.push((await world.handle({ ...base, origin: 'http://playa.localhost' })).status)
    }
    world.close()
    return statuses
  }
  expect(await statusesAfter(100, 100)).toEqual([503, 503, 200])
  expect(await statusesAfter(100, 70, 20)).toEqual([503, 503, 503, 503])
})

it('an immediate retry is refused in the same way', async () => {
  const refusals = async (fault: ExchangeFaultKind, isJoint: boolean) => {
    // A joint injection reads only these members of a variant.
    const variant = { kind: 'fault', fault, exchange: base.exchange, injection: {} } as Variant
    const injection = isJoint ? jointInjection([variant], [base]).injection : faultAt(fault, base)
    const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
    const read = () => world.handle({ ...base, origin: 'http://playa.localhost' })
    const answers = [await read(), await read()]
    world.close()
    return answers.map(({ status, headers }) => [status, headers.get('retry-after')?.slice(-3)])
  }
  for (const isJoint of [false, true]) {
    expect(await refusals('429-bare', isJoint)).toEqual(Array(2).fill([429, undefined]))
    expect(await refusals('502', isJoint)).toEqual(Array(2).fill([502, undefined]))
    expect(await refusals('retry-date', isJoint)).toEqual(Array(2).fill([429, 'GMT']))
  }
})

it('a joint fault acts on the second of two equal requests, and a retry does not count as the second', async () => {
  const second = { ...base, exchange: `${base.operation}#2` }
  const variants = [base, second].map(
    // As above.
    ({ exchange }) => ({ kind: 'fault', fault: '503', exchange, injection: {} }) as Variant,
  )
  const { injection, met } = jointInjection(variants, [base, second])
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const status = async () => (await world.handle({ ...base, origin: 'http://playa.localhost' })).status
  const untilDone = async () => {
    let refusals = 0
    for (; (await status()) === 503; refusals += 1) vi.advanceTimersByTime(60)
    return refusals
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  expect(await untilDone()).toBeGreaterThan(1)
  expect(met.size).toBe(1)
  expect(await untilDone()).toBeGreaterThan(1)
  expect(met.size).toBe(2)
  expect(await untilDone()).toBe(0)
  vi.useRealTimers()
  world.close()
})

it('a gateway that answers 504 has passed the request on; a token expires once', async () => {
  const create: ClientCall = {
    ...base,
    method: 'POST',
    operation: 'publications.create',
    exchange: 'publications.create#1',
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(CAR)),
  }
  for (const [fault, statuses] of [
    ['504', [504, 409]],
    ['401', [401, 201]],
  ] as const) {
    const world = await openSweepWorld({
      setting: { nowMs: 0, profile: {} },
      injection: faultAt(fault, create),
    })
    const target = `/v3/publicaciones/${world.agency}`
    const send = async () =>
      (await world.handle({ ...create, target, origin: 'http://playa.localhost' })).status
    expect([await send(), await send()]).toEqual(statuses)
    world.close()
  }
})

it('a gateway answers 504 after every create, and after the first write of another kind', () => {
  const isMet = (method: string, ordinal: number) =>
    exchangeFaults['504'].actsOn({ ...base, method, exchange: `a.b#${ordinal}` })
  expect([isMet('POST', 2), isMet('PATCH', 1), isMet('PATCH', 2), isMet('GET', 1)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('a list with entries is refused from its first read on, but no other list', async () => {
  const target = '/v3/marcas'
  const list: ClientCall = { ...base, target, operation: 'brands.list', exchange: 'brands.list#1' }
  const answered = (body: string) => ({ ...list, response: { status: 200, headers: {}, body } })
  const { actsOn } = exchangeFaults['list-refused']
  expect(['{"_entries":[{}]}', '{"_entries":[]}'].map((body) => actsOn(answered(body)))).toEqual([
    true,
    false,
  ])
  const injection = faultAt('list-refused', list)
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const read = async (path: string) =>
    (await world.handle({ ...list, target: path, origin: 'http://playa.localhost' })).status
  expect([await read(target), await read('/v3/monedas'), await read(target)]).toEqual([401, 200, 401])
  world.close()
})

const CAR = {
  ExternalId: 'A-1',
  Marca: 'Toyota',
  Modelo: 'Yaris',
  VersionYear: 1970,
  Kilometraje: 0,
  Color: 'Rojo',
  Precio: { Moneda: 'ARS', Importe: 1 },
}

it('a full package refuses all later creates, and says why', async () => {
  const create: ClientCall = {
    ...base,
    method: 'POST',
    operation: 'publications.create',
    exchange: 'publications.create#1',
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(CAR)),
  }
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} } })
  const target = `/v3/publicaciones/${world.agency}`
  world.close()
  const full = await openSweepWorld({
    setting: { nowMs: 0, profile: {} },
    injection: faultAt('package-full', { ...create, target }),
  })
  const send = async () => {
    const answer = await full.handle({ ...create, target, origin: 'http://playa.localhost' })
    return `${answer.status} ${await answer.text()}`
  }
  const answers = [await send(), await send()]
  expect(answers.every((text) => /^409 .*paquete/.test(text))).toBe(true)
  full.close()
})

it('another client changes a publication again before its write is repeated, once', async () => {
  const amend: ClientCall = {
    ...base,
    method: 'PATCH',
    operation: 'publications.amend',
    exchange: 'publications.amend#1',
    body: Buffer.from('{"Activa":true}'),
  }
  const opened = await openSweepWorld({ setting: { nowMs: 0, profile: {} } })
  const target = `/v3/publicaciones/${opened.agency}/PIN-0001`
  opened.close()
  const injection = faultAt('stale-twice', { ...amend, target })
  const world = await openSweepWorld({ setting: { nowMs: 0, profile: {} }, injection })
  const origin = 'http://playa.localhost'
  const tag = async () => (await world.handle({ ...base, target, origin })).headers.get('etag') ?? ''
  const write = async (etag: string) => {
    const headers = [['content-type', 'application/json'] as const, ['if-match', etag] as const]
    return (await world.handle({ ...amend, target, headers, origin })).status
  }
  const statuses = [await write(await tag()), await write(await tag()), await write(await tag())]
  expect(statuses).toEqual([412, 412, 200])
  world.close()
})

it('only writes that succeed undisturbed are refused or forbidden', () => {
  const create = (status: number): ClientCall => ({
    ...base,
    method: 'POST',
    operation: 'publications.create',
    response: { status, headers: {}, body: '' },
  })
  for (const kind of ['refused', 'forbidden'] as const)
    expect([201, 400, 409].map((status) => exchangeFaults[kind].actsOn(create(status)))).toEqual([
      true,
      false,
      false,
    ])
})
