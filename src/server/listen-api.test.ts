import { request as httpRequest } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD } from '../sandbox/simulator/world-registry.ts'
import { listen } from './listen.ts'

const NOON = Date.parse('2026-03-01T12:00:00-03:00')
const LISTINGS = '/v3/publicaciones/ventas@lospinos.example'

const openServer = async (cors: readonly string[] = []) => {
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const simulator = await Simulator.open({ scenario: 'demo', nowMs: NOON, report })
  const { port, close } = await listen(simulator, { port: 0, hostname: '127.0.0.1', cors })
  onTestFinished(close)
  return { simulator, port, failures }
}

interface RequestOptions {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Received {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Sends the target exactly as written, which `fetch` would normalise. */
const send = (
  port: number,
  { method = 'GET', path, headers = {}, body }: RequestOptions,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      path,
      method,
      headers: { host: 'playa.localhost', ...headers },
    }
    const sent = httpRequest(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

const JSON_BODY = { 'content-type': 'application/json' }

it.each([
  [{ path: '/v3' }, 200],
  [{ path: '/w/default/v3' }, 200],
  [{ path: '/v3?x=1' }, 200],
  [{ path: '/w/other/v3' }, 404],
  [{ path: LISTINGS, method: 'HEAD' }, 200],
  [{ path: LISTINGS, method: 'DELETE' }, 405],
  [{ path: `${LISTINGS}/nada%20de%2Fnada` }, 404],
  [{ path: `${LISTINGS}/%zz` }, 404],
  [{ path: `${LISTINGS}/a%0Ab` }, 404],
  [{ path: '/v3/nowhere' }, 404],
  [{ path: '/v3/' }, 404],
  [{ path: '/v3/marcas', headers: { accept: 'text/html' } }, 406],
  [{ path: '/v3/marcas', headers: { prefer: 'code=401' } }, 401],
  [{ path: LISTINGS, method: 'POST', headers: JSON_BODY, body: '{' }, 400],
  [{ path: LISTINGS, method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }, 415],
  [{ path: LISTINGS, method: 'POST', headers: JSON_BODY, body: `{"D":"${'x'.repeat(1024 * 1024)}"}` }, 413],
] as const)('%j on a socket gets %i from the described API, with its length', async (sent, status) => {
  const { port } = await openServer()
  const received = await send(port, sent)
  expect([received.status, received.text]).toEqual([status, received.text])
  if (status !== 404 || sent.path !== '/w/other/v3')
    expect(Number(received.headers['content-length'])).toBeGreaterThan(0)
})

it('an entity tag from a read on the socket guards a write (PUB-34)', async () => {
  const { port } = await openServer()
  const list = JSON.parse((await send(port, { path: LISTINGS })).text)
  const path: string = list._entries[0]._links.self.href
  const etag = String((await send(port, { path })).headers['etag'])
  const unchanged = await send(port, { path, headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.text, unchanged.headers['etag']]).toEqual([304, '', etag])
  const stale = { path: `${path}/archivar`, method: 'PATCH', headers: { 'if-match': '"other"' } }
  expect((await send(port, stale)).status).toBe(412)
  expect((await send(port, { ...stale, headers: { 'if-match': etag } })).status).toBe(200)
})

it('a response to a page of another origin varies by that origin too', async () => {
  const { port } = await openServer(['http://shop.example'])
  const { headers } = await send(port, { path: '/v3', headers: { origin: 'http://shop.example' } })
  expect(String(headers['vary']).toLowerCase()).toBe('accept, origin')
  expect(headers['access-control-allow-origin']).toBe('http://shop.example')
})

it('a failure of the sandbox itself is reported, and the response does not show it', async () => {
  const { simulator, port, failures } = await openServer()
  const handle = simulator.worlds.require(DEFAULT_WORLD)
  Object.defineProperty(handle, 'world', {
    get: () => {
      throw new Error('broken on purpose')
    },
  })
  const { status, headers, text } = await send(port, { path: '/v3' })
  expect([status, headers['content-type']]).toEqual([500, 'application/problem+json'])
  expect(JSON.parse(text)).toMatchObject({ Status: 500, Instance: '/v3' })
  expect(text).not.toContain('broken on purpose')
  expect(failures).toEqual([new Error('broken on purpose')])
})

it('a request with an invalid Host is refused', async () => {
  const { port } = await openServer()
  expect((await send(port, { path: '/v3', headers: { host: 'a b' } })).status).toBe(400)
})

it('a process that serves another app with the adapter gets every response of a connection', async () => {
  const [before, said] = [{ Request, Response }, vi.spyOn(console, 'error').mockReturnValue()]
  onTestFinished(() => {
    Object.assign(globalThis, before)
    said.mockRestore()
    vi.resetModules()
  })
  vi.resetModules()
  const fresh = await import('./listen.ts')
  const simulator = await Simulator.open({ scenario: 'demo', nowMs: NOON })
  const { port, close } = await fresh.listen(simulator, { port: 0, hostname: '127.0.0.1' })
  const read = async () => {
    const got = await Promise.all(['GET', 'HEAD'].map((method) => send(port, { method, path: '/v3' })))
    return got.map(({ status }) => status)
  }
  expect(await read()).toEqual([200, 200])
  const { getRequestListener } = await import('@hono/node-server')
  // It puts its own Request and Response in the place of Node's.
  getRequestListener(() => new Response())
  expect(Response).not.toBe(before.Response)
  expect(await read()).toEqual([200, 200])
  await close()
  expect(said.mock.calls).toEqual([])
})
