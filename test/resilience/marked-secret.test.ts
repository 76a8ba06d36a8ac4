import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { agentEndpoint } from '../../src/cli/support/agent-endpoint.ts'
import { webPages } from '../../src/cli/support/web-pages.ts'
import { controlCalls } from '../../src/control/table.ts'
import { JsonLog } from '../../src/server/json-log.ts'
import { AGENCY, car, LISTINGS, startServer } from './test-server.ts'

/** One marked secret in every place that can hold one, and every output that must not show it. */

const MARK = 'MarKed-secret-0123456789'
const TOPIC = '/v3/appnotificaciones/publicacion-consultada'

/** A receiver that repeats what it got, and answers with secrets of its own. */
const echoingReceiver = async () => {
  const got: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      got.push(JSON.stringify(request.headers) + request.url)
      response.setHeader('Set-Cookie', `sid=${MARK}`)
      response.setHeader('X-Api-Key', MARK)
      response.end(JSON.stringify({ token: MARK, echo: request.headers, url: request.url, body }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return { got, callback: `http://127.0.0.1:${port}/hook?access_token=${MARK}&b=1#session=${MARK}` }
}

const HEADERS = {
  Authorization: `Bearer ${MARK}`,
  Cookie: `session=${MARK}`,
  'X-Api-Key': MARK,
  'X-Jwt': MARK,
  'X-Otp': MARK,
  Referer: `https://a.example/?pwd=${MARK}`,
}

const MEMBERS = [
  'Secret',
  'password',
  'contraseña',
  'contrasena',
  'clave',
  'pin',
  'otp',
  'cvv',
  'jwt',
  'session',
]

it('a secret appears in no output but where it must', { timeout: 60_000 }, async () => {
  const lines: string[] = []
  const log = new JsonLog({ write: (line) => void lines.push(line) })
  const { ask, url, failures } = await startServer({ pages: webPages(), agentTools: agentEndpoint, log })
  const { got, callback } = await echoingReceiver()
  for (const name of MEMBERS) {
    await ask('POST', LISTINGS, car('gol-1', { [name]: MARK, in: [{ [name]: { a: MARK } }] }), HEADERS)
    await ask('GET', `${LISTINGS}?${encodeURIComponent(name)}=${MARK}`, undefined, HEADERS)
  }
  await ask('POST', LISTINGS, car('gol-2', { Fotos: [`http://ana:${MARK}@127.0.0.1/1.jpg?sig=${MARK}`] }))
  await ask('POST', LISTINGS, car('gol-1'))
  const header = { Name: 'X-Api-Key', Value: MARK }
  const hook = { Callback: callback, Secret: MARK, Activo: true, HeaderCustom01: header }
  await ask('POST', TOPIC, hook)
  await ask('PUT', TOPIC, hook)
  await ask('PUT', `/v3/notificaciones/${AGENCY}`, { PublicacionConsultadaWebHook: hook })
  const lead = await ask('POST', '/_playa/worlds/default/inquiries', { externalid: 'gol-1', notify: true })
  expect(lead.status).toBe(201)
  await ask('POST', '/_playa/worlds/default/clock/advance', { by: 'PT1M' })
  await expect.poll(() => got.length, { timeout: 5_000 }).toBeGreaterThan(0)
  expect(got.join('\n')).toContain(MARK)

  const targets = controlCalls
    .filter(({ method, path }) => method === 'GET' && !MUST_SHOW.test(path) && path !== '/events')
    .flatMap(({ path }) => {
      const at = path.replace('{world}', 'default')
      return [1, 2, 20, 23, 24, 25, 26].map((n) => `/_playa${at.replaceAll(/\{\w+\}/g, String(n))}`)
    })
  const pages = ['', '/journal', '/deliveries', '/outbox', '/worlds', '/hints'].map((at) => `/_playa/ui${at}`)
  const shown: string[] = []
  const look = (target: string, text: string) => {
    if (text.includes(MARK) || text.includes(encodeURIComponent(MARK)) || text.includes(btoa(MARK)))
      shown.push(`${target}: ${text.slice(Math.max(0, text.indexOf(MARK) - 80), text.indexOf(MARK) + 40)}`)
  }
  for (const target of new Set([...targets, ...pages])) {
    const bytes = Buffer.from(await (await fetch(url + target)).arrayBuffer())
    look(target, (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString())
  }
  const exchange = { exchange: 1 }
  for (const [name, input] of [
    ['list_exchanges', {}],
    ['explain_refusal', exchange],
    ['list_deliveries', {}],
    ['show_delivery', { delivery: 'd1' }],
    ['list_hints', {}],
    ['count_requests', { method: 'NONE' }],
    ['what_if', { ...exchange, assume: { 'errors/not-found': 'problem' } }],
  ] as const) {
    const params = { name, arguments: input }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const accept = { Accept: 'application/json, text/event-stream' }
    const { status, text } = await ask('POST', '/_playa/mcp', call, accept)
    expect([name, status, text]).toEqual([name, 200, expect.stringContaining('"content"')])
    look(name, text)
  }
  expect(lines.length).toBeGreaterThan(20)
  look('log', lines.join('\n'))
  expect(shown).toEqual([])
  expect(targets.some((target) => target.endsWith('journal.har'))).toBe(true)
  expect(JSON.stringify(failures.map(String))).not.toContain(MARK)
})

/** The export makes the same world again, and says that it holds secrets. */
const MUST_SHOW = /\/export$/
