import { BlockList } from 'node:net'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { AddressList } from './address-list.ts'

const network = (family: 'ipv4' | 'ipv6') =>
  family === 'ipv4'
    ? fc.tuple(fc.ipV4(), fc.integer({ min: 1, max: 32 }))
    : fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 128 }))

it('judges addresses as Node does', () => {
  for (const family of ['ipv4', 'ipv6'] as const)
    fc.assert(
      fc.property(network(family), network(family), ([first, bits], [other]) => {
        const [own, nodes] = [new AddressList(), new BlockList()]
        for (const list of [own, nodes]) list.addSubnet(first, bits, family)
        expect(own.check(first, family)).toBe(true)
        expect(own.check(other, family)).toBe(nodes.check(other, family))
      }),
    )
})

it('reads an IPv4 address at the end of an IPv6 one', () => {
  const list = new AddressList()
  list.addSubnet('::ffff:10.0.0.0', 104, 'ipv6')
  expect(list.check('::ffff:a01:203', 'ipv6')).toBe(true)
  expect(list.check('::ffff:10.1.2.3', 'ipv6')).toBe(true)
  expect(list.check('::ffff:11.1.2.3', 'ipv6')).toBe(false)
})
