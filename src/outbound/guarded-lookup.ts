import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { privateKind } from './private-address.ts'
import { OutgoingFailed, OutgoingRefused } from './outbound-error.ts'

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/** The machine's own resolver, its hosts file included. */
export const resolveBySystem: Resolve = (name) => lookup(name, { all: true })

/**
 * A `lookup` for `node:net`. It resolves once and hands over exactly the addresses that it looked at, so a name that is bound
 * anew between check and use gains nothing. One private address among several refuses the name: which of them would be
 * connected to is chance.
 */
export const guardedLookup =
  (resolve: Resolve, allowPrivate: boolean): LookupFunction =>
  (name, options, callback) => {
    checkedAddresses(resolve, allowPrivate, name).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others])
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }

const checkedAddresses = async (
  resolve: Resolve,
  allowPrivate: boolean,
  name: string,
): Promise<[LookupAddress, ...LookupAddress[]]> => {
  const addresses = await resolve(name).catch(() => [])
  const [first, ...others] = addresses.filter(({ address }) => isIP(address))
  if (!first) throw new OutgoingFailed('name', `The name "${name}" has no address.`)
  // The address itself stays unsaid: it would tell a caller about the inside of the network that the server stands in.
  const kind = allowPrivate ? undefined : addresses.map(({ address }) => privateKind(address)).find(Boolean)
  if (kind) throw new OutgoingRefused('address', `"${name}" leads to an address that is not public: ${kind}.`)
  return [first, ...others]
}
