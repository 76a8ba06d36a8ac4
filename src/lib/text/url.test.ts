import { expect, it } from 'vitest'
import { isLoopbackHost, isUrl, isWebUrl } from './url.ts'

it.each([
  ['http://a.example/', undefined, true],
  ['/relative', undefined, false],
  ['/relative', 'http://a.example', true],
  ['http://', undefined, false],
  ['', undefined, false],
])('isUrl(%j, %j) is %s', (text, base, expected) => {
  expect(isUrl(text, base)).toBe(expected)
})

it.each([
  ['http://a.example', true],
  ['HTTPS://u@a.example:8080/niño 1.jpg?q#f', true],
  ['http://[2001:db8::1]/x', true],
  ['ftp://a.example', false],
  ['//a.example', false],
  ['http:a.example', false],
  ['http:///a.example', false],
  ['http://?a.example', false],
  ['https:\\\\a.example', false],
  ['http://\\a.example', false],
  [' http://a.example', false],
  ['http://a.exa\tmple', false],
  ['http://a.example/1.jpg\n', false],
  ['http://a.example:99999', false],
])('isWebUrl(%j) is %s', (text, expected) => {
  expect(isWebUrl(text)).toBe(expected)
})

it('a URL with letters outside ASCII stays one, however often it is judged', () => {
  let refused = 0
  for (let i = 0; i < 20_000; i++) if (!isUrl('http://a.example/niño.jpg')) refused++
  expect(refused).toBe(0)
})

it('URLs that need no parser are those that the parser takes', () => {
  const hosts = [
    'a.example',
    'A-B.example',
    'localhost',
    '1.2.3.4',
    '1.2.3.256',
    'a.1',
    'xn--a.example',
    'a..b',
    'a-',
    '.a',
    'a.',
    'a_b.c',
  ]
  const rests = ['', ':80', ':99999', ':x', '/', '/a.b~c-d_e/../f', '/%zz', '/ñ', '?q', '//', '#']
  const urls = ['http://', 'HTTPS://', 'http:/', 'ftp://'].flatMap((start) =>
    hosts.flatMap((host) => rests.map((rest) => start + host + rest)),
  )
  const isParsed = (url: string) => {
    try {
      return new URL(url).href !== ''
    } catch {
      return false
    }
  }
  expect(urls.filter((url) => isUrl(url) !== isParsed(url))).toEqual([])
})

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['sandbox.LOCALHOST', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example', false],
  ['localhost.example', false],
  ['[::]', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected)
})
