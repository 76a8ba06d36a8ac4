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
