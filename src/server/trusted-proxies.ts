import { BlockList, isIP } from 'node:net'

/** Decides which addresses are trusted proxies. */
export interface TrustedProxies {
  /** Returns whether an address is that of a proxy; `hop` counts the proxies nearer to the server. */
  trusts(address: string, hop: number): boolean
}

/** Loopback, link-local and private networks, where a proxy in front of a server usually is. */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

/** Maximum number of proxies in a row. */
const MAX_HOPS = 32

/**
 * Reads the value of `--trust-proxy`: empty for loopback and private addresses, a number of proxies, or a
 * list of addresses and networks. Throws an `Error` of one sentence.
 */
export const trustedProxies = (given: string | true): TrustedProxies => {
  if (given !== true && /^\d+$/.test(given)) {
    const hops = Number(given)
    if (hops < 1 || hops > MAX_HOPS) throw new Error(notUnderstood(given))
    return { trusts: (_, hop) => hop < hops }
  }
  const list = new BlockList()
  for (const network of given === true ? PRIVATE : given.split(',')) addNetwork(list, network.trim(), given)
  return { trusts: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}

const addNetwork = (list: BlockList, network: string, given: string | true): void => {
  const [address = '', prefix, ...more] = network.split('/')
  const version = isIP(address)
  const bits = version === 6 ? 128 : 32
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (version === 0 || length < 0 || length > bits || more.length > 0) throw new Error(notUnderstood(given))
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
}

const notUnderstood = (given: string | true): string =>
  `--trust-proxy takes a number of proxies from 1 to ${MAX_HOPS}, or addresses and networks like ` +
  `10.0.0.0/8,192.0.2.7, not ${JSON.stringify(given)}.`
