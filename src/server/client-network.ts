import { isIPv6 } from 'node:net'

/**
 * Returns the key for limits per client: an IPv4 address, or the network of an IPv6 address. A client with
 * one IPv6 address has a whole network of 64 bits, the first four groups.
 */
export const clientNetwork = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const after = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
