import { getEventListeners } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { httpTransport } from './http-transport.ts'

it('a write on a connection that the service has closed meanwhile is sent again on a new one', async () => {
  const answers = new WeakMap<object, number>()
  const server = createServer((incoming, outgoing) => {
    const count = (answers.get(incoming.socket) ?? 0) + 1
    answers.set(incoming.socket, count)
    if (count > 1) incoming.socket.resetAndDestroy()
    else outgoing.end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { send, close } = httpTransport({ timeoutMs: 5_000 })
  const post = { method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' }
  try {
    for (let n = 0; n < 3; n++) expect((await send(post)).status).toBe(200)
  } finally {
    close()
    server.close()
  }
})

it('an interruption ends every exchange under way, with one listener for all', async () => {
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
