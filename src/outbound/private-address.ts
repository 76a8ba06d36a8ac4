import { BlockList, isIP } from 'node:net'

/** Which kind of address that is not of the public internet this is, e.g. `loopback`; undefined when it is public. */
export const privateKind = (address: string): string | undefined => {
  const version = isIP(address)
  // A zone (`fe80::1%eth0`) is only ever needed where an address means something on one link.
  if (version === 0 || address.includes('%')) return 'unreadable or link-local'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (family === 'ipv6' && !REACHABLE_V6.check(address, family))
    return kindAmong(NAMED_V6, address, family) ?? 'reserved'
  return kindAmong(family === 'ipv4' ? V4 : V6_FORMS, address, family)
}

type Ranges = Readonly<Record<string, readonly string[]>>
type Family = 'ipv4' | 'ipv6'
type Lists = readonly (readonly [kind: string, list: BlockList])[]

/** The special-purpose registry of IPv4, and the one public address that belongs to a cloud host's inside. */
const RANGES_V4: Ranges = {
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
  'cloud metadata': ['168.63.129.16/32'],
}

/** Names for what lies outside the reachable IPv6 space; the rest of it is called reserved. */
const RANGES_V6: Ranges = {
  loopback: ['::1/128'],
  unspecified: ['::/128'],
  'IPv4-compatible': ['::/96'],
  'unique-local': ['fc00::/7'],
  'link-local': ['fe80::/10', 'fec0::/10'],
  multicast: ['ff00::/8'],
}

/** What is special inside the reachable IPv6 space. 6to4 and Teredo carry an IPv4 address, and nobody needs them any more. */
const RANGES_V6_REACHABLE: Ranges = {
  documentation: ['2001:db8::/32', '3fff::/20'],
  '6to4': ['2002::/16'],
  'protocol assignment': ['2001::/23'],
}

/** Prefixes under which an IPv6 address stands for an IPv4 one: mapped, and NAT64, which IPv6-only networks do rely on. */
const CARRIERS = ['::ffff:', '64:ff9b::']

const listOf = (ranges: readonly string[], family: Family): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

const listsOf = (ranges: Ranges, family: Family): Lists =>
  Object.entries(ranges).map(([kind, some]) => [kind, listOf(some, family)] as const)

const carried = (range: string): string[] => {
  const [net, bits] = range.split('/')
  return CARRIERS.map((carrier) => `${carrier}${net}/${96 + Number(bits)}`)
}

const kindAmong = (lists: Lists, address: string, family: Family): string | undefined =>
  lists.find(([, list]) => list.check(address, family))?.[0]

const V4 = listsOf(RANGES_V4, 'ipv4')
const NAMED_V6 = listsOf(RANGES_V6, 'ipv6')
const CARRIED = Object.entries(RANGES_V4).map(([kind, ranges]) => [kind, ranges.flatMap(carried)] as const)
const V6_FORMS = [...listsOf(RANGES_V6_REACHABLE, 'ipv6'), ...listsOf(Object.fromEntries(CARRIED), 'ipv6')]
// Global unicast is the only space that is handed out, so everything else needs no list.
const REACHABLE_V6 = listOf(['2000::/3', ...CARRIERS.map((carrier) => `${carrier}0.0.0.0/96`)], 'ipv6')
