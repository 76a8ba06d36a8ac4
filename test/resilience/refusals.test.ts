import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../src/cli/support/errors.ts'
import { writeOutput } from '../../src/cli/support/output-file.ts'
import { TokenGate } from '../../src/server/token-gate.ts'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { AGENCY, car, head, LISTINGS, rawConnection, startServer, statusesIn } from './test-server.ts'

/** Refusals at the edge: each says what is wrong, and none opens a way around another. */

const command = await bundledCommand()
afterAll(command.remove)

const problemOf = (text: string) => {
  expect(text).toMatch(/content-type: application\/problem\+json/i)
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
}

it.each([
  [400, 'GET /v3 HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n'],
  [400, 'NONSENSE\r\n\r\n'],
  [400, 'GET /v3 HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [417, head('GET', '/v3', { Expect: 'more', Connection: 'close' })],
  [431, head('GET', '/v3', { 'X-Huge': 'x'.repeat(64 * 1024) })],
  [405, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n'],
])('what the parser refuses with %d is a problem', async (status, text) => {
  const { port } = await startServer()
  const { socket, closed } = rawConnection(port)
  socket.write(text)
  expect(problemOf(await closed)).toMatchObject({ Status: status, Detail: expect.stringMatching(/\.$/) })
})

it('an HTTP/1.0 request without Host counts as sent to the address of its connection, and HTTP/1.1 needs one', async () => {
  const { port } = await startServer()
  const answerTo = (text: string) => {
    const { socket, closed } = rawConnection(port)
    socket.write(text)
    return closed
  }
  for (const target of ['/_playa/health', '/_playa/ready', '/v3', '/_playa'])
    expect(statusesIn(await answerTo(`GET ${target} HTTP/1.0\r\n\r\n`))).toEqual([200])
  expect(await answerTo('HEAD /_playa/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  expect(statusesIn(await answerTo('GET /_playa/health HTTP/1.1\r\n\r\n'))).toEqual([400])
  const listed = await answerTo('GET /_playa/worlds/default HTTP/1.0\r\n\r\n')
  expect(listed).toContain(`"base":"http://127.0.0.1:${port}/w/default"`)
})

const POST = head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Content-Length': 2 })
const CHUNKED = head('POST', LISTINGS, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })
const WAITING = `${head('GET', '/v3')}${`${POST}{}`.repeat(20)}${head('GET', '/v3/nothing')}`
const ANSWERED = [200, ...Array<number>(20).fill(400), 404]
const AFTER = head('GET', '/v3', { Connection: 'close' })

it.each([
  ['bytes that are not a request', 'NONSENSE\r\n\r\n', [400]],
  ['headers that are too large', head('GET', '/v3', { 'X-Huge': 'x'.repeat(64 * 1024) }), [431]],
  ['a body in invalid chunks', `${CHUNKED}zz\r\n`, [400]],
  ['a request without Host', 'GET /v3 HTTP/1.1\r\n\r\n', [400]],
  ['a backslash in its path', head('GET', '/v3/\\'), [400, 200]],
  ['a backslash in its path and a body', `${POST.replace(LISTINGS, '/\\')}{}`, [400, 200]],
  ['a target that is not a URL', head('GET', 'http://['), [400, 200]],
  ['a host that is not a host', 'GET /v3 HTTP/1.1\r\nHost: a b\r\n\r\n', [400, 200]],
  ['a CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', [405]],
  ['an unknown Expect', head('GET', '/v3', { Expect: 'more' }), [417, 200]],
])(
  'pipelined requests before %s are answered first, those after it if its end is known',
  async (_, bad, then) => {
    const { port, failures } = await startServer()
    const { socket, closed } = rawConnection(port)
    socket.write(WAITING + bad + AFTER)
    expect(statusesIn(await closed)).toEqual([...ANSWERED, ...then])
    expect(failures).toEqual([])
  },
)

it('a response before the end of its request is not followed by a second one when the rest is invalid', async () => {
  const { port } = await startServer()
  const { socket, closed, received } = rawConnection(port)
  socket.write(`${CHUNKED}200000\r\n${'x'.repeat(0x20_00_00)}\r\n`)
  await received(/\r\n\r\n\{.*\}$/)
  socket.write('zz\r\n')
  expect(statusesIn(await closed)).toEqual([413])
})

it('a request that does not arrive in time is a problem with status 408', async () => {
  const { port } = await startServer({ timeouts: { headersTimeoutMs: 50, checkIntervalMs: 10 } })
  const { socket, closed } = rawConnection(port)
  socket.write('GET /v3 HTTP/1.1\r\nHost: a\r\n')
  expect(problemOf(await closed)).toMatchObject({ Status: 408 })
})

it('two Host headers are refused', async () => {
  const { port } = await startServer()
  const { socket, closed } = rawConnection(port)
  socket.write('GET /v3 HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n')
  expect(problemOf(await closed)).toMatchObject({ Status: 400, Detail: expect.stringContaining('two Host') })
})

it.each([
  ['dot segments', '/_playa/photos/../worlds', 'Host: 127.0.0.1\r\nOrigin: null\r\nSec-Fetch-Mode: no-cors'],
  ['coded dot segments', '/_playa/photos/%2e%2e/worlds', 'Host: localhost\r\nSec-Fetch-Site: cross-site'],
  ['an absolute target', 'http://rebound.example/_playa/worlds', 'Host: 127.0.0.1'],
])('%s lead to no call that the guard refuses', async (_, target, headers) => {
  const { port } = await startServer()
  const { socket, closed } = rawConnection(port)
  socket.write(`GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
  expect(problemOf(await closed)).toMatchObject({ Status: 403 })
})

it('links in messages lead to this server, whatever Host the request had', async () => {
  const { port, url, ask, simulator } = await startServer()
  const received: string[] = []
  const receiver = createServer((request, response) => {
    request.on('data', (part: Buffer) => received.push(part.toString()))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const address = receiver.address()
  const Callback = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  await ask('PUT', '/v3/appnotificaciones/publicacion-estado', { Callback })
  const body = JSON.stringify(car('gol-1'))
  const { socket, received: answered } = rawConnection(port)
  socket.write(
    `POST ${LISTINGS} HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await answered(/HTTP\/1\.1 201/)
  const { deliveries } = simulator.worlds.require('default').world
  expect([...deliveries.all].map(({ base }) => base)).toEqual([url])
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).not.toContain('evil.example')
})

it('wrong control tokens are counted by address, both in Authorization and on the sign-in page', async () => {
  const { url } = await startServer({
    token: 'the-right-one',
    pages: async () => () => new Response('', { status: 401 }),
  })
  const call = async (token: string) =>
    (await fetch(`${url}/_playa/worlds`, { headers: { Authorization: `Bearer ${token}` } })).status
  const signIn = async () =>
    (await fetch(`${url}/_playa/ui/login`, { method: 'POST', body: 'token=x' })).status
  expect(await call('the-right-one')).toBe(200)
  for (let i = 0; i < 10; i += 1) expect([await call('wrong'), await signIn()]).toEqual([401, 401])
  expect([await call('wrong'), await signIn(), await call('the-right-one')]).toEqual([429, 429, 429])
})

it('failures of one address do not count for another, and end after a minute', () => {
  let nowMs = 0
  const gate = new TokenGate('right', () => nowMs)
  for (let i = 0; i < 20; i += 1) gate.countFailure('2001:db8::1')
  // One holder has all addresses of a network of 64 bits.
  expect([gate.waitS('2001:db8::ffff'), gate.waitS('2001:db8:0:1::1'), gate.waitS('10.0.0.1')]).toEqual([
    60, 0, 0,
  ])
  nowMs = 60_000
  expect(gate.waitS('2001:db8::1')).toBe(0)
})

it('a file that cannot be written whole stays as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.yaml')
  writeFileSync(file, 'former')
  // The text cannot be made, as if the disk were full.
  const broken = { toString: () => Promise.reject(new Error('no space')) } as unknown as string
  expect(() => writeOutput(file, broken, (sentence) => new Failure(sentence))).toThrow(/cannot be written/)
  expect(readFileSync(file, 'utf8')).toBe('former')
  writeOutput(file, 'later', (sentence) => new Failure(sentence))
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['later', ['a.yaml']])
})

it.skipIf(!existsSync('/dev/full'))('an output that is full ends the server with a sentence', async () => {
  const line = `node ${JSON.stringify(command.path)} serve --port 0 --json > /dev/full`
  const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, said]).toEqual([1, expect.stringMatching(/^The output cannot be written: .*\.\n$/)])
})

it('SIGTERM ends the server although a receiver hangs', async () => {
  const receiver = createServer(() => {})
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => receiver.closeAllConnections())
  onTestFinished(() => void receiver.close())
  const address = receiver.address()
  const serving = await command.serve(['--scenario', 'empty'])
  const { url } = serving.ready
  const Callback = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const send = (method: string, path: string, body: object) =>
    fetch(url + path, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })
  await send('PUT', '/v3/appnotificaciones/publicacion-estado', { Callback })
  const connected = new Promise((resolve) => receiver.once('request', resolve))
  expect((await send('POST', `/v3/publicaciones/${AGENCY}`, car('gol-1'))).status).toBe(201)
  await connected
  const startedMs = performance.now()
  serving.signal('SIGTERM')
  expect((await serving.ended).code).toBe(0)
  // An attempt would last ten seconds.
  expect(performance.now() - startedMs).toBeLessThan(8_000)
})
