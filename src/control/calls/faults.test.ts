import { expect, it } from 'vitest'
import { faultySandbox } from '../../../test/resilience/faulty-client.ts'
import { AGENCY, LISTINGS } from '../../../test/resilience/test-server.ts'
import { createSandbox } from '../../cli/entries/index.ts'

const COINS = '/v3/monedas'

const room = async () => {
  const made = await faultySandbox()
  return { ...made, ask: made.clients['in process'] }
}

it('a rule is answered as it was understood, with its place', async () => {
  const { control } = await room()
  const rule = {
    match: { operation: 'publications.*', method: 'get', path: '/v3/*', agency: AGENCY, probability: 0.5 },
    act: {
      delay: { uniform: { min: 1, max: 2 } },
      status: 503,
      retryAfter: 9,
      truncate: true,
      slow: 10,
      reset: false,
    },
    times: 4,
    ttl: 'PT10M',
    note: 'Black Friday',
  }
  const made = await control('POST', '/default/faults', rule)
  const shown = {
    id: 'f1',
    match: { ...rule.match, method: 'GET' },
    act: { delay: { uniform: { min: 1, max: 2 } }, status: 503, retryAfter: 9, truncate: true, slow: 10 },
    times: 4,
    left: 4,
    until: '2026-03-01T12:10:00-03:00',
    armed: true,
    seen: 0,
    acted: 0,
    note: 'Black Friday',
  }
  expect([made.status, made.headers['location'], made.json]).toEqual([
    201,
    '/_playa/worlds/default/faults/f1',
    shown,
  ])
  expect((await control('GET', '/default/faults/f1')).json).toEqual(shown)
  expect((await control('GET', '/default/faults')).json).toEqual([shown])
})

it.each([
  [{ delay: 250 }, { delay: { ms: 250 } }],
  [{ delay: { ms: 250 } }, { delay: { ms: 250 } }],
  [
    { delay: { lognormal: { median: 90, sigma: 0.4 } } },
    { delay: { lognormal: { median: 90, sigma: 0.4 } } },
  ],
  [{ retryAfter: 3 }, { status: 429, retryAfter: 3 }],
])('the act %o is shown as %o, inside or at the top', async (said, shown) => {
  const { fault } = await room()
  expect(await fault({ act: said })).toMatchObject({ match: {}, act: shown, times: 1 })
  expect(await fault({ ...said, operation: 'publications.list' })).toMatchObject({
    match: { operation: 'publications.list' },
    act: shown,
  })
})

it('a rule acts once, unless times or ttl says otherwise', async () => {
  const { fault } = await room()
  expect(await fault({ reset: true })).toMatchObject({ times: 1, left: 1, until: null })
  expect(await fault({ reset: true, times: 3 })).toMatchObject({ times: 3, left: 3, until: null })
  const hour = '2026-03-01T13:00:00-03:00'
  expect(await fault({ reset: true, ttl: 3_600 })).toMatchObject({ times: null, left: null, until: hour })
  expect(await fault({ reset: true, ttl: 'PT1H', times: 2 })).toMatchObject({
    times: 2,
    left: 2,
    until: hour,
  })
})

it.each<[object, string, RegExp]>([
  [{ operation: 'publications.lst', reset: true }, 'operation', /Did you mean publications\.list/],
  [
    { match: { operation: 'nothing.*' }, act: { reset: true } },
    'match.operation',
    /Expected one of entry\.read/,
  ],
  [
    { match: { agency: 'ventas@elcomienso.example' }, act: { reset: true } },
    'match.agency',
    /Did you mean ventas@/,
  ],
  [{ path: '/v3/publicaciones/{adminmai}', reset: true }, 'path', /Did you mean .*\{adminmail\}/],
  [{ path: '/v3/moneda', reset: true }, 'path', /nothing at/],
  [{ path: '/w/x/v3/monedas', reset: true }, 'path', /from \/v3 on/],
  [{ path: '/v3/monedas?q=1', reset: true }, 'path', /without world and query/],
  [{ operation: 'publications.list', method: 'POST', reset: true }, 'method', /nothing can match/],
  [{ operation: 'publications.list', path: COINS, reset: true }, 'path', /nothing can match/],
  [{ method: 'FETCH', reset: true }, 'method', /Expected one of GET/],
  [{ nth: 0, reset: true }, 'nth', /at least 1/],
  [{ nth: 2, times: 2, reset: true }, 'times', /selects a single exchange/],
  [{ probability: 1.5, reset: true }, 'probability', /at most 1/],
  [
    { operation: 'publications.list', status: 412 },
    'status',
    /Expected 400, .*any 5xx such as 500, 502, 503 or 504/,
  ],
  [{ match: {}, act: { status: 418 } }, 'act.status', /not a status of any matching operation/],
  [{ status: 200 }, 'status', /400 to 599/],
  [{ status: 503, reset: true }, 'act', /status and reset exclude each other/],
  [{ loseAnswer: true, slow: 5 }, 'act', /loseAnswer and slow exclude each other/],
  [{ operation: 'publications.list', staleTag: true }, 'staleTag', /entity tag: publications\./],
  [{}, 'act', /at least one of delay, status/],
  [{ act: { reset: false } }, 'act', /at least one of/],
  [{ delay: 60_001 }, 'delay', /at most 60000 ms/],
  [{ delay: { uniform: { min: 5, max: 4 } } }, 'delay.uniform.max', /at least min/],
  [{ delay: '1s' }, 'delay', /Expected milliseconds from 0 to 60000, \{ms\}/],
  [{ reset: true, times: 0 }, 'times', /at least 1/],
  [{ reset: true, ttl: 'P1M' }, 'ttl', /PT10M/],
  [{ reset: true, ttl: 'P400D' }, 'ttl', /366 days/],
  [{ match: { operation: 'entry.read' }, operation: 'entry.read', reset: true }, 'operation', /give it once/],
  [{ reset: true, forever: true }, 'forever', /Expected one of match, .*delivery, got forever/],
])('%o is refused, and %s is named', async (rule, member, sentence) => {
  const { control } = await room()
  const { status, problem } = await control('POST', '/default/faults', rule)
  expect([status, Object.keys(problem.Errors ?? {})]).toEqual([400, [member]])
  expect(problem.Errors?.[member]?.join(' ')).toMatch(sentence)
  expect((await control('GET', '/default/faults')).json).toEqual([])
})

it('rules are deleted one by one or all at once, and no number comes twice', async () => {
  const { control, fault } = await room()
  for (let i = 0; i < 3; i++) await fault({ reset: true })
  expect((await control('DELETE', '/default/faults/f2')).status).toBe(204)
  const gone = await control('GET', '/default/faults/f2')
  expect([gone.status, gone.problem.Detail]).toEqual([404, 'World default has no fault f2. It has f1, f3.'])
  expect((await control('DELETE', '/default/faults')).status).toBe(204)
  expect((await control('GET', '/default/faults')).json).toEqual([])
  expect(await fault({ reset: true })).toMatchObject({ id: 'f4' })
})

it('at most a hundred rules are armed at a time', async () => {
  const { control, fault } = await room()
  for (let i = 0; i < 100; i++) await fault({ reset: true })
  const { status, problem } = await control('POST', '/default/faults', { reset: true })
  expect([status, problem.Detail]).toEqual([
    503,
    'The limit of 100 armed faults of a world is reached. Delete some first.',
  ])
})

it('a rule with a time to live ends by the world’s clock, and advancing the clock reports it', async () => {
  const { control, fault, ask } = await room()
  await fault({ path: COINS, status: 500, ttl: 'PT2H' })
  await fault({ path: COINS, delay: 0, ttl: 'PT1H' })
  await control('POST', '/default/clock/advance', { by: 'PT59M' })
  expect((await ask('GET', COINS)).status).toBe(500)
  const { json } = await control('POST', '/default/clock/advance', { by: 'PT2H' })
  const outcome = 'It acted on 1 of 1 matching exchanges.'
  const due = [
    { at: '2026-03-01T13:00:00-03:00', kind: 'fault-ended', id: 'f2', outcome },
    { at: '2026-03-01T14:00:00-03:00', kind: 'fault-ended', id: 'f1', outcome },
  ]
  expect(json).toMatchObject({ due })
  expect((await ask('GET', COINS)).status).toBe(200)
  expect((await control('GET', '/default/faults')).json).toMatchObject([{ armed: false }, { armed: false }])
})

it('while the clock runs a rule ends on its own', async () => {
  const { simulator, control, fault, ask } = await room()
  await control('PUT', '/default/clock', { running: true, speed: 60 })
  await fault({ status: 500, ttl: 'PT1M' })
  expect((await ask('GET', COINS)).status).toBe(500)
  await expect
    .poll(() => simulator.worlds.require('default').world.faultRules.rules, { interval: 20, timeout: 10_000 })
    .toEqual([])
  expect((await ask('GET', COINS)).status).toBe(200)
})

it('snapshots and forks carry rules with what they have seen; a reset clears them', async () => {
  const { control, fault, ask } = await room()
  await fault({ path: COINS, status: 500, times: 3 })
  await ask('GET', COINS)
  await control('POST', '/default/snapshots', { name: 'once' })
  await control('POST', '/default/fork', { name: 'copy' })
  await ask('GET', COINS)
  await control('POST', '/default/snapshots/once/restore')
  for (const world of ['default', 'copy'])
    expect((await control('GET', `/${world}/faults/f1`)).json).toMatchObject({ seen: 1, acted: 1, left: 2 })
  await control('POST', '/default/reset')
  expect((await control('GET', '/default/faults')).json).toEqual([])
  expect((await ask('GET', COINS)).status).toBe(200)
  expect((await ask('GET', `/w/copy${COINS}`)).status).toBe(500)
})

it('the same script in a world of the same seed meets the same faults', async () => {
  const script = async () => {
    const { fault, ask } = await room()
    await fault({ status: 503, probability: 0.4, ttl: 'P1D' })
    const statuses: (number | undefined)[] = []
    for (let i = 0; i < 40; i++) statuses.push((await ask('GET', i % 2 === 0 ? COINS : LISTINGS)).status)
    return statuses
  }
  const first = await script()
  expect(new Set(first)).toEqual(new Set([200, 503]))
  expect(await script()).toEqual(first)
})

it('what matches no rule leaves the world the very same value', async () => {
  const { simulator, fault, ask } = await room()
  await fault({ operation: 'publications.create', reset: true })
  const { world } = simulator.worlds.require('default')
  expect((await ask('GET', COINS)).status).toBe(200)
  expect(simulator.worlds.require('default').world).toBe(world)
})

it.each([
  [{ status: 418, body: { a: 1 }, headers: { 'X-A': 'b' } }, 'application/json', '{"a":1}'],
  [{ status: 200, body: 'hola' }, 'text/plain; charset=utf-8', 'hola'],
  [{ status: 302, headers: { 'content-type': 'text/html' }, body: '<p>' }, 'text/html', '<p>'],
  [{ status: 204 }, null, ''],
])('a rule responds with what it says: %o, and the journal marks it', async (respond, type, body) => {
  const sandbox = await createSandbox()
  await sandbox.faults.add({ operation: 'publications.read', respond })
  const target = `/v3/publicaciones/${sandbox.agency}/PIN-0001`
  const answer = await sandbox.fetch(target)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    respond.status,
    type,
    body,
  ])
  expect(answer.headers.get('x-a')).toBe(respond.status === 418 ? 'b' : null)
  const how = `${respond.status} as the rule says, instead of the service's response`
  expect(sandbox.journal().map(({ status, fault }) => [status, fault])).toEqual([
    [respond.status, { rules: ['f1'], how: [how], answered: true }],
  ])
  // It acts once.
  expect((await sandbox.fetch(target)).status).toBe(200)
})

it.each([
  [{ status: 101 }, 'respond.status'],
  [{ status: 204, body: {} }, 'respond.body'],
  [{ status: 205, body: 'abc' }, 'respond.body'],
  [{ status: 200, headers: { 'X-A': 'é' } }, 'respond.headers.X-A'],
  [{ status: 200, body: 'x'.repeat(65_536) }, 'respond.body'],
  [{ status: 200, headers: { 'Content-Length': '3' } }, 'respond.headers.Content-Length'],
  [{ status: 200, headers: { 'X-A': 'a\r\nb' } }, 'respond.headers.X-A'],
])('respond %o is refused, and %s is named', async (respond, member) => {
  const sandbox = await createSandbox()
  await expect(sandbox.faults.add({ respond })).rejects.toMatchObject({
    code: 'invalid',
    errors: { [member]: [expect.stringMatching(/^Expected (?!Invalid)/)] },
  })
})

it('respond excludes effects on the response of the service', async () => {
  const sandbox = await createSandbox()
  for (const act of [{ status: 503 }, { reset: true }, { loseAnswer: true }, { staleTag: true }])
    await expect(sandbox.faults.add({ respond: { status: 418 }, ...act })).rejects.toThrow(
      /exclude each other/,
    )
})
