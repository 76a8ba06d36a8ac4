import { request as httpRequest } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { listen } from './listen.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** Servers behind proxies, and clients that pretend to be one. */

const TOKEN = 'a-control-token'

const openServer = async (given?: string | true, token = TOKEN) => {
  const simulator = await Simulator.open({ scenario: 'empty', profile: { 'common/href-form': 'absolute' } })
  const { webPages } = await import('../cli/support/web-pages.ts')
  const server = await listen(simulator, {
    port: 0,
    hostname: '127.0.0.1',
    allowedHosts: ['sandbox.example'],
    token: token || undefined,
    pages: webPages(token || undefined),
    proxies: given === undefined ? undefined : trustedProxies(given),
  })
  onTestFinished(() => server.close())
  return (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      httpRequest({ port: server.port, host: '127.0.0.1', path, method, headers }, (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
        .once('error', reject)
        .end(body)
    })
}

const bearer = { Authorization: `Bearer ${TOKEN}` }
const FORWARDED = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'sandbox.example',
}

it('without trusted proxies the headers change nothing', async () => {
  const send = await openServer()
  const { text } = await send('/_playa/worlds/default', { ...bearer, ...FORWARDED, Host: 'localhost:9' })
  expect(JSON.parse(text).base).toBe('http://localhost:9/w/default')
  const entry = await send('/v3', { ...FORWARDED, 'X-Forwarded-Prefix': '/sandbox', Host: 'localhost:9' })
  expect(entry.text).toContain('"http://localhost:9/v3')
  const page = await send('/_playa/ui/login', {
    ...FORWARDED,
    Origin: 'https://localhost',
    Host: 'localhost',
  })
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('--trust-proxy')])
})

it.each([
  ['X-Forwarded-*', FORWARDED],
  ['Forwarded', { Forwarded: 'for=203.0.113.7;proto=https;host="sandbox.example"' }],
  [
    'Forwarded, after a client that opens a quote',
    { Forwarded: 'for="evil, for=203.0.113.7;proto=https;host=sandbox.example' },
  ],
] as const)('a trusted proxy says by %s what the client called', async (_, headers) => {
  const send = await openServer(true)
  const made = await send('/_playa/worlds/default', { ...bearer, ...headers })
  expect(JSON.parse(made.text).base).toBe('https://sandbox.example/w/default')
  expect((await send('/v3', headers)).text).toContain('"https://sandbox.example/v3')
  const own = await send('/v3', { ...headers, Origin: 'https://sandbox.example' })
  expect(own.status).toBe(200)
  const other = await send('/v3', { ...headers, Origin: 'http://sandbox.example' })
  expect(other.status).toBe(403)
  const form = {
    ...headers,
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: 'https://sandbox.example',
  }
  const signedIn = await send('/_playa/ui/login', form, 'POST', `token=${TOKEN}`)
  expect(String(signedIn.headers['set-cookie'])).toMatch(/playa_console_443=.*; Secure/)
  // The same connection without the headers is plain again.
  expect(JSON.parse((await send('/_playa/worlds/default', bearer)).text).base).toMatch(/^http:\/\/127/)
})

it('a path before the sandbox is in every link', async () => {
  const send = await openServer(true)
  const headers = { ...FORWARDED, 'X-Forwarded-Prefix': '/sandbox/' }
  expect((await send('/w/default/v3', headers)).text).toContain(
    '"https://sandbox.example/sandbox/w/default/v3',
  )
  const made = await send('/_playa/worlds', { ...headers, ...bearer }, 'POST', '{"name": "w-7"}')
  expect(made.headers['location']).toBe('/sandbox/_playa/worlds/w-7')
  expect(JSON.parse(made.text).base).toBe('https://sandbox.example/sandbox/w/w-7')
  const evil = await send('/v3', { ...FORWARDED, 'X-Forwarded-Prefix': '//evil.example' })
  expect(evil.text).toContain('"https://sandbox.example/v3')
})

it('wrong tokens are counted for the client, whatever the client adds to the list', async () => {
  const send = await openServer('1')
  const wrong = (address: string) =>
    send('/_playa/worlds', { Authorization: 'Bearer wrong', 'X-Forwarded-For': address })
  // The last entry is the proxy's own; the client claims the others.
  for (let i = 0; i < 20; i++) expect((await wrong(`198.51.100.${i}, 203.0.113.7`)).status).toBe(401)
  expect((await wrong('198.51.100.77, 203.0.113.7')).status).toBe(429)
  expect((await wrong('203.0.113.8')).status).toBe(401)
})

it('headers of a peer that is not a proxy are ignored, and an unknown host stays unknown', async () => {
  const send = await openServer('192.0.2.0/24')
  const { text } = await send('/_playa/worlds/default', { ...bearer, ...FORWARDED })
  expect(JSON.parse(text).base).toMatch(/^http:\/\/127/)
  const trusting = await openServer(true)
  const rebound = await trusting('/_playa/worlds', { ...bearer, 'X-Forwarded-Host': 'evil.example' })
  expect(rebound.status).toBe(403)
  const broken = await trusting('/_playa/worlds/default', { ...bearer, 'X-Forwarded-Host': 'a b/../c' })
  expect(JSON.parse(broken.text).base).toMatch(/^http:\/\/127/)
})

it.each(['0', '33', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', ''])(
  '--trust-proxy %s is refused in a sentence',
  (given) => {
    expect(() => trustedProxies(given)).toThrow(/^--trust-proxy takes a number of proxies from 1 to 32, or/)
  },
)

it('without a token a rebound page reaches no control call by forged proxy headers', async () => {
  const says = { 'X-Forwarded-Host': 'localhost', Host: 'rebound.example:4010' }
  const open = await openServer(true, '')
  expect((await open('/_playa/worlds', says)).status).toBe(403)
  expect((await open('/_playa/worlds', { ...FORWARDED, Host: '127.0.0.1:4010' })).status).toBe(200)
  expect((await open('/v3', says)).status).toBe(200)
})
