import { expect, it } from 'vitest'
import { isSecretName } from './secret-names.ts'

it.each([
  'Authorization',
  'Proxy-Authorization',
  'X-Auth',
  'Cookie',
  'Set-Cookie',
  'Secret',
  'access_token',
  'password',
  'passwd',
  'X-Api-Key',
  'apikey',
  'Notification-Signature',
  'sig',
  'x-hmac-digest',
])('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true)
})

it.each(['Author', 'WWW-Authenticate', 'Idempotency-Key', 'keyword', 'design', 'Accept', 'Importe'])(
  '%s names no secret',
  (name) => {
    expect(isSecretName(name)).toBe(false)
  },
)
