import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { privateKind } from './private-address.ts'

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.255.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'cloud metadata'],
  ['169.254.1.2', 'link-local'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'cloud metadata'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.7', 'documentation'],
  ['198.19.255.255', 'benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['192.0.0.192', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['168.63.129.16', 'cloud metadata'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::', 'unspecified'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::93.184.216.34', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'cloud metadata'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b:1::1', 'reserved'],
  ['100::1', 'reserved'],
  ['2002:7f00:1::', '6to4'],
  ['2002:5db8:d822::1', '6to4'],
  ['2001:0:1::1', 'protocol assignment'],
  ['2001:2::1', 'protocol assignment'],
  ['2001:db8::1', 'documentation'],
  ['3fff:fff::1', 'documentation'],
  ['fc00::1', 'unique-local'],
  ['fd00:ec2::254', 'cloud metadata'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'unreadable or link-local'],
  ['fec0::1', 'link-local'],
  ['ff02::1', 'multicast'],
  ['4000::1', 'reserved'],
  ['localhost', 'unreadable or link-local'],
  ['0x7f.1', 'unreadable or link-local'],
])('%s is %s', (address, kind) => {
  expect(privateKind(address)).toBe(kind)
})

test.each([
  '93.184.216.34',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '2001:4860:4860::8888',
  '2001:200::1',
  '2003::1',
  '::ffff:93.184.216.34',
  '64:ff9b::93.184.216.34',
])('%s is public', (address) => {
  expect(privateKind(address)).toBeUndefined()
})

test('an IPv4 address has the same kind in its mapped and its NAT64 form, in dots and in hexadecimal', () => {
  const first = fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203))
  const second = fc.oneof(fc.nat(255), fc.constantFrom(0, 16, 31, 51, 64, 168, 254))
  fc.assert(
    fc.property(first, second, fc.nat(255), fc.nat(255), (a, b, c, d) => {
      const dotted = `${a}.${b}.${c}.${d}`
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const kind = privateKind(dotted)
      for (const carrier of ['::ffff:', '64:ff9b::', '0:0:0:0:0:FFFF:', '64:FF9B:0:0:0:0:']) {
        expect(privateKind(carrier + dotted)).toBe(kind)
        expect(privateKind(carrier + hex)).toBe(kind)
      }
    }),
    { seed: 20, numRuns: 300 },
  )
})
