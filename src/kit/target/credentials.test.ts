import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { requestSigner } from './credentials.ts'

const request = {
  method: 'POST',
  url: 'https://api.example/v3/x?b=1',
  headers: { Accept: 'application/json' },
  body: '{"a":1}',
}
const NOW = Date.parse('2026-03-01T12:00:00Z')

it('none adds nothing but the given headers, which the request’s own win over', async () => {
  expect(await requestSigner({ kind: 'none' }, { 'X-A': '1', Accept: 'x/y' })(request)).toEqual({
    ...request,
    headers: { 'X-A': '1', Accept: 'application/json' },
  })
})

it('a key is a bearer, and key and secret are basic', async () => {
  expect((await requestSigner({ kind: 'key', key: 'k' })(request)).headers).toMatchObject({
    Authorization: 'Bearer k',
  })
  expect((await requestSigner({ kind: 'basic', key: 'k', secret: 's' })(request)).headers).toMatchObject({
    Authorization: 'Basic azpz',
  })
})

it('hmac signs method, digest, date, its own headers and the path with its query', async () => {
  const { headers } = await requestSigner(
    { kind: 'hmac', key: 'app', secret: 'hush' },
    {},
    () => NOW,
  )(request)
  const nonce = headers['X-ACS-Nonce']
  expect(headers['Digest']).toMatch(/^sha-256=[A-Za-z0-9+/]{43}=$/)
  const lines = [
    'POST',
    headers['Digest'],
    '',
    'x-acs-date:Sun, 01 Mar 2026 12:00:00 GMT',
    `x-acs-nonce:${nonce}`,
    '/v3/x?b=1',
  ]
  expect(headers['Authorization']).toBe(
    `ACS-HMAC app:${createHmac('sha256', 'hush').update(lines.join('\n')).digest('base64')}`,
  )
})

it('two equal requests of one moment have two signatures', async () => {
  const sign = requestSigner({ kind: 'hmac', key: 'app', secret: 'hush' }, {}, () => NOW)
  expect((await sign(request)).headers['Authorization']).not.toBe(
    (await sign(request)).headers['Authorization'],
  )
})
