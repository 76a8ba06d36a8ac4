import { expect, it } from 'vitest'
import { car, head, LISTINGS, rawConnection, startServer, statusesIn } from './test-server.ts'

/** Hostile clients over real sockets: other clients still get responses. */

const MANY = 100

it('clients that drip their headers are cut, and meanwhile the others are answered', async () => {
  const { port, ask, failures } = await startServer({
    timeouts: { headersTimeoutMs: 150, checkIntervalMs: 25 },
  })
  const slow = Array.from({ length: MANY }, () => rawConnection(port))
  for (const { socket } of slow) socket.write('GET /v3 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
  const dripping = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('x')
  }, 20)
  expect((await ask('POST', LISTINGS, car('gol-1'))).status).toBe(201)
  const responses = await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(dripping)
  expect(responses.every((text) => text.startsWith('HTTP/1.1 408'))).toBe(true)
  expect((await ask('GET', LISTINGS)).text).toContain('"Total":1')
  expect(failures).toEqual([])
})

it('a client that drips its body for too long is cut, and nothing of it is written', async () => {
  const { port, simulator } = await startServer({
    timeouts: { headersTimeoutMs: 100, requestTimeoutMs: 150, checkIntervalMs: 25 },
  })
  const { socket, closed } = rawConnection(port)
  socket.write(head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': 1_000 }))
  const dripping = setInterval(() => socket.writable && socket.write(' '), 20)
  expect(await closed).toMatch(/^HTTP\/1\.1 408|^$/)
  clearInterval(dripping)
  // A busy machine may be too slow for another request within these times.
  expect(simulator.worlds.require('default').world.publications.size).toBe(0)
})

it('a body of many tiny chunks is read like any other', async () => {
  const { port, ask, failures } = await startServer()
  const chunks = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
  for (const target of [LISTINGS, '/_playa/worlds/default/faults']) {
    const { socket, received } = rawConnection(port)
    const body = [...'{"Fotos":', ...Array<string>(20_000).fill(' '), ...'[1]}']
    socket.write(`${head('POST', target, chunks)}${body.map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`)
    expect(await received(/\r\n\r\n\{.*\}$/)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Fotos/)
  }
  expect((await ask('GET', '/v3')).status).toBe(200)
  expect(failures).toEqual([])
})

it('a connection on which nothing moves is cut', async () => {
  const { port } = await startServer({ timeouts: { idleTimeoutMs: 100 } })
  expect(await rawConnection(port).closed).toMatch(/^(HTTP\/1\.1 408[\s\S]*)?$/)
})

it('headers without end are 431, and the others are answered', async () => {
  const { port, ask, failures } = await startServer()
  const { socket, closed } = rawConnection(port)
  socket.write(head('GET', '/v3', { 'X-Huge': 'x'.repeat(64 * 1024) }))
  expect(await closed).toMatch(/^HTTP\/1\.1 431/)
  expect((await ask('GET', '/v3')).status).toBe(200)
  expect(failures).toEqual([])
})

it('many requests sent at once on one connection are answered one by one, in order', async () => {
  const { port } = await startServer()
  const { socket, received } = rawConnection(port)
  socket.write(head('GET', '/v3').repeat(MANY) + head('GET', '/v3/nothing'))
  expect(statusesIn(await received(/HTTP\/1\.1 404/))).toEqual([...Array(MANY).fill(200), 404])
})

it('clients that close their half right after asking are answered', async () => {
  const { port } = await startServer()
  const asked = Array.from({ length: 20 }, () => {
    const connection = rawConnection(port)
    connection.socket.end(head('GET', '/v3', { Connection: 'close' }))
    return connection.closed
  })
  expect((await Promise.all(asked)).every((text) => text.startsWith('HTTP/1.1 200'))).toBe(true)
})

it.each([
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['JSON of great depth', Buffer.from(`{"Fotos":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
  ['an object in an object, 50,000 times', Buffer.from(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
  ['a number without end', Buffer.from(`{"VersionYear":${'9'.repeat(500_000)}}`)],
])('a body of %s is refused with 400, and the others are answered', async (_, body) => {
  const { url, ask, failures } = await startServer()
  const sent = await fetch(url + LISTINGS, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(sent.status).toBe(400)
  expect(await sent.json()).toMatchObject({ Status: 400 })
  expect((await ask('POST', LISTINGS, car('gol-1'))).status).toBe(201)
  expect(failures).toEqual([])
})

it('requests that contradict themselves about their length are refused before they are read', async () => {
  const { port, ask, failures, simulator } = await startServer()
  const behind = `DELETE /_playa/worlds/default HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const contradictions = [
    `POST ${LISTINGS} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n${behind}`,
    `POST ${LISTINGS} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${behind}`,
    `GET /v3 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${behind}`,
    `POST ${LISTINGS} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST ${LISTINGS} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
    `GET /v3 HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n`,
    'GET /v3 HTTP/1.1\r\n\r\n',
  ]
  for (const text of contradictions) {
    const { socket, closed } = rawConnection(port)
    socket.write(text)
    expect(statusesIn(await closed)).toEqual([400])
  }
  expect(simulator.worlds.size).toBe(1)
  expect((await ask('GET', '/v3')).status).toBe(200)
  expect(failures).toEqual([])
})

it('an unknown host name or a page of a foreign origin has no effect', async () => {
  const { port, ask, simulator } = await startServer()
  const foreign = `Host: 127.0.0.1:${port}\r\nOrigin: http://evil.example`
  const tries = [
    ['/_playa/worlds', 'Host: rebound.example'],
    ['/_playa/worlds', foreign],
    [LISTINGS, foreign],
  ]
  for (const [target, headers] of tries) {
    const { socket, closed } = rawConnection(port)
    const body = JSON.stringify(target === LISTINGS ? car('gol-1') : {})
    socket.write(
      `POST ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(await closed).toMatch(
      /^HTTP\/1\.1 403 [\s\S]*application\/problem\+json[\s\S]*--(allow-host|cors)/,
    )
  }
  expect((await ask('GET', LISTINGS)).text).toContain('"Total":0')
  expect(simulator.worlds.size).toBe(1)
})

it.each(['null', 'capacitor://localhost', 'chrome-extension://abcdefghijklmnop'])(
  'a page of the origin %s is refused with an option that allows it',
  async (origin) => {
    const { url } = await startServer()
    const answer = await fetch(`${url}/v3`, { headers: { Origin: origin } })
    const refused = await answer.text()
    expect([answer.status, refused]).toEqual([403, expect.stringContaining(`--cors ${origin} allows`)])
    const open = await startServer({ cors: [origin] })
    const allowed = await fetch(`${open.url}/v3`, { headers: { Origin: origin } })
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin)
  },
)

it.each(['/v3', '/_playa', '/_playa/photos/640x480/sedan/azul/1.svg', '/openapi.json'])(
  'the response at %s varies by origin, whether or not the request names one',
  async (path) => {
    const { url } = await startServer({ cors: ['http://shop.example'] })
    for (const headers of [{}, { Origin: 'http://shop.example' }]) {
      const { status, headers: answered } = await fetch(url + path, { headers })
      expect([status, answered.get('vary')]).toEqual([200, expect.stringMatching(/\bOrigin\b/)])
    }
  },
)

it('a page of an origin that is let may call, and reads the entity tag', async () => {
  const { url } = await startServer({ cors: ['http://shop.example'] })
  const headers = { Origin: 'http://shop.example' }
  const answer = await fetch(`${url}/v3`, { headers })
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://shop.example')
  const exposed = answer.headers.get('access-control-expose-headers')
  for (const name of ['ETag', 'Retry-After', 'Deprecation', 'Sunset']) expect(exposed).toContain(name)
  const preflight = await fetch(url + LISTINGS, {
    method: 'OPTIONS',
    headers: {
      ...headers,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'content-type',
  ])
})
