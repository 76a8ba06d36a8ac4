import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { originGuard } from './origin-guard.ts'

type Headers = Record<string, string>

const judged = (headers: Headers, options: Partial<Parameters<typeof originGuard>[0]> = {}, url = '/_playa') =>
  // The door reads nothing else of a message.
  originGuard({ hostname: '127.0.0.1', ...options })({ headers, method: 'GET', url } as unknown as IncomingMessage)

it.each(['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', 'LOCALHOST', 'shop.localhost', '10.0.0.7:80'])(
  'a client that asks for %s comes in',
  (host) => expect(judged({ host })).toEqual({ allowed: true }),
)

it.each(['evil.example', 'evil.example:4010', 'localhost.evil.example', '127.0.0.1.evil.example', 'notlocalhost'])(
  'a name that the server does not answer to, %s, is turned away with what lets it in',
  (host) => {
    const name = host.replace(':4010', '')
    expect(judged({ host })).toMatchObject({ allowed: false, status: 403 })
    expect(judged({ host })).toHaveProperty('detail', expect.stringContaining(`--allow-host ${name}`))
    expect(judged({ host }, { allowedHosts: [name.toUpperCase()] })).toEqual({ allowed: true })
  },
)

it.each(['/v3', '/v3/marcas?q=1', '/w/shop/v3', '/w/shop/v3/marcas'])(
  'the described API at %s answers under any name',
  (url) => expect(judged({ host: 'api.example' }, {}, url)).toEqual({ allowed: true }),
)

it('a page whose name was pointed here writes nothing, though it seems to be of the same origin', () => {
  const headers = { host: 'evil.example:4010', origin: 'http://evil.example:4010' }
  expect(judged(headers, {}, '/v3/appnotificaciones/x')).toMatchObject({ allowed: false, status: 403 })
  expect(judged(headers, { allowedHosts: ['evil.example'] }, '/v3/appnotificaciones/x')).toEqual({ allowed: true })
})

it.each(['/', '/v3x', '/_playa/worlds', '/_playa/ui/w/default/v3', '/w/v3', '/docs', '//v3'])(
  'nothing else does: %s',
  (url) => expect(judged({ host: 'api.example' }, {}, url)).toMatchObject({ status: 403 }),
)

it('a name that was turned away stays outside after one that came in', () => {
  const judge = originGuard({ hostname: '127.0.0.1' })
  const from = (host: string) =>
    judge({ headers: { host }, method: 'GET', url: '/_playa/worlds' } as unknown as IncomingMessage) // as above
  expect(from('localhost').allowed).toBe(true)
  expect(from('evil.example').allowed).toBe(false)
  expect(from('localhost').allowed).toBe(true)
  expect(from('evil.example').allowed).toBe(false)
})

it('a page of the same origin comes in, one of another does not unless it is let', () => {
  const host = 'localhost:4010'
  expect(judged({ host, origin: 'http://localhost:4010' })).toEqual({ allowed: true })
  for (const origin of ['http://localhost:3000', 'https://localhost:4010', 'null', 'http://evil.example']) {
    expect(judged({ host, origin })).toMatchObject({ allowed: false, status: 403 })
    const headers = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
    expect(judged({ host, origin }, { cors: [origin] })).toMatchObject({ allowed: true, headers })
    expect(judged({ host, origin }, { cors: ['*'] })).toMatchObject({ allowed: true, headers })
  }
})

it('a picture is shown to a page without an origin, and nothing else is', () => {
  const headers = {
    host: 'localhost:4010',
    origin: 'null',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
  }
  const picture = '/_playa/photos/320x180/sedan/rojo/1.svg'
  expect(judged(headers, {}, picture)).toEqual({ allowed: true })
  expect(judged({ ...headers, 'sec-fetch-mode': 'cors' }, {}, picture)).toMatchObject({ allowed: false, status: 403 })
  expect(judged(headers, {}, '/_playa/worlds')).toMatchObject({ allowed: false, status: 403 })
})

it('a page of another site is known without an origin, by what its browser says', () => {
  const headers = { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' }
  expect(judged({ ...headers, 'sec-fetch-mode': 'no-cors' })).toMatchObject({ allowed: false, status: 403 })
  expect(judged({ ...headers, 'sec-fetch-mode': 'navigate' })).toEqual({ allowed: true })
  expect(judged({ ...headers, 'sec-fetch-mode': 'no-cors' }, {}, '/_playa/photos/1x1/sedan/rojo/1.svg').allowed).toBe(
    true,
  )
})

it('a preflight of a page that is let is answered at the door', () => {
  const headers = {
    host: 'localhost:4010',
    origin: 'http://localhost:3000',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'if-match, content-type',
  }
  const message = { headers, method: 'OPTIONS', url: '/v3' } as unknown as IncomingMessage // as above
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
