import * as http from 'node:http'
import * as net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type GuardedOptions, guardedRequest } from './guarded-request.ts'

/** Listens on a free port of the loopback until the test ends; the origin, e.g. `http://127.0.0.1:40123`. */
const listen = async (server: net.Server): Promise<string> => {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

const serve = (handler: http.RequestListener) => listen(http.createServer(handler))

/** Starts a server that sends these bytes on every connection and closes it. */
const saying = (text: string) =>
  listen(net.createServer((socket) => socket.once('data', () => socket.end(text))))

const ask = (url: string, more: Partial<GuardedOptions> = {}) =>
  guardedRequest({ url, timeoutMs: 1000, maxResponseBytes: 1000, allowPrivate: true, ...more })

const text = (body: Uint8Array) => new TextDecoder().decode(body)

const readAll = async (request: http.IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('a request arrives as it was given, and its response comes back whole', async () => {
  const origin = await serve(async (request, response) => {
    const seen = {
      method: request.method,
      url: request.url,
      body: await readAll(request),
      headers: request.headers,
    }
    response.writeHead(202, { 'x-a': 'b', 'set-cookie': ['c=1', 'd=2'] }).end(JSON.stringify(seen))
  })
  const headers = { 'X-Own': 'yes', Host: 'inside', 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }
  const answer = await ask(`${origin}/hook?x=%20#part`, { method: 'POST', body: 'qué', headers })
  expect(answer).toMatchObject({
    status: 202,
    complete: true,
    headers: { 'x-a': 'b', 'set-cookie': 'c=1, d=2' },
  })
  const seen = JSON.parse(text(answer.body))
  expect(seen).toMatchObject({ method: 'POST', url: '/hook?x=%20', body: 'qué' })
  expect(seen.headers).toEqual({
    'x-own': 'yes',
    host: origin.slice('http://'.length),
    'content-length': '4',
    connection: 'close',
  })
})

test('a body that is cut arrives in chunks, without its length', async () => {
  const origin = await serve(async (request, response) => {
    const chunks: string[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk).toString('latin1'))
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    response.end(JSON.stringify({ chunks, length, coding }))
  })
  const answer = await ask(`${origin}/hook`, { method: 'POST', body: 'qué', cuts: [1, 3] })
  expect(JSON.parse(text(answer.body))).toEqual({ chunks: ['q', 'u\u00c3', '\u00a9'], coding: 'chunked' })
})

test('a name is resolved once, and what it led to is connected to', async () => {
  const origin = await serve((request, response) => response.end(request.headers.host))
  const names: string[] = []
  const lookup = async (name: string) => {
    names.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const { port } = new URL(origin)
  const answer = await ask(`http://hook.example.:${port}/`, { lookup })
  expect(text(answer.body)).toBe(`hook.example.:${port}`)
  expect(names).toEqual(['hook.example'])
})

test('a name that turns private is refused at the connection, and the server behind it hears nothing', async () => {
  let hits = 0
  const origin = await serve((_, response) => {
    hits += 1
    response.end()
  })
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const refused = ask(`http://hook.example:${new URL(origin).port}/`, { lookup, allowPrivate: false })
  await expect(refused).rejects.toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  await expect(ask(origin, { allowPrivate: false })).rejects.toMatchObject({ because: 'address' })
  expect(hits).toBe(0)
})

test('a body is read up to the bound', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/exact') return response.end('x'.repeat(1000))
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    return more()
  })
  const endless = await ask(`${origin}/endless`)
  expect(endless).toMatchObject({ status: 200, complete: false })
  expect(text(endless.body)).toBe('x'.repeat(1000))
  expect(await ask(`${origin}/exact`)).toMatchObject({ complete: true, body: { length: 1000 } })
})

test('the reading ends when the caller has enough, and the connection with it', async () => {
  let ended: () => void
  const closed = new Promise<void>((resolve) => (ended = resolve))
  const origin = await serve((_, response) => {
    response.on('close', () => ended())
    response.write('enough')
  })
  const answer = await ask(origin, { until: (body) => text(body) === 'enough' })
  expect(answer).toMatchObject({ complete: false, body: { length: 6 } })
  await closed
})

test('no connection outlives its response', async () => {
  const server = http.createServer((_, response) => response.end('ok'))
  const origin = await listen(server)
  await ask(origin)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
})

test.each(['nothing', 'headers', 'drip'])('an exchange that stalls is ended in time: %s', async (stall) => {
  const origin = await listen(
    net.createServer((socket) => {
      if (stall === 'nothing') return
      socket.write('HTTP/1.1 200 OK\r\n')
      if (stall === 'drip') socket.write('Content-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write(stall === 'drip' ? 'x' : 'X-A: b\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    }),
  )
  const startedMs = performance.now()
  await expect(ask(origin, { timeoutMs: 100 })).rejects.toMatchObject({
    name: 'OutgoingFailed',
    because: 'timeout',
  })
  expect(performance.now() - startedMs).toBeLessThan(900)
})

test('a lookup that never answers is ended in time too', async () => {
  const lookup = () => new Promise<never>(() => {})
  await expect(ask('http://hook.example/', { lookup, timeoutMs: 20 })).rejects.toMatchObject({
    because: 'timeout',
  })
})

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'answer'],
  [
    'a switch of protocols',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    'answer',
  ],
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', 'connection'],
  ['endless headers', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`, 'answer'],
  ['nothing', '', 'connection'],
])('a server that sends %s is a failure', async (_, bytes, because) => {
  await expect(ask(await saying(bytes))).rejects.toMatchObject({ name: 'OutgoingFailed', because })
})

test('without a listener the connection is refused', async () => {
  const server = net.createServer()
  const origin = await listen(server)
  await new Promise((closed) => server.close(closed))
  await expect(ask(origin)).rejects.toThrow('The connection was refused.')
})

test('a server without TLS fails an https request', async () => {
  const origin = await saying('HTTP/1.1 400 Bad Request\r\n\r\n')
  await expect(ask(origin.replace('http:', 'https:'))).rejects.toMatchObject({
    name: 'OutgoingFailed',
    because: 'tls',
  })
})

test.each([{ 'x-a': 'b\r\nX-Smuggled: c' }, { 'x a': 'b' }])(
  'a header that breaks HTTP is refused: %j',
  async (headers) => {
    const origin = await serve((_, response) => response.end())
    await expect(ask(origin, { headers })).rejects.toMatchObject({
      name: 'OutgoingRefused',
      because: 'header',
    })
  },
)

test('a redirect is a response unless following was asked for', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/end') response.end('arrived')
    else response.writeHead(302, { location: '/end' }).end()
  })
  expect(await ask(origin)).toMatchObject({ status: 302, headers: { location: '/end' } })
  const followed = await ask(origin, { followRedirects: 1 })
  expect(followed).toMatchObject({ status: 200, url: `${origin}/end` })
  expect(text(followed.body)).toBe('arrived')
})

test('no more redirects are followed than allowed', async () => {
  let hits = 0
  const origin = await serve((_, response) => {
    hits += 1
    response.writeHead(302, { location: '/again' }).end()
  })
  await expect(ask(origin, { followRedirects: 3 })).rejects.toMatchObject({ because: 'redirects' })
  expect(hits).toBe(4)
})

test.each([
  ['file:///etc/passwd', 'scheme'],
  ['http://user:secret@127.0.0.1/', 'credentials'],
  ['http://[', 'url'],
])('a redirect to %s is refused', async (location, because) => {
  const origin = await serve((_, response) => response.writeHead(302, { location }).end())
  await expect(ask(origin, { followRedirects: 1 })).rejects.toMatchObject({
    name: 'OutgoingRefused',
    because,
  })
})

test('each hop is resolved and checked again', async () => {
  const origin = await serve((_, response) =>
    response.writeHead(302, { location: 'http://other.example:1/' }).end(),
  )
  const names: string[] = []
  const lookup = async (name: string) => {
    names.push(name)
    return name === 'hook.example' ? [{ address: '127.0.0.1', family: 4 }] : []
  }
  const url = `http://hook.example:${new URL(origin).port}/`
  await expect(ask(url, { lookup, followRedirects: 3 })).rejects.toMatchObject({ because: 'name' })
  expect(names).toEqual(['hook.example', 'other.example'])
})

test.each([
  [303, 'GET', ''],
  [302, 'GET', ''],
  [307, 'POST', 'said'],
  [308, 'POST', 'said'],
])('after %i a POST goes on as %s', async (status, method, body) => {
  const origin = await serve(async (request, response) => {
    if (request.url !== '/end') return response.writeHead(status, { location: '/end' }).end()
    return response.end(
      JSON.stringify([request.method, await readAll(request), request.headers['x-signature']]),
    )
  })
  const headers = { 'x-signature': 's', 'content-type': 'text/plain' }
  const answer = await ask(origin, { method: 'POST', body: 'said', headers, followRedirects: 1 })
  expect(JSON.parse(text(answer.body))).toEqual([method, body, 's'])
})

test('another origin does not get the headers meant for the first', async () => {
  const other = await serve((request, response) => response.end(JSON.stringify(request.headers)))
  const origin = await serve((_, response) => response.writeHead(307, { location: other }).end())
  const headers = { Authorization: 'Bearer x', 'X-Signature': 's', Accept: 'text/plain' }
  const seen = JSON.parse(text((await ask(origin, { headers, followRedirects: 1 })).body))
  expect(seen).toEqual({ accept: 'text/plain', host: other.slice('http://'.length), connection: 'close' })
})
