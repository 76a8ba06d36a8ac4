import { expect, it } from 'vitest'
import { AGENCY, car, head, LISTINGS, rawConnection, startServer, statusesIn } from './test-server.ts'

/** Clients that are slow, disconnect, send too much or compete, over real sockets. */

const LIMIT = 1024 * 1024
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('a body longer than 1 MiB by its own account is 413 before it comes, and the connection goes on (errors/body-too-large)', async () => {
  const { port, ask, failures } = await startServer()
  const { socket, received } = rawConnection(port)
  socket.write(head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': LIMIT + 1 }))
  expect(await received(/\r\n\r\n\{.*\}$/)).toMatch(
    /^HTTP\/1\.1 413 [\s\S]*application\/problem\+json[\s\S]*"Status":413/,
  )
  socket.write('x'.repeat(LIMIT + 1))
  socket.write(head('GET', '/v3'))
  expect(statusesIn(await received(/HTTP\/1\.1 200/))).toEqual([413, 200])
  expect((await ask('GET', LISTINGS)).text).toContain('"Total":0')
  expect(failures).toEqual([])
})

it('a body that is sent whole and is too long is 413, and of exactly 1 MiB is read', async () => {
  const { ask } = await startServer()
  const filled = (size: number) => {
    const empty = car('gol-1', { Descripcion: '' })
    return { ...empty, Descripcion: 'x'.repeat(size - JSON.stringify(empty).length) }
  }
  expect((await ask('POST', LISTINGS, filled(LIMIT + 1))).status).toBe(413)
  const read = await ask('POST', LISTINGS, filled(LIMIT))
  expect([read.status, Object.keys(JSON.parse(read.text).Errors)]).toEqual([400, ['Descripcion']])
})

it('a body in chunks that grows past 1 MiB is 413, and nothing is written', async () => {
  const { url, ask, failures } = await startServer()
  const start = JSON.stringify(car('gol-1')).slice(0, -1)
  const chunks = [start, ...Array.from({ length: 17 }, () => ' '.repeat(64 * 1024)), '}']
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    duplex: 'half',
  }
  expect((await fetch(url + LISTINGS, init)).status).toBe(413)
  expect((await ask('GET', LISTINGS)).text).toContain('"Total":0')
  expect((await ask('POST', LISTINGS, car('gol-1'))).status).toBe(201)
  expect(failures).toEqual([])
})

it('while one client drips its body the others are served; when it is whole it is answered', async () => {
  const { port, ask } = await startServer()
  const body = JSON.stringify(car('gol-1'))
  const { socket, received } = rawConnection(port)
  socket.setNoDelay(true)
  socket.write(head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': body.length }))
  for (const part of body.slice(0, -1).match(/.{1,12}/g) ?? []) {
    socket.write(part)
    expect((await ask('GET', '/v3')).status).toBe(200)
    expect((await ask('GET', `${LISTINGS}/gol-1`)).status).toBe(404)
  }
  socket.write(body.slice(-1))
  expect(await received(/\r\n\r\n\{/)).toMatch(/^HTTP\/1\.1 201/)
  expect((await ask('GET', `${LISTINGS}/gol-1`)).status).toBe(200)
})

it.each([
  [
    'by length',
    (body: string) =>
      head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': body.length + 1 }) +
      body,
  ],
  [
    'in chunks',
    (body: string) =>
      `${head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })}${body.length.toString(16)}\r\n${body}\r\n`,
  ],
])(
  'a client that vanishes before the end of a body sent %s has written nothing, and that is not a failure of the sandbox',
  async (_, sent) => {
    const { port, ask, failures } = await startServer()
    for (const leave of ['destroy', 'end'] as const) {
      const { socket, closed } = rawConnection(port)
      // Whole as JSON, yet not as a body.
      socket.write(sent(JSON.stringify(car('gol-1'))))
      await pause(30)
      if (leave === 'destroy') socket.destroy()
      else socket.end()
      expect(await closed).not.toMatch(/ 20\d | 500 /)
    }
    await pause(30)
    expect((await ask('GET', LISTINGS)).text).toContain('"Total":0')
    expect((await ask('POST', LISTINGS, car('gol-1'))).status).toBe(201)
    expect(failures).toEqual([])
  },
)

it('a complete request is executed even if its client leaves before the response', async () => {
  const { port, ask, failures } = await startServer()
  const body = JSON.stringify({ NombreComercial: 'Escrito igual' })
  const { socket } = rawConnection(port)
  socket.write(
    head('PUT', `/v3/agencias/${AGENCY}`, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    }) + body,
    () => socket.destroy(),
  )
  await expect
    .poll(async () => (await ask('GET', `/v3/agencias/${AGENCY}`)).text, { timeout: 2_000 })
    .toContain('Escrito igual')
  expect(failures).toEqual([])
})

it('of two writers with one ETag over two sockets exactly one wins, in each of 50 rounds (PUB-34)', async () => {
  const { ask } = await startServer()
  let { etag } = await ask('POST', LISTINGS, car('gol-1'))
  for (let round = 0; round < 50; round += 1) {
    const write = (Importe: number) =>
      ask('PATCH', `${LISTINGS}/gol-1`, { Precio: { Moneda: 'USD', Importe } }, { 'If-Match': etag })
    const both = await Promise.all([write(2 * round + 1), write(2 * round + 2)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const won = both.find(({ status }) => status === 200)!
    const read = await ask('GET', `${LISTINGS}/gol-1`)
    expect([read.text, read.etag]).toEqual([won.text, won.etag])
    expect(won.etag).not.toBe(etag)
    etag = won.etag
  }
})

it('of ten creates of one ExternalId at the same time exactly one wins, and one place is taken', async () => {
  const { ask } = await startServer()
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => ask('POST', LISTINGS, car(n % 2 === 0 ? 'gol-1' : 'GOL-1'))),
  )
  expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  const { text } = await ask('GET', `/v3/agencias/${AGENCY}/productos`)
  expect(JSON.parse(text).Alta.Activas).toBe(1)
})

it('of a thousand pipelined requests all are answered, in their order', async () => {
  const { port } = await startServer()
  const body = JSON.stringify(car('gol-1', { Descripcion: '\r\n\r\n'.repeat(20) }))
  const post =
    head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': body.length }) + body
  const { socket, closed } = rawConnection(port)
  socket.write(head('GET', '/v3').repeat(998) + post + head('GET', '/v3/nothing', { Connection: 'close' }))
  expect(statusesIn(await closed)).toEqual([...Array<number>(998).fill(200), 201, 404])
})

it('a truncated response of a pipeline ends the connection after the responses before it', async () => {
  const { port, ask } = await startServer()
  const fault = { match: { operation: 'entry.read' }, act: { truncate: true } }
  expect((await ask('POST', '/_playa/worlds/default/faults', fault)).status).toBe(201)
  const { socket, closed } = rawConnection(port)
  socket.write(head('GET', LISTINGS).repeat(3) + head('GET', '/v3').repeat(2))
  expect(statusesIn(await closed)).toEqual([200, 200, 200, 200])
})

it('a pipelined request reads what the one before it wrote (RFC 9112, section 9.3.2)', async () => {
  const { port } = await startServer()
  const body = JSON.stringify(car('gol-1'))
  const post =
    head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': body.length }) + body
  const { socket, closed } = rawConnection(port)
  const read = head('GET', `${LISTINGS}/gol-1`)
  const suspend = head('PATCH', `${LISTINGS}/gol-1/suspender`, { 'Content-Length': 0 })
  socket.write(post + read + suspend + head('GET', `${LISTINGS}/gol-1`, { Connection: 'close' }))
  const answers = await closed
  expect(statusesIn(answers)).toEqual([201, 200, 200, 200])
  expect(answers.match(/"EstadoActual":"\w+"/g)).toEqual(
    ['Activa', 'Activa', 'Suspendida', 'Suspendida'].map((word) => `"EstadoActual":"${word}"`),
  )
})

it('a request whose body comes after its world was deleted does nothing', async () => {
  const { port, ask } = await startServer()
  const other = { name: 'other', scenario: 'empty' }
  expect((await ask('POST', '/_playa/worlds', other)).status).toBe(201)
  const body = JSON.stringify(car('gol-1'))
  const { socket, closed } = rawConnection(port)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
  socket.write(head('POST', `/w/other${LISTINGS}`, headers) + body.slice(0, 20))
  await pause(50)
  expect((await ask('DELETE', '/_playa/worlds/other')).status).toBe(204)
  expect((await ask('POST', '/_playa/worlds', other)).status).toBe(201)
  socket.write(body.slice(20))
  expect(await closed).toBe('')
  expect((await ask('GET', `/w/other${LISTINGS}`)).text).toContain('"Total":0')
})
