import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Simulator, type SimulatorOptions } from '../../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../../src/server/app.ts'

/** Notifications from the write that causes them to the receiver that gets them, over real sockets. */

const AGENCY = 'ventas@elcomienzo.example'
const WORLD = '/_playa/worlds/default'
const TOPIC = 'publicacion-estado'
const SECRET = 's3cret-of-the-shop'
const ORIGIN = 'http://playa.localhost'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

/** A receiver that answers with the statuses given, then with 204. */
const receiver = async (...statuses: number[]) => {
  const received: Received[] = []
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming) body += part
    received.push({ headers: incoming.headers, body, path: incoming.url ?? '' })
    outgoing.writeHead(statuses.shift() ?? 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hook` }
}

const opened = async (options: SimulatorOptions = {}) => {
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const nowMs = Date.parse('2026-03-01T12:00:00-03:00')
  const sandbox = await Simulator.open({ scenario: 'empty', nowMs, report, ...options })
  const app = createApp(sandbox)
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : {}
    const headers = { 'Content-Type': 'application/json' }
    const answer = await app.fetch(new Request(new URL(path, ORIGIN), { method, headers, ...sent }))
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const hook = (url: string, more: object = {}) =>
    ask('POST', `/v3/appnotificaciones/${TOPIC}`, { Callback: url, ...more })
  const publish = (ExternalId: string) =>
    ask('POST', `/v3/publicaciones/${AGENCY}`, {
      ExternalId,
      Marca: 'vw',
      Modelo: 'gol trend',
      VersionYear: 2018,
      Kilometraje: 61_000,
      Fotos: [`${ORIGIN}/_playa/photos/1280x720/hatchback/blanco/1.svg`],
    })
  const advance = (by: string) => ask('POST', `${WORLD}/clock/advance`, { by })
  const deliveries = () => ask('GET', `${WORLD}/deliveries`)
  onTestFinished(() => expect(failures).toEqual([]))
  return { sandbox, ask, hook, publish, advance, deliveries }
}

it('a created publication is delivered to the webhook, signed, with a ref that can be followed (EVT-04, EVT-05)', async () => {
  const { received, url } = await receiver()
  const { hook, publish, deliveries, ask } = await opened()
  await hook(url, { Secret: SECRET, HeaderCustom01: { Name: 'X-Shop', Value: 'one' } })
  await publish('gol-1')
  await expect.poll(() => received.length).toBe(1)
  const { headers, body } = received[0]!
  const [id, at, topic] = ['hook-id', 'timestamp', 'topic'].map((name) =>
    String(headers[`notification-${name}`]),
  )
  expect([at, topic, headers['x-shop']]).toEqual(['2026-03-01T15:00:00.000Z', TOPIC, 'one'])
  const signed = createHmac('sha256', SECRET).update([id, at, topic].join('\n')).digest('base64')
  expect(headers['notification-signature']).toBe(signed)
  const delivered = JSON.parse(body)
  expect(delivered).toMatchObject({ Topic: TOPIC, Momento: '2026-03-01T12:00:00-03:00' })
  expect(delivered.Entidad.href.startsWith(`${ORIGIN}/`)).toBe(true)
  expect(await ask('GET', delivered.Entidad.href)).toMatchObject({ ExternalId: 'gol-1' })
  await expect.poll(deliveries).toMatchObject([{ id: 'd1', state: 'delivered', hookId: id, attempts: 1 }])
  expect(JSON.stringify(await ask('GET', `${WORLD}/deliveries/d1`))).not.toContain(SECRET)
})

it('a failed delivery is repeated on the world’s clock: same hook id, new timestamp, until it is accepted (EVT-07)', async () => {
  const { received, url } = await receiver(500, 503, 302)
  const { hook, publish, advance, ask } = await opened()
  await hook(url)
  await publish('gol-1')
  await expect.poll(() => received.length).toBe(1)
  const { due } = await advance('P1D')
  expect(due.map(({ at }: { at: string }) => at.slice(11, 19))).toEqual(['12:00:30', '12:05:00', '12:30:00'])
  expect(new Set(received.map(({ headers }) => headers['notification-hook-id'])).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers['notification-timestamp'])).size).toBe(4)
  const { state, attempts } = await ask('GET', `${WORLD}/deliveries/d1`)
  expect(state).toBe('delivered')
  expect(attempts.map(({ response }: { response: { status: number } }) => response.status)).toEqual([
    500, 503, 302, 204,
  ])
})

it('after five failures there is no retry, and a redelivery starts again (events/retries)', async () => {
  const { received, url } = await receiver(500, 500, 500, 500, 500)
  const { hook, publish, advance, deliveries, ask } = await opened()
  await hook(url)
  await publish('gol-1')
  await advance('P1D')
  expect(received).toHaveLength(5)
  expect(await deliveries()).toMatchObject([{ state: 'failed', due: null, attempts: 5 }])
  expect(await ask('POST', `${WORLD}/deliveries/d1/redeliver`)).toMatchObject({ state: 'delivered' })
  expect(received).toHaveLength(6)
})

it('an attempt without a response is recorded; pending deliveries end with a reset and are sent once after a fork', async () => {
  const { ask, hook, publish, advance, deliveries } = await opened()
  const { received, url } = await receiver(500)
  await hook(url)
  await publish('gol-1')
  await expect.poll(async () => (await deliveries())[0].attempts).toBe(1)
  await ask('POST', `${WORLD}/fork`, { name: 'copy' })
  expect(await ask('GET', '/_playa/worlds/copy/deliveries')).toMatchObject([{ state: 'copied', due: null }])
  expect(await ask('POST', '/_playa/worlds/copy/clock/advance', { by: 'P1D' })).toMatchObject({ due: [] })
  await ask('POST', `${WORLD}/snapshots`, { name: 'waiting' })
  await advance('PT1H')
  expect(received).toHaveLength(2)
  await ask('POST', `${WORLD}/snapshots/waiting/restore`)
  await advance('PT1H')
  expect(received).toHaveLength(3)
  await ask('POST', `${WORLD}/snapshots/waiting/restore`)
  await ask('POST', `${WORLD}/reset`)
  expect(await advance('P1D')).toMatchObject({ due: [] })
  expect(received).toHaveLength(3)
})

it('each of an agency’s four channels delivers an inquiry, the mails into the outbox and as real messages (EVT-06)', async () => {
  const { received, url } = await receiver()
  const { ask, publish, deliveries } = await opened()
  await ask('PUT', `/v3/notificaciones/${AGENCY}`, {
    PublicacionConsultadaWebHook: { Callback: `${url}/json`, Activo: true },
    PublicacionConsultadaAdfHook: { Callback: `${url}/adf`, Activo: true },
    PublicacionConsultadaAdfMail: { Email: 'crm@elcomienzo.example', Activo: true },
    PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@x.example, b@x.example', Activo: true },
  })
  await publish('gol-1')
  await ask('POST', `${WORLD}/inquiries`, {
    externalid: 'gol-1',
    interesado: { Nombre: 'Ana <b>', Apellido: 'Ñandú' },
  })
  await ask('POST', `${WORLD}/clock/advance`, { by: 'PT1S' })
  expect((await deliveries()).map(({ state }: { state: string }) => state)).toEqual(
    Array(4).fill('delivered'),
  )
  const [json, adf] = ['/hook/json', '/hook/adf'].map(
    (path) => received.find((entry) => entry.path === path)!,
  )
  expect(JSON.parse(json!.body)).toMatchObject({ Interesado: { Nombre: 'Ana <b>' } })
  expect(adf!.body).toContain('<?adf version="1.0"?>')
  expect(adf!.body).toContain('Ana &lt;b&gt;')
  const outbox: { id: string; to: string[]; bcc: string[] }[] = await ask('GET', `${WORLD}/outbox`)
  expect(outbox.map(({ to }) => to).sort()).toEqual([['crm@elcomienzo.example'], [AGENCY]])
  const html = await ask('GET', `${WORLD}/outbox/${outbox.find(({ bcc }) => bcc.length === 2)!.id}`)
  expect(html.html).toContain('Ana &lt;b&gt;')
})

it('a receiver at a private address is refused unless it is allowed, and the attempt says why', async () => {
  const { received, url } = await receiver()
  const { hook, publish, advance, ask } = await opened({ allowPrivateCallbacks: false })
  await hook(url)
  await publish('gol-1')
  await advance('PT1S')
  const { attempts } = await ask('GET', `${WORLD}/deliveries/d1`)
  expect(attempts[0]).toMatchObject({ delivered: false, response: null })
  expect(received).toEqual([])
})
