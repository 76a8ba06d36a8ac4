import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesWildcard } from '../../lib/text/wildcard.ts'
import { pathMatch } from './path-match.ts'
import { firstMismatch } from './subset-match.ts'

const AT = '/v3/publicaciones/ventas%40a.example'

it.each([
  [`${AT}/A-1`, `${AT}/A-1`, true],
  ['/publicaciones/ventas@a.example/A-1', `${AT}/A-1`, true],
  ['publicaciones/VENTAS@A.EXAMPLE/a-1', `${AT}/A-1`, true],
  ['/w/shop-1/v3/publicaciones/ventas@a.example/A-1', `${AT}/A-1`, true],
  ['http://a.example:4010/v3/publicaciones/ventas@a.example/A-1', `${AT}/A-1`, true],
  ['/publicaciones/ventas@a.example/A-2', `${AT}/A-1`, false],
  ['/publicaciones/ventas@a.example', `${AT}/A-1`, false],
  ['/Publicaciones/ventas@a.example/A-1', `${AT}/A-1`, false],
  ['/publicaciones/ventas@a.example/A-1/SUSPENDER', `${AT}/A-1/suspender`, false],
  ['/publicaciones/*/suspender', `${AT}/A-1/suspender`, true],
  ['/publicaciones/ventas@a.example/*', `${AT}/A%2D1`, true],
  ['*/suspender', `${AT}/A-1/suspender`, true],
  ['/v3*', `${AT}/A-1`, true],
  ['/publicaciones/*/archivar', `${AT}/A-1/suspender`, false],
  ['/v3', '/v3', true],
  ['/', '/v3', true],
  ['/v3/appnotificaciones/Topic', '/v3/appnotificaciones/topic', false],
  ['/v3/nowhere/%zz', '/v3/nowhere/%zz', true],
])('%s matches the path %s: %s', (wanted, path, expected) => {
  expect(pathMatch(wanted)({ path, query: '' })).toBe(expected)
})

it.each([
  ['/marcas', 'pagina=2', true],
  ['/marcas?pagina=2', 'x=1&pagina=2', true],
  ['/marcas?pagina=2', 'pagina=3', false],
  ['/marcas?operador=a@b.example', 'operador=a%40b.example', true],
  ['/marcas?pagina=*', 'pagina=3', true],
  ['/marcas?pagina=*', '', false],
])('%s matches the query %s: %s', (wanted, query, expected) => {
  expect(pathMatch(wanted)({ path: '/v3/marcas', query })).toBe(expected)
})

it('a pattern matches like a regular expression with .*', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
  fc.assert(
    fc.property(letters, text, (pattern, whole) => {
      expect(matchesWildcard(pattern, whole)).toBe(
        new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(whole),
      )
    }),
  )
})

it.each([
  [{ a: 1 }, { a: 1, b: 2 }, undefined],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2, d: 3 }] } }, undefined],
  [{ a: { b: 1 } }, { a: { b: 2 } }, { path: 'a.b', expected: 1, got: 2 }],
  [{ a: [1] }, { a: [1, 2] }, { path: 'a.length', expected: 1, got: 2 }],
  [{ a: [1, 2] }, { a: [1, 3] }, { path: 'a[1]', expected: 2, got: 3 }],
  [{ a: null }, {}, { path: 'a', expected: null, got: undefined }],
  [{ toString: 1 }, {}, { path: 'toString', expected: 1, got: undefined }],
  [{}, [], { path: '', expected: {}, got: [] }],
  ['x', 'x', undefined],
])('the first mismatch of %j in %j is %j', (expected, got, mismatch) => {
  expect(firstMismatch(expected, got)).toEqual(mismatch)
})
