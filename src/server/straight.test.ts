import { request as ask } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from './app.ts'
import { listen } from './listen.ts'
import { Sandbox } from '../simulator/simulator.ts'
import { DEFAULT_WORLD } from '../simulator/world-registry.ts'

const NOON = Date.parse('2026-03-01T12:00:00-03:00')
const AGENCY = 'ventas@lospinos.example'
const LISTINGS = `/v3/publicaciones/${AGENCY}`

const opened = async (cors: readonly string[] = []) => {
  const failures: unknown[] = []
  const sandbox = await Sandbox.open({ scenario: 'demo', nowMs: NOON, report: (error) => void failures.push(error) })
  const { port, close } = await listen(sandbox, { port: 0, hostname: '127.0.0.1', cors })
  onTestFinished(close)
  return { sandbox, port, failures }
}

interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Heard {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** What HTTP itself says of the connection and the hour. */
const OF_THE_CONNECTION = ['connection', 'date', 'keep-alive']

const onSocket = (port: number, { method = 'GET', path, headers = {}, body }: Asked): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, method, headers: { host: 'playa.localhost', ...headers } }
    const sent = ask(options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const told = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name))
        const text = Buffer.concat(parts).toString('utf8')
        resolve({ status: answer.statusCode, headers: Object.fromEntries(told), text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })

const inApp = async (sandbox: Sandbox, { method = 'GET', path, headers = {}, body }: Asked): Promise<Heard> => {
  const init = { method, headers, ...(body !== undefined && { body }) }
  const answer = await createApp(sandbox).fetch(new Request(`http://playa.localhost${path}`, init))
  const told = Object.fromEntries([...answer.headers])
  return { status: answer.status, headers: told, text: await answer.text() }
}

const JSON_BODY = { 'content-type': 'application/json' }

const REQUESTS: readonly Asked[] = [
  { path: '/v3' },
  { path: '/w/default/v3' },
  { path: '/v3?x=1' },
  { path: LISTINGS, headers: { accept: 'application/vnd.service.ref+json' } },
  { path: LISTINGS, method: 'HEAD' },
  { path: LISTINGS, method: 'DELETE' },
  { path: `/v3/publicaciones/${encodeURIComponent(AGENCY)}/nada%20de%2Fnada` },
  { path: `/v3/consultas/${AGENCY}?pagina=2` },
  { path: '/v3/nowhere' },
  { path: '/v3/' },
  { path: '/v3/marcas', headers: { accept: 'text/html' } },
  { path: '/v3/marcas', headers: { 'playa-aside': '1' } },
  { path: '/v3', headers: { 'playa-world': 'default' } },
  { path: '/v3/marcas', headers: { prefer: 'code=401' } },
  { path: LISTINGS, method: 'POST', headers: JSON_BODY, body: '{"ExternalId":"ñandú"}' },
  { path: LISTINGS, method: 'POST', headers: JSON_BODY, body: '{' },
  { path: LISTINGS, method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
  { path: LISTINGS, method: 'POST', headers: JSON_BODY, body: `{"Descripcion":"${'x'.repeat(1024 * 1024)}"}` },
]

it('a request is answered on the socket as the app answers it: status, headers and bytes', async () => {
  const { sandbox, port } = await opened()
  for (const asked of REQUESTS) {
    const heard = await onSocket(port, asked)
    expect({ asked, ...heard }).toEqual({ asked, ...(await inApp(sandbox, asked)) })
    expect(Number(heard.headers['content-length']) > 0, asked.path).toBe(true)
  }
})

it('a tag that is read on the socket guards a write there, and is then not modified', async () => {
  const { port } = await opened()
  const list = JSON.parse((await onSocket(port, { path: LISTINGS })).text)
  const path: string = list._entries[0]._links.self.href
  const { headers } = await onSocket(port, { path })
  const etag = String(headers['etag'])
  expect(await onSocket(port, { path, headers: { 'if-none-match': etag } })).toEqual({
    status: 304,
    headers: { etag, vary: 'Accept' },
    text: '',
  })
  const stale = { path: `${path}/archivar`, method: 'PATCH', headers: { 'if-match': '"other"' } }
  expect((await onSocket(port, stale)).status).toBe(412)
  expect((await onSocket(port, { ...stale, headers: { 'if-match': etag } })).status).toBe(200)
})

it('what a page of another origin hears depends on that origin too', async () => {
  const { port } = await opened(['http://shop.example'])
  const { headers } = await onSocket(port, { path: '/v3', headers: { origin: 'http://shop.example' } })
  expect(headers['vary']).toBe('Accept, Origin')
  expect(headers['access-control-allow-origin']).toBe('http://shop.example')
})

it('a failure of the sandbox itself is reported, and told without its trace', async () => {
  const { sandbox, port, failures } = await opened()
  const held = sandbox.worlds.need(DEFAULT_WORLD)
  Object.defineProperty(held, 'world', {
    get: () => {
      throw new Error('broken on purpose')
    },
  })
  const { status, headers, text } = await onSocket(port, { path: '/v3' })
  expect([status, headers['content-type']]).toEqual([500, 'application/problem+json'])
  expect(JSON.parse(text)).toMatchObject({ Status: 500, Instance: '/v3' })
  expect(text).not.toContain('broken on purpose')
  expect(failures).toEqual([new Error('broken on purpose')])
})

it('a name that no host can have is refused', async () => {
  const { port } = await opened()
  expect((await onSocket(port, { path: '/v3', headers: { host: 'a b' } })).status).toBe(400)
})
