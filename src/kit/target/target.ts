import { entryType, JSON_TYPE, refType } from '../../wire/media-types.ts'
import type { Transport, WireRequest } from './exchange.ts'

/** The service under test, and how to speak to it. */
export interface Target {
  /** Base URL without a slash at the end; the described paths begin below it. */
  readonly base: string
  /** E-mail of the administrator of the agency that may be used. */
  readonly agency: string
  /** Vendor word of the media types. */
  readonly vendor: string
  readonly transport: Transport
  /** Adds credentials to a request; the last thing that happens to it. */
  sign(request: WireRequest): WireRequest | Promise<WireRequest>
}

export const mediaTypes = ({ vendor }: Pick<Target, 'vendor'>) => ({
  json: JSON_TYPE,
  entry: entryType(vendor),
  ref: refType(vendor),
})

/**
 * The absolute URL of a path from `/v3` on, or of an `href`. A root-relative one is taken from the origin when it begins with the base's own path
 * (as links of a service below a path do), and from the base otherwise.
 */
export const resolveHref = ({ base }: Pick<Target, 'base'>, target: string): string => {
  if (/^https?:\/\//i.test(target)) return target
  const { origin, pathname } = new URL(base)
  const below = pathname.replace(/\/$/, '')
  const path = target.startsWith('/') ? target : `/${target}`
  return below !== '' && path.startsWith(`${below}/`) ? origin + path : base + path
}
