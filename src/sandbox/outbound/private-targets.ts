import { CLOUD_METADATA, privateKind } from './private-address.ts'

/**
 * Private addresses that outgoing requests may reach: all but those of cloud metadata, none, or the loopback
 * and nothing else at all.
 */
export type PrivateTargets = boolean | 'loopback-only'

/** Returns why an address may not be reached, e.g. `loopback`; undefined when it may. */
export const refusedKind = (address: string, allowed: PrivateTargets): string | undefined => {
  const kind = privateKind(address)
  if (allowed === true) return kind === CLOUD_METADATA ? kind : undefined
  return allowed === 'loopback-only' ? (kind === 'loopback' ? undefined : (kind ?? 'public')) : kind
}
