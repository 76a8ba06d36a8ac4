import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'

/** Worlds are isolated from each other, however the requests of their clients interleave. */

const AGENCY = 'ventas@elcomienzo.example'
const NOW = '2026-03-01T12:00:00-03:00'
const ORIGIN = 'http://playa.localhost'

const opened = async () => {
  const simulator = await Simulator.open({ scenario: 'empty', nowMs: Date.parse(NOW) })
  const app = createApp(simulator)
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = body ? { body: JSON.stringify(body) } : {}
    const answer = await app.fetch(
      new Request(ORIGIN + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...sent,
      }),
    )
    return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
  }
  const make = async (name: string) => {
    const made = await ask('POST', '/_playa/worlds', { name, now: NOW })
    expect(made.status).toBe(201)
  }
  return { simulator, ask, make }
}
type Ask = Awaited<ReturnType<typeof opened>>['ask']

const car = (ExternalId: string) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: [`${ORIGIN}/_playa/photos/1280x720/hatchback/blanco/1.svg`],
})

const STEPS = {
  create: (ask: Ask, base: string, id: string) => ask('POST', `${base}/v3/publicaciones/${AGENCY}`, car(id)),
  list: (ask: Ask, base: string) => ask('GET', `${base}/v3/publicaciones/${AGENCY}`),
  read: (ask: Ask, base: string, id: string) => ask('GET', `${base}/v3/publicaciones/${AGENCY}/${id}`),
  suspend: (ask: Ask, base: string, id: string) =>
    ask('PATCH', `${base}/v3/publicaciones/${AGENCY}/${id}/suspender`),
  product: (ask: Ask, base: string) => ask('GET', `${base}/v3/agencias/${AGENCY}/productos`),
  nothing: (ask: Ask, base: string) => ask('GET', `${base}/v3/nada`),
  tomorrow: (ask: Ask, base: string) =>
    ask('POST', `${base.replace('/w/', '/_playa/worlds/')}/clock/advance`, { by: 'P1D' }),
  reset: (ask: Ask, base: string) => ask('POST', `${base.replace('/w/', '/_playa/worlds/')}/reset`),
} as const

const step = fc.record({
  do: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])), // Object.keys returns exactly these keys
  id: fc.constantFrom('a-1', 'a-2', 'a-3'),
})
const scripts = fc.array(fc.array(step, { maxLength: 8 }), { minLength: 2, maxLength: 5 })

/** Removes the times of use, which depend on the wall clock. */
const stable = ({ status, etag, text }: Awaited<ReturnType<Ask>>) =>
  `${status} ${etag} ${text.replaceAll(/"lastUse":"[^"]*"/g, '"lastUse":""')}`

it('a script gives the same bytes alone and interleaved with requests to other worlds', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.infiniteStream(fc.nat()), async (worldScripts, choices) => {
      const together = await opened()
      const alone = await opened()
      const pending = worldScripts.map((script, w) => ({
        base: `/w/w${w}`,
        steps: [...script],
        responses: [] as string[],
      }))
      for (const [w] of worldScripts.entries()) {
        await together.make(`w${w}`)
        await alone.make(`w${w}`)
      }
      const some = () => pending.filter(({ steps }) => steps.length > 0)
      for (let open = some(); open.length > 0; open = some()) {
        const world = open[choices.next().value % open.length]!
        const { do: what, id } = world.steps.shift()!
        world.responses.push(stable(await STEPS[what](together.ask, world.base, id)))
      }
      for (const [w, script] of worldScripts.entries()) {
        const responses: string[] = []
        for (const { do: what, id } of script)
          responses.push(stable(await STEPS[what](alone.ask, `/w/w${w}`, id)))
        expect(pending[w]!.responses).toEqual(responses)
      }
    }),
    { numRuns: 12, seed: 4 },
  )
})

it('a thousand worlds run at once, and each contains only its own records and journal', async () => {
  const { simulator, ask, make } = await opened()
  const names = Array.from({ length: 1_000 }, (_, i) => `shop-${i}`)
  await Promise.all(names.map(make))
  const drive = async (name: string, i: number) => {
    const at = `/w/${name}/v3/publicaciones/${AGENCY}`
    expect((await ask('POST', at, car(name))).status).toBe(201)
    const read = await ask('GET', `${at}/${name}`)
    const patch = { Precio: { Moneda: 'ARS', Importe: 1_000_000 + i } }
    expect((await ask('PATCH', `${at}/${name}`, patch, { 'If-Match': read.etag ?? '' })).status).toBe(200)
    const list: { Total: number } = JSON.parse((await ask('GET', at)).text)
    expect(list.Total).toBe(1)
    expect((await ask('GET', `${at}/${name}`)).text).toContain(`"Importe":${1_000_000 + i}`)
  }
  await Promise.all(names.map(drive))
  for (const name of names) {
    const { journal, world } = simulator.worlds.require(name)
    expect([world.publications.size, journal.size]).toEqual([1, 5])
    expect(journal.all().every(({ request }) => request.url.startsWith(`${ORIGIN}/w/${name}/`))).toBe(true)
  }
  expect((await ask('GET', `/v3/publicaciones/${AGENCY}`)).text).toContain('"Total":0')
  await Promise.all(names.map((name) => ask('DELETE', `/_playa/worlds/${name}`)))
  expect(simulator.worlds.size).toBe(1)
})

it('beyond the limit on worlds the response is a 503 with advice, and deleting a world makes room', async () => {
  const simulator = await Simulator.open({ scenario: 'empty', worldsLimit: 2 })
  const app = createApp(simulator)
  const post = () => app.request('/_playa/worlds', { method: 'POST', body: '{}' })
  expect((await post()).status).toBe(201)
  const refused = await post()
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('limit of 2 worlds')])
  expect((await app.request('/_playa/worlds/w1', { method: 'DELETE' })).status).toBe(204)
  expect((await post()).status).toBe(201)
})

it('unused worlds expire; worlds in use and the default world stay', async () => {
  let wallMs = Date.parse(NOW)
  const simulator = await Simulator.open({ scenario: 'empty', worldsIdleMs: 60_000, wallMs: () => wallMs })
  const app = createApp(simulator)
  for (const name of ['used', 'watched', 'idle']) await simulator.makeWorld({ name })
  wallMs += 50_000
  await app.request('/w/used/v3')
  await app.request('/_playa/worlds/watched/clock')
  wallMs += 20_000
  simulator.expire()
  expect(simulator.worlds.all().map(({ name }) => name)).toEqual(['default', 'used', 'watched'])
})
