import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, it, onTestFinished } from 'vitest'
import { Simulator } from '../simulator/simulator.ts'
import { apiListener } from './api-listener.ts'
import { listen } from './listen.ts'
import type { NodeBindings, NodeHandler } from './node-bindings.ts'
import { PlainResponse } from './plain-response.ts'

const adapt = (respond: NodeHandler) =>
  // The bindings of HTTP/1.
  getRequestListener((sent, env) => respond(sent, env as NodeBindings), {
    errorHandler: (error) => new Response(String(error), { status: 500 }),
  })

/** Serves what `respond` returns; returns a function that asks for a path. */
const serving = async (respond: NodeHandler) => {
  const server = createServer(apiListener(respond, adapt))
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A server on a port has an address.
  const { port } = server.address() as AddressInfo
  return (path: string, asking: Asked = {}) => asked(port, path, asking)
}

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const asked = (port: number, path: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number | undefined; headers: object; text: string }>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => {
        const { date: _, ...others } = response.headers
        resolve({ status: response.statusCode, headers: others, text })
      })
    })
    sent.on('error', reject).end(body)
  })

/** The adapter expects IPv6 hosts in brackets. */
const ADAPTED = { Host: '[::1]:4010' }

const firstListed = async (port: number, list: string): Promise<string> =>
  JSON.parse((await asked(port, list)).text)._entries[0]._links.self.href

const plain = (body: string): Response =>
  // As `sendResponse` makes it.
  new PlainResponse({ status: 200, headers: { 'Content-Length': '2' }, body }) as unknown as Response

it.each<[string, NodeHandler, { status: number; text: string }]>([
  ['a plain response', () => plain('ok'), { status: 200, text: 'ok' }],
  ['a plain response later', async () => plain('ok'), { status: 200, text: 'ok' }],
  ['a web response', () => new Response('ok', { status: 203 }), { status: 203, text: 'ok' }],
  ['a web response later', async () => new Response('ok', { status: 203 }), { status: 203, text: 'ok' }],
  ['a rejection', () => Promise.reject(new Error('no')), { status: 500, text: 'Error: no' }],
  [
    'a failure',
    () => {
      throw new Error('no')
    },
    { status: 500, text: 'Error: no' },
  ],
])('%s to a read is sent', async (_, respond, expected) => {
  expect(await (await serving(respond))('/v3/marcas')).toMatchObject(expected)
})

it('only ordinary requests of the described API may have a plain response', async () => {
  const seen: string[] = []
  const ask = await serving((sent, { takesPlain = false }) => {
    seen.push(`${sent.method} ${new URL(sent.url).pathname} ${takesPlain}`)
    return new Response('ok')
  })
  for (const path of ['/v3/marcas', '/w/one/v3', '/_playa/worlds', '/v30']) await ask(path)
  await ask('/v3/small', { method: 'PUT', body: 'x' })
  await ask('/v3/large', { method: 'PUT', body: 'x'.repeat(20_000) })
  await ask('/v3/coded', { method: 'POST', body: 'x', headers: { 'Transfer-Encoding': 'chunked' } })
  await ask('/v3/marcas', { method: 'OPTIONS' })
  expect(seen).toEqual([
    'GET /v3/marcas true',
    'GET /w/one/v3 true',
    'GET /_playa/worlds false',
    'GET /v30 false',
    'PUT /v3/small true',
    'PUT /v3/large false',
    'POST /v3/coded false',
    'OPTIONS /v3/marcas false',
  ])
})

it('a request is answered the same whether the adapter takes it or not', async () => {
  const simulator = await Simulator.open({ scenario: 'demo', nowMs: Date.parse('2026-03-01T12:00:00-03:00') })
  const { port, close } = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  onTestFinished(close)
  for (const path of ['/v3', '/v3/agencias/ventas%40lospinos.example', '/v3/nothing/%zz', '/w/none/v3']) {
    expect(await asked(port, path)).toEqual(await asked(port, path, { headers: ADAPTED }))
  }
  const list = '/v3/publicaciones/ventas%40lospinos.example'
  const own = await firstListed(port, list)
  const writes: readonly (readonly [string, string, string])[] = [
    ['PATCH', own, '{"Precio":{"Moneda":"ARS","Importe":1234567}}'],
    ['PATCH', own, '{"Precio":-1}'],
    ['PATCH', own, '{"Kilo'],
    ['PATCH', `${list}/none`, '{}'],
    ['POST', list, '{}'],
    ['POST', own, '{}'],
    ['DELETE', own, '{}'],
    ['PUT', '/w/none/v3', '{}'],
  ]
  for (const [method, path, body] of writes) {
    const send = (headers: Readonly<Record<string, string>>) =>
      asked(port, path, { method, body, headers: { 'Content-Type': 'application/json', ...headers } })
    // The adapter takes bodies without a length.
    const adapted = await send({ 'Transfer-Encoding': 'chunked' })
    expect(await send({ 'Content-Length': String(body.length) })).toEqual(adapted)
  }
  expect(await asked(port, own)).toMatchObject({ text: expect.stringContaining('"Importe":1234567}') })
  expect(await asked(port, '/v3/mar\\cas')).toMatchObject({ status: 400 })
  expect(await asked(port, '/v3', { headers: { Host: 'a b' } })).toMatchObject({ status: 400 })
})
