import { expect, it } from 'vitest'
import { plainPath } from './problem-body.ts'

it('a path that cannot be decoded is compared without its query, in lower case', () => {
  expect(plainPath('https://api.example/v3/publicaciones/A%40b.example?x=1')).toBe(
    '/v3/publicaciones/a@b.example',
  )
  expect(plainPath('https://api.example/v3/publicaciones/A%ZZ?x=1')).toBe('/v3/publicaciones/a%zz')
  expect(plainPath('/v3/publicaciones/A%ZZ')).toBe('/v3/publicaciones/a%zz')
})

it('a path that was decoded already equals the one that was sent', () => {
  const sent = '/v3/publicaciones/%F0%9F%9A%97%25%C3%B1/nothing'
  expect(plainPath(decodeURIComponent(sent))).toBe(plainPath(sent))
})
