import { expect, it } from 'vitest'
import { archivedExternalId, assertWithinBounds, createdExternalId } from './run-bounds.ts'
import { SkipClause, Violation } from './violation.ts'

const bounds = { base: 'https://api.example/below', prefix: 'playa-ab-', readOnly: false }
const request = (method: string, path: string, body?: string) => ({
  method,
  url: `https://api.example${path}`,
  headers: {},
  ...(body !== undefined && { body }),
})

it.each([
  ['PATCH', '/below/v3/publicaciones/a%40b/playa-ab-1'],
  ['PUT', '/below/v3/publicaciones/a%40b/PLAYA-AB-1'],
  ['PATCH', '/below/v3/publicaciones/a%40b/playa%2Dab%2D1/suspender'],
  ['GET', '/below/v3/publicaciones/a%40b/POL-1'],
  ['PUT', '/below/v3/operadores/a%40b'],
])('%s %s is within the bounds of a run', (method, path) => {
  expect(() => assertWithinBounds(bounds, request(method, path))).not.toThrow()
})

it.each([
  ['PATCH', '/below/v3/publicaciones/a%40b/POL-1'],
  ['PUT', '/below/v3/publicaciones/a%40b/x-playa-ab-1'],
  ['DELETE', '/below/v3/publicaciones/a%40b/%E0%A4%A/archivar'],
])('%s %s is not, because the run did not create that', (method, path) => {
  expect(() => assertWithinBounds(bounds, request(method, path))).toThrow(
    'the run may change only what it created',
  )
})

it('a run that only reads skips every write', () => {
  expect(() => assertWithinBounds({ ...bounds, readOnly: true }, request('POST', '/below/v3/x'))).toThrow(
    SkipClause,
  )
  expect(() =>
    assertWithinBounds({ ...bounds, readOnly: true }, request('HEAD', '/below/v3/x')),
  ).not.toThrow()
})

it('nothing is sent to another origin, not even reads', () => {
  expect(() =>
    assertWithinBounds(bounds, { method: 'GET', url: 'http://api.example/below/v3', headers: {} }),
  ).toThrow(SkipClause)
})

it('a link that is not a URI is the service’s fault', () => {
  expect(() => assertWithinBounds(bounds, { method: 'GET', url: 'http://[bad', headers: {} })).toThrow(
    Violation,
  )
})

it('creates and archivings are recognized by their requests', () => {
  expect(createdExternalId(request('POST', '/v3/publicaciones/a%40b', '{"ExternalId":"x"}'))).toBe('x')
  expect(createdExternalId(request('POST', '/v3/publicaciones/a%40b', '[1'))).toBe('')
  expect(createdExternalId(request('POST', '/v3/sucursales/a%40b', '{"ExternalId":"x"}'))).toBeUndefined()
  expect(archivedExternalId(request('PATCH', '/v3/publicaciones/a%40b/a%2Fb/archivar'))).toBe('a/b')
  expect(archivedExternalId(request('PATCH', '/v3/publicaciones/a%40b/x/suspender'))).toBeUndefined()
})
