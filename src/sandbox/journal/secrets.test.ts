import fc from 'fast-check'
import { expect, it } from 'vitest'
import { journaledSandbox } from '../../../test/support/journaled-sandbox.ts'
import { golListing } from '../../../test/support/miniature-world.ts'

const AT = '/v3/publicaciones/ventas%40elcomienzo.example'
const TOPIC = '/v3/appnotificaciones/publicacion-consultada'
const KEY = 'empty-key'
const APP_SECRET = 'empty-secret-0123456789'

type Send = (ask: Awaited<ReturnType<typeof journaledSandbox>>['ask'], secret: string) => Promise<unknown>

const escaped = (text: string) =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const json = { 'Content-Type': 'application/json' }

/** Requests that carry a secret of the caller or of its configuration, by place. */
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
    ask('POST', TOPIC, {
      body: `{"Callback":"https://a.example","\\u0053ecret":"${escaped(s)}"}`,
      headers: json,
    }),
  'Secret broken off': (ask, s) =>
    ask('POST', TOPIC, { body: `{"Callback":"https://a.example","Secret":"${s}`, headers: json }),
  'Secret of an agency': (ask, s) =>
    ask('PUT', '/v3/notificaciones/ventas%40elcomienzo.example', {
      body: { PublicacionConsultadaWebHook: { Callback: 'https://a.example', Secret: s, Activo: true } },
    }),
  'password of a callback': (ask, s) =>
    ask('POST', TOPIC, { body: { Callback: `https://me:${s}@a.example/x` } }),
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

/** Places whose names alone mark the value as secret. */
const NAMED = Object.keys(sends).filter((name) =>
  /bearer|basic|hmac|bare|cookie|key|Secret|password|custom/.test(name),
)

/** Returns all output of the journal, event stream included. */
const journalOutput = async (
  { control, app, simulator }: Awaited<ReturnType<typeof journaledSandbox>>,
  count: number,
) => {
  const responses = [
    await control('GET', '/journal'),
    await control('GET', '/journal.har'),
    await control('GET', '/hints'),
  ]
  for (let n = 1; n <= count; n++) responses.push(await control('GET', `/journal/${n}`))
  responses.push(await control('POST', '/journal/count', { body: { path: '/v3*', status: 599 } }))
  const events = await app.request('/_playa/events')
  const reader = events.body?.getReader()
  for (let n = 1; n <= count; n++) simulator.eventBus.publish({ kind: 'exchange', world: 'default', n })
  let streamed = ''
  while (reader && !streamed.includes(`"n":${count},`))
    streamed += new TextDecoder().decode((await reader.read()).value)
  await reader?.cancel()
  expect(streamed.split('event: exchange')).toHaveLength(count + 1)
  return [...responses.map(({ text }) => text), streamed].join('\n')
}

const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~'), minLength: 16, maxLength: 40 })

const profile = (shown: string) => ({ 'events/secret-shown': shown })

it('neither the keys of an app nor the secret of a webhook are shown, wherever a client sends them', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(Object.keys(sends), { minLength: 1 }),
      letters,
      fc.constantFrom('null', 'masked', 'as-stored'),
      async (places, chosen, shown) => {
        const world = await journaledSandbox({ profile: profile(shown) })
        // Configured first, so that the world knows it.
        await sends['Secret of a topic']?.(world.ask, chosen)
        await sends['Secret of an agency']?.(world.ask, `${chosen}-2`)
        const secrets = [chosen, KEY, APP_SECRET]
        for (const place of places) for (const secret of secrets) await sends[place]?.(world.ask, secret)
        const output = await journalOutput(world, 2 + places.length * secrets.length)
        for (const secret of secrets) expect(output).not.toContain(secret)
        expect(output).not.toContain(btoa(`${KEY}:${chosen}`))
      },
    ),
    { numRuns: 15 },
  )
})

it('a value under a secret name is not shown, although no world knows it', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(letters, async (secret) => {
      const world = await journaledSandbox({ profile: profile('as-stored') })
      for (const place of NAMED) await sends[place]?.(world.ask, secret)
      expect(await journalOutput(world, NAMED.length)).not.toContain(secret)
    }),
    { numRuns: 10 },
  )
})

it('a replaced secret is not shown by earlier exchanges', async () => {
  const world = await journaledSandbox({ profile: profile('as-stored') })
  await world.ask('POST', TOPIC, { body: { Callback: 'https://a.example', Secret: 'the-first-secret-1' } })
  await world.ask('POST', AT, { body: golListing('A-1', { Descripcion: 'the-first-secret-1' }) })
  await world.ask('PUT', TOPIC, { body: { Callback: 'https://a.example', Secret: 'the-second-secret-2' } })
  const output = await journalOutput(world, 3)
  expect(output).not.toMatch(/the-(first|second)-secret/)
})

it('recorded requests and responses hold no value under a secret name', async () => {
  const world = await journaledSandbox({ profile: profile('as-stored') })
  const secret = 'only-once-0123456789'
  for (const place of NAMED) await sends[place]?.(world.ask, secret)
  await world.ask('GET', TOPIC)
  const recorded = world.worldHandle.journal
    .all()
    .map(({ request, response }) => [
      request.url,
      ...request.rawHeaders,
      Buffer.from(request.body.bytes).toString('utf8'),
      JSON.stringify(response.headers),
      response.body === null ? '' : Buffer.from(response.body).toString('utf8'),
    ])
  expect(recorded.flat().join('\n')).not.toContain(secret)
  expect(recorded.length).toBe(NAMED.length + 1)
})
