import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { originGuard } from './origin-guard.ts'

type Headers = Record<string, string>

const verdictOf = (
  headers: Headers,
  options: Partial<Parameters<typeof originGuard>[0]> = {},
  url = '/_playa',
) =>
  // The guard reads only these members of a message.
  originGuard({ hostname: '127.0.0.1', ...options })({
    headers,
    rawHeaders: Object.entries(headers).flat(),
    method: 'GET',
    url,
  } as unknown as IncomingMessage)

it.each(['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', 'LOCALHOST', 'shop.localhost', '10.0.0.7:80'])(
  'a request for host %s is allowed',
  (host) => expect(verdictOf({ host })).toEqual({ allowed: true }),
)

it.each([
  'evil.example',
  'evil.example:4010',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'notlocalhost',
])('an unknown host, %s, is refused with the option that allows it', (host) => {
  const name = host.replace(':4010', '')
  expect(verdictOf({ host })).toMatchObject({ allowed: false, status: 403 })
  expect(verdictOf({ host })).toHaveProperty('detail', expect.stringContaining(`--allow-host ${name}`))
  expect(verdictOf({ host }, { allowedHosts: [name.toUpperCase()] })).toEqual({ allowed: true })
})

it.each(['/v3', '/v3/marcas?q=1', '/w/shop/v3', '/w/shop/v3/marcas'])(
  'the described API at %s responds under any host name',
  (url) => expect(verdictOf({ host: 'api.example' }, {}, url)).toEqual({ allowed: true }),
)

it.each(['/v3', '/w/shop/v3/marcas'])(
  'an absolute target of the described API with another host is treated as its Host is: %s',
  (path) => {
    const host = 'api.example'
    expect(verdictOf({ host: '127.0.0.1' }, {}, `http://${host}${path}`)).toEqual(
      verdictOf({ host }, {}, path),
    )
    expect(verdictOf({ host: '127.0.0.1' }, {}, `http://${host}/_playa`)).toEqual(
      verdictOf({ host }, {}, '/_playa'),
    )
  },
)

it('a page of a rebound host name cannot write, although its origin matches the host', () => {
  const headers = { host: 'evil.example:4010', origin: 'http://evil.example:4010' }
  expect(verdictOf(headers, {}, '/v3/appnotificaciones/x')).toMatchObject({ allowed: false, status: 403 })
  expect(verdictOf(headers, { allowedHosts: ['evil.example'] }, '/v3/appnotificaciones/x')).toEqual({
    allowed: true,
  })
})

it.each(['/', '/v3x', '/_playa/worlds', '/_playa/ui/w/default/v3', '/w/v3', '/docs', '//v3'])(
  'other paths need a known host name: %s',
  (url) => expect(verdictOf({ host: 'api.example' }, {}, url)).toMatchObject({ status: 403 }),
)

it('an unknown host is refused after a known one was allowed', () => {
  const guard = originGuard({ hostname: '127.0.0.1' })
  const from = (host: string) =>
    guard({
      headers: { host },
      rawHeaders: ['Host', host],
      method: 'GET',
      url: '/_playa/worlds',
    } as unknown as IncomingMessage) // as above
  expect(from('localhost').allowed).toBe(true)
  expect(from('evil.example').allowed).toBe(false)
  expect(from('localhost').allowed).toBe(true)
  expect(from('evil.example').allowed).toBe(false)
})

it('a page of the same origin is allowed, one of another origin only with --cors', () => {
  const host = 'localhost:4010'
  expect(verdictOf({ host, origin: 'http://localhost:4010' })).toEqual({ allowed: true })
  for (const origin of ['http://localhost:3000', 'https://localhost:4010', 'null', 'http://evil.example']) {
    expect(verdictOf({ host, origin })).toMatchObject({ allowed: false, status: 403 })
    const headers = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
    expect(verdictOf({ host, origin }, { cors: [origin] })).toMatchObject({ allowed: true, headers })
    expect(verdictOf({ host, origin }, { cors: ['*'] })).toMatchObject({ allowed: true, headers })
  }
})

it('a page with Origin null may load pictures and nothing else', () => {
  const headers = {
    host: 'localhost:4010',
    origin: 'null',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
  }
  const picture = '/_playa/photos/320x180/sedan/rojo/1.svg'
  expect(verdictOf(headers, {}, picture)).toEqual({ allowed: true })
  expect(verdictOf({ ...headers, 'sec-fetch-mode': 'cors' }, {}, picture)).toMatchObject({
    allowed: false,
    status: 403,
  })
  expect(verdictOf(headers, {}, '/_playa/worlds')).toMatchObject({ allowed: false, status: 403 })
})

it('a page of another site without Origin is recognized by Sec-Fetch-Site', () => {
  const headers = { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' }
  expect(verdictOf({ ...headers, 'sec-fetch-mode': 'no-cors' })).toMatchObject({
    allowed: false,
    status: 403,
  })
  expect(verdictOf({ ...headers, 'sec-fetch-mode': 'navigate' })).toEqual({ allowed: true })
  expect(
    verdictOf({ ...headers, 'sec-fetch-mode': 'no-cors' }, {}, '/_playa/photos/1x1/sedan/rojo/1.svg').allowed,
  ).toBe(true)
})

it('the guard responds to the preflight of an allowed origin', () => {
  const headers = {
    host: 'localhost:4010',
    origin: 'http://localhost:3000',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'if-match, content-type',
  }
  const message = { headers, rawHeaders: [], method: 'OPTIONS', url: '/v3' } as unknown as IncomingMessage // as above
  expect(originGuard({ hostname: '127.0.0.1', cors: ['http://localhost:3000'] })(message)).toMatchObject({
    allowed: false,
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': expect.stringContaining('PATCH'),
      'Access-Control-Allow-Headers': 'if-match, content-type',
    },
  })
  expect(originGuard({ hostname: '127.0.0.1' })(message)).toMatchObject({ allowed: false, status: 403 })
})
