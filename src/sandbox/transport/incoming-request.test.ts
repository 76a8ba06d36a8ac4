import { expect, it } from 'vitest'
import { isApiTarget, splitUrl } from './incoming-request.ts'

it.each([
  ['http://a.example/v3', 'http://a.example', '/v3', ''],
  ['http://a.example:4010/v3/x?q=1&r=%20', 'http://a.example:4010', '/v3/x', 'q=1&r=%20'],
  ['http://[::1]:80/v3?', 'http://[::1]:80', '/v3', ''],
  ['http://a.example/v3?a=http://b.example/?c', 'http://a.example', '/v3', 'a=http://b.example/?c'],
  ['http://a.example/v3/%2F%zz/..;?', 'http://a.example', '/v3/%2F%zz/..;', ''],
  ['http://a.example/v3#part?q', 'http://a.example', '/v3', ''],
  ['http://a.example/v3?q=1#part', 'http://a.example', '/v3', 'q=1'],
])('%s is split without decoding', (url, origin, path, query) => {
  expect(splitUrl(url)).toEqual({ origin, target: url.slice(origin.length), path, query })
})

it.each([
  ['/v3', true],
  ['/v3?x=1', true],
  ['/v3/', true],
  ['/w/one/v3/marcas', true],
  ['/v30', false],
  ['/w/v3', false],
  ['/_playa/worlds', false],
])('%s belongs to the described API: %s', (target, expected) => {
  expect(isApiTarget(target)).toBe(expected)
})
