import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPrng } from '../../lib/random/prng.ts'
import { LostWriteError, UnreachableError } from './exchange.ts'
import { httpTransport } from './http-transport.ts'

/** Serves `respond` and counts how often each path was requested. */
const countingServer = async (respond: (incoming: IncomingMessage, outgoing: ServerResponse) => void) => {
  const counts = new Map<string, number>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const { method = '', url = '' } = incoming
    counts.set(`${method} ${url}`, (counts.get(`${method} ${url}`) ?? 0) + 1)
    incoming.resume().on('end', () => respond(incoming, outgoing))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { server, counts, base: `http://127.0.0.1:${port}` }
}

const WRITES = ['POST', 'PUT', 'PATCH']

it('a write that the service has read is sent once, also where the connection was kept open', async () => {
  const { server, counts, base } = await countingServer(({ method, socket }, outgoing) => {
    if (method === 'GET') outgoing.end('{}')
    else socket.resetAndDestroy()
  })
  const { send, close } = httpTransport({ timeoutMs: 5_000 })
  const get = () => send({ method: 'GET', url: `${base}/`, headers: {} })
  for (const method of WRITES) {
    await get()
    const lost = send({ method, url: `${base}/${method}`, headers: {}, body: '{}' })
    await expect(lost).rejects.toThrow(UnreachableError)
  }
  expect(WRITES.map((method) => counts.get(`${method} /${method}`))).toEqual([1, 1, 1])
  close()
  server.close()
})

it('a write that is answered too late is sent once, also where the connection was kept open', async () => {
  const { server, counts, base } = await countingServer(({ method }, outgoing) => {
    if (method === 'GET') outgoing.end('{}')
  })
  const { send, close } = httpTransport({ timeoutMs: 200 })
  for (const method of WRITES) {
    await send({ method: 'GET', url: `${base}/`, headers: {} })
    const late = send({ method, url: `${base}/${method}`, headers: {}, body: '{}' })
    await expect(late).rejects.toThrow('was not answered within 200 ms')
  }
  expect(WRITES.map((method) => counts.get(`${method} /${method}`))).toEqual([1, 1, 1])
  close()
  server.closeAllConnections()
  server.close()
})

it('a read whose kept connection the service closes is sent again, and writes then open their own', async () => {
  const seen = new WeakSet<object>()
  const { server, counts, base } = await countingServer(({ method, socket }, outgoing) => {
    if (method === 'GET' && seen.has(socket)) socket.resetAndDestroy()
    else outgoing.end('{}')
    seen.add(socket)
  })
  const { send, close } = httpTransport({ timeoutMs: 5_000 })
  const get = { method: 'GET', url: `${base}/`, headers: {} }
  for (let n = 0; n < 2; n++) expect((await send(get)).status).toBe(200)
  expect(counts.get('GET /')).toBe(3)
  const connections = new Set<object>()
  server.on('request', ({ socket }) => connections.add(socket))
  for (let n = 0; n < 3; n++) expect((await send({ ...get, method: 'PATCH', body: '{}' })).status).toBe(200)
  expect(connections.size).toBe(3)
  close()
  server.close()
})

it('a service that closes idle connections at odd moments is sent each write once and answers creates', async () => {
  const random = createPrng(7)
  const { server, counts, base } = await countingServer(({ socket }, outgoing) => {
    outgoing.end('{}')
    setTimeout(() => socket.destroy(), random.int(0, 6))
  })
  const { send, close } = httpTransport({ timeoutMs: 5_000 })
  let lost = 0
  const client = async (name: number) => {
    for (let n = 0; n < 60; n++) {
      const method = ['GET', ...WRITES][random.int(0, 3)] ?? ''
      const request = {
        method,
        url: `${base}/${name}/${n}`,
        headers: {},
        ...(method !== 'GET' && { body: '{}' }),
      }
      const status = await send(request).then(
        (response) => response.status,
        (error: unknown) => error,
      )
      if (status instanceof LostWriteError && method !== 'POST') lost += 1
      else expect(status).toBe(200)
      await delay(random.int(0, 6))
    }
  }
  await Promise.all([0, 1, 2, 3].map(client))
  const writes = [...counts].filter(([request]) => !request.startsWith('GET'))
  expect(writes.filter(([, count]) => count !== 1)).toEqual([])
  // Before the first one is closed, nothing shows that this service closes connections.
  expect(lost).toBeLessThanOrEqual(4)
  close()
  server.close()
})

it('an interruption ends every exchange in flight, with one listener for all', async () => {
  const server = createServer(() => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { send, close } = httpTransport({ timeoutMs: 60_000 })
  const run = new AbortController()
  const get = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {} }
  const waiting = Array.from({ length: 12 }, () => send(get, run.signal))
  expect(getEventListeners(run.signal, 'abort')).toHaveLength(1)
  run.abort()
  const ends = await Promise.allSettled([...waiting, send(get, run.signal)])
  expect(ends.map(({ status }) => status)).toEqual(Array(13).fill('rejected'))
  close()
  server.close()
})
