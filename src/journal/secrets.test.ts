import fc from 'fast-check'
import { expect, it } from 'vitest'
import { journaledSandbox } from '../../test/support/journaled-sandbox.ts'
import { golListing } from '../../test/support/miniature-world.ts'

/** Wherever a client puts a secret, nothing that the journal tells holds it. */

const AT = '/v3/publicaciones/ventas%40elcomienzo.example'
const TOPIC = '/v3/appnotificaciones/publicacion-consultada'
const KEY = 'empty-key'
const APP_SECRET = 'empty-secret-0123456789'

type Send = (ask: Awaited<ReturnType<typeof journaledSandbox>>['ask'], secret: string) => Promise<unknown>

const escaped = (text: string) =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const json = { 'Content-Type': 'application/json' }

/** Places for the secret that a client uses to say who it is, or that it configures. */
const sends: Readonly<Record<string, Send>> = {
  bearer: (ask, s) => ask('GET', '/v3', { headers: { Authorization: `Bearer ${s}` } }),
  basic: (ask, s) => ask('GET', '/v3', { headers: { Authorization: `Basic ${btoa(`${KEY}:${s}`)}` } }),
  hmac: (ask, s) => ask('GET', '/v3', { headers: { Authorization: `ACS-HMAC ${KEY}:${s}` } }),
  'bare header': (ask, s) => ask('GET', '/v3', { headers: { Authorization: s } }),
  cookie: (ask, s) => ask('GET', '/v3', { headers: { Cookie: `a=${s}` } }),
  'any header': (ask, s) => ask('GET', '/v3', { headers: { 'X-Whatever': s } }),
  'user agent': (ask, s) => ask('GET', '/v3', { headers: { 'User-Agent': s } }),
  accept: (ask, s) => ask('GET', '/v3', { headers: { Accept: s } }),
  'query key': (ask, s) => ask('GET', `${AT}?api_key=${s}`),
  'any query': (ask, s) => ask('GET', `${AT}?x=${s}&pagina=1`),
  path: (ask, s) => ask('GET', `${AT}/${s}`),
  'unknown path': (ask, s) => ask('GET', `/v3/${s}`),
  'Secret of a topic': (ask, s) =>
    ask('POST', TOPIC, { body: { Callback: 'https://a.example/x', Secret: s, Activo: true } }),
  'Secret too long': (ask, s) =>
    ask('POST', TOPIC, { body: { Callback: 'https://a.example/x', Secret: s.repeat(20) } }),
  'Secret with escapes': (ask, s) =>
    ask('POST', TOPIC, { body: `{"Callback":"https://a.example","\\u0053ecret":"${escaped(s)}"}`, headers: json }),
  'Secret broken off': (ask, s) =>
    ask('POST', TOPIC, { body: `{"Callback":"https://a.example","Secret":"${s}`, headers: json }),
  'Secret of an agency': (ask, s) =>
    ask('PUT', '/v3/notificaciones/ventas%40elcomienzo.example', {
      body: { PublicacionConsultadaWebHook: { Callback: 'https://a.example', Secret: s, Activo: true } },
    }),
  'password of a callback': (ask, s) => ask('POST', TOPIC, { body: { Callback: `https://me:${s}@a.example/x` } }),
  'custom header': (ask, s) =>
    ask('POST', TOPIC, {
      body: { Callback: 'https://a.example', HeaderCustom01: { Name: 'X-Api-Key', Value: s } },
    }),
  description: (ask, s) => ask('POST', AT, { body: golListing('A-1', { Descripcion: `clave ${s}` }) }),
  'name of a member': (ask, s) => ask('POST', AT, { body: golListing('A-1', { [s]: 1 }) }),
  'escaped description': (ask, s) =>
    ask('POST', AT, { body: `{"ExternalId":"A-1","Descripcion":"${escaped(s)}"}`, headers: json }),
  ExternalId: (ask, s) => ask('POST', AT, { body: golListing(s) }),
  'no text': (ask, s) => ask('POST', AT, { body: `\ufffd${s}\0`, headers: { 'Content-Type': 'text/plain' } }),
  reading: (ask) => ask('GET', TOPIC),
  topics: (ask) => ask('GET', '/v3/appnotificaciones'),
  settings: (ask) => ask('GET', '/v3/notificaciones/ventas%40elcomienzo.example'),
}

/** Places whose names alone tell that the value is secret, whatever it is. */
const NAMED = Object.keys(sends).filter((name) => /bearer|basic|hmac|bare|cookie|key|Secret|password|custom/.test(name))

/** All that the journal tells, events included. */
const everythingTold = async (
  { control, app, simulator }: Awaited<ReturnType<typeof journaledSandbox>>,
  count: number,
) => {
  const answers = [
    await control('GET', '/journal'),
    await control('GET', '/journal.har'),
    await control('GET', '/hints'),
  ]
  for (let n = 1; n <= count; n++) answers.push(await control('GET', `/journal/${n}`))
  answers.push(await control('POST', '/journal/count', { body: { path: '/v3*', status: 599 } }))
  const events = await app.request('/_playa/events')
  const reader = events.body?.getReader()
  for (let n = 1; n <= count; n++) simulator.eventBus.publish({ kind: 'exchange', world: 'default', n })
  let streamed = ''
  while (reader && !streamed.includes(`"n":${count},`))
    streamed += new TextDecoder().decode((await reader.read()).value)
  await reader?.cancel()
  expect(streamed.split('event: exchange')).toHaveLength(count + 1)
  return [...answers.map(({ text }) => text), streamed].join('\n')
}

const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~'), minLength: 16, maxLength: 40 })

const profile = (shown: string) => ({ 'events/secret-shown': shown })

it("neither the app's keys nor a webhook's secret are told, wherever a client puts them", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(Object.keys(sends), { minLength: 1 }),
      letters,
      fc.constantFrom('null', 'masked', 'as-stored'),
      async (places, chosen, shown) => {
        const world = await journaledSandbox({ profile: profile(shown) })
        // Configured first, so that it is the world's own.
        await sends['Secret of a topic']?.(world.ask, chosen)
        await sends['Secret of an agency']?.(world.ask, `${chosen}-2`)
        const secrets = [chosen, KEY, APP_SECRET]
        for (const place of places) for (const secret of secrets) await sends[place]?.(world.ask, secret)
        const told = await everythingTold(world, 2 + places.length * secrets.length)
        for (const secret of secrets) expect(told).not.toContain(secret)
        expect(told).not.toContain(btoa(`${KEY}:${chosen}`))
      },
    ),
    { numRuns: 15 },
  )
})

it('what a name tells to be secret is not told, although no world ever knew it', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(letters, async (secret) => {
      const world = await journaledSandbox({ profile: profile('as-stored') })
      for (const place of NAMED) await sends[place]?.(world.ask, secret)
      expect(await everythingTold(world, NAMED.length)).not.toContain(secret)
    }),
    { numRuns: 10 },
  )
})

it('a secret that was replaced is still not told by the exchanges of its time', async () => {
  const world = await journaledSandbox({ profile: profile('as-stored') })
  await world.ask('POST', TOPIC, { body: { Callback: 'https://a.example', Secret: 'the-first-secret-1' } })
  await world.ask('POST', AT, { body: golListing('A-1', { Descripcion: 'the-first-secret-1' }) })
  await world.ask('PUT', TOPIC, { body: { Callback: 'https://a.example', Secret: 'the-second-secret-2' } })
  const told = await everythingTold(world, 3)
  expect(told).not.toMatch(/the-(first|second)-secret/)
})

it('what is kept in memory of requests and answers holds no secret that its name gives away', async () => {
  const world = await journaledSandbox({ profile: profile('as-stored') })
  const secret = 'only-once-0123456789'
  for (const place of NAMED) await sends[place]?.(world.ask, secret)
  await world.ask('GET', TOPIC)
  const kept = world.worldHandle.journal
    .all()
    .map(({ request, response: response }) => [
      request.url,
      ...request.rawHeaders,
      Buffer.from(request.body.bytes).toString('utf8'),
      JSON.stringify(response.headers),
      response.body === null ? '' : Buffer.from(response.body).toString('utf8'),
    ])
  expect(kept.flat().join('\n')).not.toContain(secret)
  expect(kept.length).toBe(NAMED.length + 1)
})
