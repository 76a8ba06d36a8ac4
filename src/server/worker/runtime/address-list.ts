type Family = 'ipv4' | 'ipv6'

/** Ranges of addresses, as Node's `BlockList`, which the platform has by name only. */
export class AddressList {
  readonly #ranges: { readonly family: Family; readonly first: bigint; readonly ignoredBits: bigint }[] = []

  /** Adds a network by its first address and the bits that name it. */
  addSubnet(network: string, bits: number, family: Family): void {
    const ignoredBits = BigInt((family === 'ipv4' ? 32 : 128) - bits)
    this.#ranges.push({ family, first: numberOfAddress(network, family) >> ignoredBits, ignoredBits })
  }

  /** Returns whether a valid address is in one of the networks. */
  check(address: string, family: Family): boolean {
    const number = numberOfAddress(address, family)
    return this.#ranges.some(
      (range) => range.family === family && number >> range.ignoredBits === range.first,
    )
  }
}

const numberOfAddress = (address: string, family: Family): bigint =>
  family === 'ipv4' ? numberOf(address.split('.').map(Number), 8n) : numberOf(groupsOf(address), 16n)

const numberOf = (parts: readonly number[], bits: bigint): bigint =>
  parts.reduce((sum, part) => (sum << bits) + BigInt(part), 0n)

/** Returns the eight groups of an IPv6 address; an IPv4 address at its end is two of them. */
const groupsOf = (address: string): number[] => {
  const tail = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.exec(address)?.[0]
  const [a = 0, b = 0, c = 0, d = 0] = tail === undefined ? [] : tail.split('.').map(Number)
  const plain =
    tail === undefined
      ? address
      : `${address.slice(0, -tail.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const [head = '', rest] = plain.split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  if (rest === undefined) return groups(head)
  const [before, after] = [groups(head), groups(rest)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
