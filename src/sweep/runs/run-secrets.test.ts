import { expect, it } from 'vitest'
import type { ClientCall } from './client-call.ts'
import { secretsOfCalls, secretsOfEnvironment } from './run-secrets.ts'

const call = (body: object, headers: ClientCall['headers'] = [], target = '/v3'): ClientCall => ({
  method: 'PUT',
  target,
  headers,
  body: Buffer.from(JSON.stringify(body)),
  operation: undefined,
  exchange: undefined,
  response: null,
})

it.each([
  ['a member', call({ Activo: true, Hook: { Secret: 'one' } }), ['one']],
  ['a custom header', call({ HeaderCustom01: { Value: 'one', Name: 'X-Api-Key' } }), ['one']],
  ['a header', call({}, [['Authorization', 'Bearer one']]), ['one']],
  ['a parameter', call({}, [], '/v3?pagina=2&app_key=one'), ['one']],
  ['nothing', call({ Color: 'Rojo', Name: 'Ana', Value: '1' }, [['Accept', 'x']], '//'), []],
])('the secrets of a request are found: %s', (_, request, found) => {
  expect(secretsOfCalls([request])).toEqual(found)
})

it('variables with the name of a secret are found, the working folder is none', () => {
  expect(secretsOfEnvironment({ API_TOKEN: 'one', PWD: '/work', OLDPWD: '/', HOME: '/root' })).toEqual([
    'one',
  ])
})
