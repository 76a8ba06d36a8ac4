import { expect, test } from 'vitest'
import { OutgoingRefused, type RefusalReason } from './outbound-error.ts'
import type { PrivateTargets } from './private-targets.ts'
import { hostOf, parseTargetUrl } from './target-url.ts'

const refusal = (url: string, allowPrivate: PrivateTargets): RefusalReason | undefined => {
  try {
    parseTargetUrl(url, allowPrivate)
    return undefined
  } catch (error) {
    if (error instanceof OutgoingRefused) return error.because
    throw error
  }
}

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://127.0.0.1../',
  'http://0x7F.0x0.0x0.0x1/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:/127.0.0.1',
  'ht\ntp://127.0\t.0.1/',
  ' http://127.0.0.1/ ',
  'HTTP://127.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://localhost../',
  'http://a.localhost/',
  'http://ⓛocalhost/',
  'http://%6cocalhost/',
  'http://local­host/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.1/',
  'http://192.168.257/',
  'http://169.254.1.2/latest',
  'http://2851995906/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'https://127.0.0.1/',
  'http://127.0.0.1:8080/',
])('%j leads to a private address', (url) => {
  expect(refusal(url, false)).toBe('address')
  expect(refusal(url, true)).toBeUndefined()
})

test.each([
  ['file:///etc/passwd', 'scheme'],
  ['ftp://93.184.216.34/', 'scheme'],
  ['gopher://127.0.0.1:6379/_INFO', 'scheme'],
  ['data:image/png;base64,AAAA', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['unix:/var/run/docker.sock', 'scheme'],
  ['blob:http://127.0.0.1/x', 'scheme'],
  ['ws://93.184.216.34/', 'scheme'],
  ['http://user@93.184.216.34/', 'credentials'],
  ['http://:secret@93.184.216.34/', 'credentials'],
  ['http://93.184.216.34@127.0.0.1/', 'credentials'],
  ['http://93.184.216.34:80@127.0.0.1/', 'credentials'],
  ['//127.0.0.1/', 'url'],
  ['127.0.0.1', 'url'],
  ['', 'url'],
  ['http://', 'url'],
  ['http://./', 'url'],
  ['http://[fe80::1%25eth0]/', 'url'],
  ['http://127.0.0.1:99999/', 'url'],
  ['http://256.256.256.256/', 'url'],
  ['http://exa mple.com/', 'url'],
] as const)('%j is refused for its %s, private addresses allowed or not', (url, because) => {
  expect(refusal(url, false)).toBe(because)
  expect(refusal(url, true)).toBe(because)
})

test.each([0, 1, 22, 25, 53, 81, 110, 143, 445, 1023, 2049, 3306, 5432, 6000, 6379, 6667, 11211, 27017])(
  'port %i is refused, unless private addresses are allowed',
  (port) => {
    expect(refusal(`http://93.184.216.34:${port}/`, false)).toBe('port')
    expect(refusal(`http://93.184.216.34:${port}/`, true)).toBeUndefined()
  },
)

test.each([
  ['http://example.com/a?b#c', 'example.com'],
  ['https://example.com./', 'example.com'],
  ['https://example.com:8443/', 'example.com'],
  ['http://example.com:443/', 'example.com'],
  ['http://localhost.example.com/', 'localhost.example.com'],
  ['http://[2606:4700::1111]:3000/', '2606:4700::1111'],
  ['http://1.1.1.1/', '1.1.1.1'],
])('%s is let out to %s', (url, host) => {
  expect(hostOf(parseTargetUrl(url, false))).toBe(host)
})

test('a reason is one sentence about what was sent', () => {
  expect(() => parseTargetUrl('http://0x7f.1/', false)).toThrow(
    '"127.0.0.1" is not a public address: loopback.',
  )
  expect(() => parseTargetUrl('http://1.1.1.1:6379/', false)).toThrow(
    'Port 6379 is reserved for a service other than the web.',
  )
})

test('loopback-only refuses every address of another machine, public ones too', () => {
  expect(refusal('http://127.0.0.1:4011/hook', 'loopback-only')).toBeUndefined()
  expect(refusal('http://[::1]:9/', 'loopback-only')).toBeUndefined()
  for (const other of [
    'http://93.184.216.34/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[2606::1]/',
  ])
    expect(refusal(other, 'loopback-only')).toBe('address')
})

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
])('%s is refused even where private addresses are allowed', (url) => {
  expect(refusal(url, true)).toBe('address')
  expect(refusal('http://169.254.1.2/', true)).toBe(undefined)
})
