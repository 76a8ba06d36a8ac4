import { isIP } from 'node:net'
import { AddressList } from '../../lib/runtime/address-list.ts'

/** Names the kind of a non-public address, e.g. `loopback`; undefined for a public one. */
export const privateKind = (address: string): string | undefined => {
  const version = isIP(address)
  // Only link-local addresses need a zone (`fe80::1%eth0`).
  if (version === 0 || address.includes('%')) return 'unreadable or link-local'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (family === 'ipv6' && !REACHABLE_V6.check(address, family))
    return kindAmong(NAMED_V6, address, family) ?? 'reserved'
  return kindAmong(family === 'ipv4' ? V4 : V6_FORMS, address, family)
}

type Ranges = Readonly<Record<string, readonly string[]>>
type Family = 'ipv4' | 'ipv6'
type Lists = readonly (readonly [kind: string, list: AddressList])[]

/** Kind of the addresses at which hosts in a cloud hand out credentials. */
export const CLOUD_METADATA = 'cloud metadata'

/** The IANA special-purpose registry of IPv4, after addresses of it and one public one that clouds use. */
const RANGES_V4: Ranges = {
  [CLOUD_METADATA]: [
    '169.254.169.254/32',
    '169.254.170.2/32',
    '169.254.170.23/32',
    '168.63.129.16/32',
    '100.100.100.200/32',
  ],
  loopback: ['127.0.0.0/8'],
  unspecified: ['0.0.0.0/8'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'link-local': ['169.254.0.0/16'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  benchmarking: ['198.18.0.0/15'],
  multicast: ['224.0.0.0/4'],
  broadcast: ['255.255.255.255/32'],
  reserved: ['192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4'],
}

/** Kinds of addresses outside the global unicast space of IPv6; all others there are `reserved`. */
const RANGES_V6: Ranges = {
  [CLOUD_METADATA]: ['fd00:ec2::254/128', 'fd00:ec2::23/128', 'fd20:ce::254/128'],
  loopback: ['::1/128'],
  unspecified: ['::/128'],
  'IPv4-compatible': ['::/96'],
  'unique-local': ['fc00::/7'],
  'link-local': ['fe80::/10', 'fec0::/10'],
  multicast: ['ff00::/8'],
}

/** Special ranges inside the global unicast space. 6to4 and Teredo embed an IPv4 address and are obsolete. */
const RANGES_V6_REACHABLE: Ranges = {
  documentation: ['2001:db8::/32', '3fff::/20'],
  '6to4': ['2002::/16'],
  'protocol assignment': ['2001::/23'],
}

/**
 * Prefixes of IPv6 addresses that embed an IPv4 one: IPv4-mapped, and NAT64, which IPv6-only networks need.
 */
const EMBEDDING_PREFIXES = ['::ffff:', '64:ff9b::']

const listOf = (ranges: readonly string[], family: Family): AddressList => {
  const list = new AddressList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

const listsOf = (ranges: Ranges, family: Family): Lists =>
  Object.entries(ranges).map(([kind, some]) => [kind, listOf(some, family)] as const)

const embeddedRanges = (range: string): string[] => {
  const [net, bits] = range.split('/')
  return EMBEDDING_PREFIXES.map((carrier) => `${carrier}${net}/${96 + Number(bits)}`)
}

const kindAmong = (lists: Lists, address: string, family: Family): string | undefined =>
  lists.find(([, list]) => list.check(address, family))?.[0]

const V4 = listsOf(RANGES_V4, 'ipv4')
const NAMED_V6 = listsOf(RANGES_V6, 'ipv6')
const EMBEDDED_V4 = Object.entries(RANGES_V4).map(
  ([kind, ranges]) => [kind, ranges.flatMap(embeddedRanges)] as const,
)
const V6_FORMS = [
  ...listsOf(RANGES_V6_REACHABLE, 'ipv6'),
  ...listsOf(Object.fromEntries(EMBEDDED_V4), 'ipv6'),
]
// Global unicast is the only allocated space, so the rest needs no list.
const REACHABLE_V6 = listOf(
  ['2000::/3', ...EMBEDDING_PREFIXES.map((carrier) => `${carrier}0.0.0.0/96`)],
  'ipv6',
)
