import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { REWRITE_NAMES, type RewriteName } from '../../src/model/world/fault-rule.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/listen.ts'

/** Every rewrite of responses, and every effect on deliveries, as a rule of the control API injects it. */

const CARS = '/v3/publicaciones/ventas%40lospinos.example'
const LEADS = '/v3/consultas/ventas%40lospinos.example'
const CONTROL = '/_playa/worlds/default'

const sandbox = async () => {
  const nowMs = Date.parse('2026-03-01T12:00:00-03:00')
  const simulator = await Simulator.open({ nowMs, allowPrivateCallbacks: true })
  const app = createApp(simulator)
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(`http://playa.localhost${path}`, request))
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }
  const rewrite = (name: RewriteName, others: object = {}) =>
    send('POST', `${CONTROL}/faults`, { rewrite: name, ...others })
  return { simulator, send, rewrite }
}

/** What the first inquiry of the list looks like under each rewrite of JSON; each response has the text. */
const SHOWN: Readonly<Partial<Record<RewriteName, readonly [path: string, text: RegExp]>>> = {
  'further-members': [LEADS, /"MiembroNuevo":"agregado"/],
  'members-reordered': [`${CARS}/PIN-0001`, /^\{"_links":.*"ExternalId":"PIN-0001"/],
  'json-spelling': [LEADS, /^\{\n.*\\u00/s],
  'amounts-with-decimals': [CARS, /"Importe":\d+\.0[,}]/],
  templates: ['/v3', /\{\?orden,/],
  'fractional-seconds': [LEADS, /"Momento":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000-03:00"/],
  'other-offsets': [LEADS, /"Momento":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/],
  'new-words': [LEADS, /"OrigenLead":"redes"/],
  'unusual-texts': [CARS, /"Descripcion":"Línea \\"uno\\"; 100 % <b>ñandú<\/b> & 😀\\n/],
  nulls: [LEADS, /"Apellido":null/],
}

it.each(Object.entries(SHOWN))(
  '%s rewrites one response, and says so in the journal',
  async (name, [path, text]) => {
    const { simulator, send, rewrite } = await sandbox()
    const plain = await send('GET', path)
    // The keys of the table are names of rewrites.
    await rewrite(name as RewriteName)
    const { status, text: shown, headers } = await send('GET', path)
    expect(status).toBe(200)
    expect(plain.text).not.toMatch(text)
    expect(shown).toMatch(text)
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(shown))
    const { journal } = simulator.worlds.require('default')
    expect(journal.get(2)?.injectedFault?.how).toEqual([`response rewritten: ${name}`])
    expect((await send('GET', path)).text).toBe(plain.text)
  },
)

it('fewer-links leaves a page the link next, and no other link between pages', async () => {
  const { send, rewrite } = await sandbox()
  await send('PUT', `${CONTROL}/profile`, { 'inquiries/page-size': 'size:2' })
  const second = `${LEADS}?pagina=2`
  expect((await send('GET', second)).text).toMatch(/"(?:first|prev|last)":\{"href"/)
  await rewrite('fewer-links')
  const { text } = await send('GET', second)
  expect(text).toMatch(/"next":\{"href"/)
  expect(text).not.toMatch(/"(?:first|prev|last)":\{"href"/)
})

it('no-retry-after leaves the header out of an injected 429', async () => {
  const { send, rewrite } = await sandbox()
  await rewrite('no-retry-after', { status: 429 })
  const { status, headers } = await send('GET', '/v3')
  expect([status, headers.get('retry-after')]).toEqual([429, null])
  await send('POST', `${CONTROL}/faults`, { status: 429 })
  expect((await send('GET', '/v3')).headers.get('retry-after')).toBe('1')
})

it('every rewrite that this file does not read in JSON or headers is one of framing', () => {
  const others = REWRITE_NAMES.filter((name) => !(name in SHOWN))
  expect(others).toEqual(['header-case', 'chunked', 'fewer-links', 'no-retry-after'])
})

it.each(['header-case', 'chunked'] as const)('%s shows on the socket', async (name) => {
  const { simulator, rewrite } = await sandbox()
  const { port, close } = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  onTestFinished(close)
  const plain = await rawAnswer(port, CARS)
  await rewrite(name)
  const other = await rawAnswer(port, CARS)
  expect(plain).toMatch(
    /\r\nContent-Type: .*\r\nContent-Length: \d+|\r\nContent-Length: \d+.*\r\nContent-Type: /s,
  )
  if (name === 'header-case')
    expect(other).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:[a-z-]+: .*\r\n)*content-type: /)
  else expect(other).toMatch(/\r\nTransfer-Encoding: chunked\r\n/i)
  const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)
  const joined = bodyOf(other).replaceAll(/(?:^|\r\n)[\da-f]+\r\n/g, '')
  expect(name === 'chunked' ? joined.replace(/\r\n$/, '') : bodyOf(other)).toBe(bodyOf(plain))
  expect(other).not.toMatch(/content-length.*content-length/is)
})

/** Sends a request and returns all bytes of its response, each as one character. */
const rawAnswer = (port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    )
    socket
      .on('data', (part) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts).toString('latin1')))
      .on('error', reject)
  })

it('a rewrite leaves alone every value that requests and leads of the world sent', async () => {
  const { send, rewrite } = await sandbox()
  const car = { ExternalId: 'K-1', Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0 }
  const Descripcion = 'Impecable, único dueño'
  await send('POST', CARS, { ...car, Descripcion })
  await send('POST', `${CONTROL}/inquiries`, {
    externalid: 'K-1',
    origen: 'mi-sitio',
    interesado: { Nombre: 'Ana', Apellido: 'Gil' },
  })
  await rewrite('unusual-texts', { times: 2 })
  expect((await send('GET', `${CARS}/K-1`)).text).toContain(`"Descripcion":"${Descripcion}"`)
  expect((await send('GET', CARS)).text).toContain('Línea \\"uno\\"')
  await rewrite('nulls', { times: 1 })
  const leads = `${LEADS}?externalid=K-1`
  expect((await send('GET', leads)).text).toMatch(/"Nombre":"Ana".*"Apellido":"Gil"/)
  await rewrite('new-words')
  expect((await send('GET', leads)).text).toContain('"OrigenLead":"mi-sitio"')
})

it('another writer gives a member of the publication another text, before a write and after a read', async () => {
  const { send } = await sandbox()
  const car = `${CARS}/PIN-0001`
  const rival = (operation: string, rivalMember: string) =>
    send('POST', `${CONTROL}/faults`, { operation, rivalMember })
  expect(JSON.parse((await rival('publications.read', 'Color')).text).act).toEqual({
    staleTag: true,
    rivalMember: 'Color',
  })
  const before = JSON.parse((await send('GET', car)).text)
  expect(JSON.parse((await send('GET', car)).text)).toEqual({ ...before, Color: 'De otra app' })
  await rival('publications.amend', 'Descripcion')
  await send('PATCH', car, { Kilometraje: before.Kilometraje + 1 })
  expect(JSON.parse((await send('GET', car)).text).Descripcion).toBe('De otra app')
})

it.each([
  [{ delivery: 'twice', operation: 'publications.read' }, 'operation'],
  [{ delivery: 'late', status: 503 }, 'act'],
  [{ rewrite: 'chunked', loseAnswer: true }, 'act'],
])('a rule %o is refused', async (rule, member) => {
  const { send } = await sandbox()
  const { status, text } = await send('POST', `${CONTROL}/faults`, rule)
  expect([status, Object.keys(JSON.parse(text).Errors)]).toEqual([400, [member]])
})

/** Opens a receiver of `publicacion-estado`, and suspends two publications. */
const twoWebhooks = async (delivery: string) => {
  const { send } = await sandbox()
  const ids: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      ids.push(`${/PIN-\d+/.exec(body)?.[0]} ${request.headers['notification-hook-id']}`)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const address = receiver.address()
  const Callback = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  await send('PUT', '/v3/appnotificaciones/publicacion-estado', { Callback, Activo: true })
  const rule = { delivery, times: 2 }
  await send('POST', `${CONTROL}/faults`, rule)
  for (const id of ['PIN-0001', 'PIN-0002']) await send('PATCH', `${CARS}/${id}/suspender`)
  const settle = () => send('POST', `${CONTROL}/clock/advance`, { by: 'PT0S' })
  await settle()
  return { ids, cars: () => ids.map((id) => id.split(' ')[0]) }
}

it('a webhook arrives twice, under one id', async () => {
  const { ids, cars } = await twoWebhooks('twice')
  await expect.poll(() => cars().sort()).toEqual(['PIN-0001', 'PIN-0001', 'PIN-0002', 'PIN-0002'])
  expect(new Set(ids).size).toBe(2)
})

it('webhooks arrive late', async () => {
  const { cars } = await twoWebhooks('late')
  await expect.poll(() => cars().sort()).toEqual(['PIN-0001', 'PIN-0002'])
})

it('a webhook is overtaken by the next one', async () => {
  const { cars } = await twoWebhooks('out-of-order')
  await expect.poll(cars).toEqual(['PIN-0002', 'PIN-0001'])
})

it('no fault acts on a request that is marked as preparation', async () => {
  const { simulator, send } = await sandbox()
  await send('POST', `${CONTROL}/faults`, { status: 503 })
  const app = createApp(simulator)
  const headers = { 'Playa-Sweep': 'none' }
  const prepared = await app.fetch(new Request('http://playa.localhost/v3', { headers }))
  expect([prepared.status, (await send('GET', '/v3')).status]).toEqual([200, 503])
})
