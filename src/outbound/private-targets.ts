import { privateKind } from './private-address.ts'

/** Private addresses that outgoing requests may reach: all, none, or the loopback and nothing else at all. */
export type PrivateTargets = boolean | 'loopback-only'

/** Returns why an address may not be reached, e.g. `loopback`; undefined when it may. */
export const refusedKind = (address: string, allowed: PrivateTargets): string | undefined => {
  if (allowed === true) return undefined
  const kind = privateKind(address)
  return allowed === 'loopback-only' ? (kind === 'loopback' ? undefined : (kind ?? 'public')) : kind
}
