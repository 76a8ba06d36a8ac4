import { expect, test } from 'vitest'
import { archivedBy, createdBy, holdWithin } from './ownership.ts'
import { Skip, Violation } from './violation.ts'

const bounds = { base: 'https://api.example/below', prefix: 'playa-ab-', readOnly: false }
const request = (method: string, path: string, body?: string) => ({
  method,
  url: `https://api.example${path}`,
  headers: {},
  ...(body !== undefined && { body }),
})

test.each([
  ['PATCH', '/below/v3/publicaciones/a%40b/playa-ab-1'],
  ['PUT', '/below/v3/publicaciones/a%40b/PLAYA-AB-1'],
  ['PATCH', '/below/v3/publicaciones/a%40b/playa%2Dab%2D1/suspender'],
  ['GET', '/below/v3/publicaciones/a%40b/POL-1'],
  ['PUT', '/below/v3/operadores/a%40b'],
])('%s %s is within the bounds of a run', (method, path) => {
  expect(() => holdWithin(bounds, request(method, path))).not.toThrow()
})

test.each([
  ['PATCH', '/below/v3/publicaciones/a%40b/POL-1'],
  ['PUT', '/below/v3/publicaciones/a%40b/x-playa-ab-1'],
  ['DELETE', '/below/v3/publicaciones/a%40b/%E0%A4%A/archivar'],
])('%s %s is not, because the run did not create that', (method, path) => {
  expect(() => holdWithin(bounds, request(method, path))).toThrow('the run may change only what it created')
})

test('a run that only reads skips what would write, whatever it is', () => {
  expect(() => holdWithin({ ...bounds, readOnly: true }, request('POST', '/below/v3/x'))).toThrow(Skip)
  expect(() => holdWithin({ ...bounds, readOnly: true }, request('HEAD', '/below/v3/x'))).not.toThrow()
})

test('nothing is sent to another origin, reads neither', () => {
  expect(() => holdWithin(bounds, { method: 'GET', url: 'http://api.example/below/v3', headers: {} })).toThrow(Skip)
})

test('a link that is no URI is the service’s fault', () => {
  expect(() => holdWithin(bounds, { method: 'GET', url: 'http://[bad', headers: {} })).toThrow(Violation)
})

test('creates and archivings are told by their requests', () => {
  expect(createdBy(request('POST', '/v3/publicaciones/a%40b', '{"ExternalId":"x"}'))).toBe('x')
  expect(createdBy(request('POST', '/v3/publicaciones/a%40b', '[1'))).toBe('')
  expect(createdBy(request('POST', '/v3/sucursales/a%40b', '{"ExternalId":"x"}'))).toBeUndefined()
  expect(archivedBy(request('PATCH', '/v3/publicaciones/a%40b/a%2Fb/archivar'))).toBe('a/b')
  expect(archivedBy(request('PATCH', '/v3/publicaciones/a%40b/x/suspender'))).toBeUndefined()
})
