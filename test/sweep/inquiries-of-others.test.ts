import { expect, it } from 'vitest'
import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { sweepOf } from './sweep-of.ts'

/** Weak clients and their careful twins: inquiries of others, another zone, and own entries. */

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const reported = async (...[words, options]: Parameters<typeof sweepOf>) => {
  const { assumptions, faults, advice, stopped } = await sweepOf(words, options)
  expect(stopped).toBe(null)
  return [...assumptions, ...faults, ...advice]
    .filter(isCounted)
    .map((entry) => [variantId(entry), entry.evidence?.conduct ?? null])
}

it('another inquiry in a list that is otherwise empty exposes a client that compares times as text or relies on an order', async () => {
  const client = (isOld: string, step: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
      const post = (path, body) => fetch(PLAYA_CONTROL + '/worlds/default' + path, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
      const known = new Set()
      let last = ''
      const poll = async () => {
        let [count, newest] = [0, last]
        const answer = await fetch(PLAYA_URL + '/v3/consultas/' + PLAYA_AGENCY + '?desde=2026-03-01')
        for (const { Momento, _links: { self: { href } } } of (await answer.json())._entries) {
          if (${isOld}) ${step}
          known.add(href)
          count += 1
          if (Momento > newest) newest = Momento
        }
        last = newest
        return count
      }
      await poll()
      await post('/clock/advance', { by: 'PT2M' })
      await post('/inquiries', {})
      if (await poll() !== 1) process.exit(1)`)
  const only = ['inquiries/order', 'mixed-offsets', 'another-inquiry']
  expect(await reported(client('known.has(href)', 'continue'), { only })).toEqual([])
  expect(await reported(client('Momento <= last', 'break'), { only })).toEqual([
    ['inquiries/order=oldest-first+another-inquiry', null],
    ['mixed-offsets+another-inquiry', null],
  ])
}, 120_000)

it('a client that uses the day of its machine is reported in another zone', async () => {
  const code = (day: string) => `const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
    const day = ${day}
    const count = async () => {
      const answer = await fetch(PLAYA_URL + '/v3/consultas/' + PLAYA_AGENCY + '?desde=' + day + '&hasta=' + day)
      return (await answer.json()).Total
    }
    const before = await count()
    await fetch(PLAYA_CONTROL + '/worlds/default/inquiries', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
    if (await count() === before) process.exit(1)`
  const zone = 'America/Argentina/Buenos_Aires'
  const conducts = async (timeZone: string) => {
    const words = script(code(`new Intl.DateTimeFormat('en-CA', { ${timeZone} }).format(new Date())`))
    const options = {
      only: ['machine-zone'],
      command: { words, env: { TZ: zone } },
      setting: { nowMs: Math.floor(Date.now() / 1_000) * 1_000, profile: {} },
    }
    return (await reported(words, options)).map(([, conduct]) => conduct)
  }
  expect(await conducts(`timeZone: '${zone}'`)).toEqual([])
  expect(await conducts('')).toEqual([expect.stringMatching(/^asks for the days of its machine: desde=/)])
}, 120_000)

it('a price that the client has written may be null to another app, and problems have parameters', async () => {
  const client = (amount: string, isProblem: string) =>
    script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      const headers = { 'Content-Type': 'application/json' }
      const car = { ExternalId: 'OWN-1', Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0 }
      const send = (body) => fetch(list, { method: 'POST', headers, body: JSON.stringify(body) })
      await send({ ...car, Precio: { Moneda: 'ARS', Importe: 9000000 } })
      const { Precio } = await (await fetch(list + '/OWN-1')).json()
      const amount = ${amount}
      const type = (await send(car)).headers.get('content-type')
      if (!(${isProblem})) process.exit(2)`)
  const only = ['bare-publications', 'problem-type']
  expect(
    await reported(client('Precio?.Importe', "type.startsWith('application/problem+json')"), { only }),
  ).toEqual([])
  expect(await reported(client('Precio.Importe', "type === 'application/problem+json'"), { only })).toEqual([
    ['problem-type', null],
    ['bare-publications', expect.stringContaining('and crashes')],
  ])
  // A client may rely on what it has written, so this is only advice.
  const { faults } = await sweepOf(client('Precio.Importe', 'true'), { only: ['bare-publications'] })
  expect(faults).toEqual([])
}, 120_000)

it('a client that compares only some of what it writes is reported for each change that it misses', async () => {
  const client = (isSame: string) =>
    script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      const headers = { 'Content-Type': 'application/json' }
      const send = (url, method, body) => fetch(url, { method, headers, body: JSON.stringify(body) })
      const car = { Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }
      const sync = async (prices) => {
        const there = new Map((await (await fetch(list)).json())._entries.map((one) => [one.ExternalId, one]))
        for (const [ExternalId, Importe] of prices) {
          const Precio = { Moneda: 'ARS', Importe }
          const former = there.get(ExternalId)
          if (!former) await send(list, 'POST', { ...car, ExternalId, Precio })
          else if (!(${isSame})) await send(list + '/' + ExternalId, 'PATCH', { Precio })
        }
      }
      await sync([['OWN-1', 9000000], ['OWN-2', 8000000]])
      await sync([['OWN-1', 9500000], ['OWN-2', 8000000]])`)
  const only = ['changed-own']
  const isSame = 'former.Precio?.Importe === Importe && former.Precio.Moneda === "ARS"'
  expect(await reported(client(isSame), { only })).toEqual([])
  expect(await reported(client('Math.trunc(former.Precio.Importe) === Importe'), { only })).toEqual([
    [
      'changed-own',
      'does not notice that another client has changed Precio.Importe by cents, which it writes; it does not notice that another client has changed Precio.Moneda, which it writes',
    ],
  ])
}, 120_000)
