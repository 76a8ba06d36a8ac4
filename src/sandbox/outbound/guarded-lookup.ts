import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { OutgoingFailed, OutgoingRefused } from './outbound-error.ts'
import { type PrivateTargets, refusedKind } from './private-targets.ts'

/** Resolves a host name to all its addresses. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/** Resolves with the system's resolver, which includes its hosts file. */
export const systemResolver: ResolveName = (name) => lookup(name, { all: true })

/**
 * Creates a `lookup` for `node:net`. It resolves once and returns exactly the addresses that it checked,
 * which prevents DNS rebinding. One private address among several refuses the name, since Node may connect
 * to any.
 */
export const guardedLookup =
  (resolve: ResolveName, allowPrivate: PrivateTargets): LookupFunction =>
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
  resolve: ResolveName,
  allowPrivate: PrivateTargets,
  name: string,
): Promise<[LookupAddress, ...LookupAddress[]]> => {
  const addresses = await resolve(name).catch(() => [])
  const [first, ...others] = addresses.filter(({ address }) => isIP(address))
  if (!first) throw new OutgoingFailed('name', `The name "${name}" has no address.`)
  // The message omits the address: it would disclose the server's internal network to a caller.
  const kind = addresses.map(({ address }) => refusedKind(address, allowPrivate)).find(Boolean)
  if (kind) {
    const fault = FAULTS[`${allowPrivate}`]
    throw new OutgoingRefused('address', `"${name}" leads to an address that ${fault}: ${kind}.`)
  }
  return [first, ...others]
}

/** Descriptions of forbidden addresses, by the permitted range. */
const FAULTS = { true: 'is never reached', false: 'is not public', 'loopback-only': 'is not on this machine' }
