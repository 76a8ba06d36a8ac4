import { entryType, JSON_TYPE, refType } from '../../wire/media-types.ts'
import type { Transport, WireRequest } from './exchange.ts'

/** The service under test, and how the kit reaches it. */
export interface Target {
  /** Base URL without a trailing slash; the described paths begin below it. */
  readonly base: string
  /** E-mail of the administrator of the agency that the run may use. */
  readonly agency: string
  /** Vendor word of the media types (`common/vendor`). */
  readonly vendor: string
  readonly transport: Transport
  /** Adds credentials to a request, after everything else is in it. */
  sign(request: WireRequest): WireRequest | Promise<WireRequest>
}

/** Returns the media types that a client of the target may accept (COM-10). */
export const mediaTypes = ({ vendor }: Pick<Target, 'vendor'>) => ({
  json: JSON_TYPE,
  entry: entryType(vendor),
  ref: refType(vendor),
})

/**
 * Returns the absolute URL of an `href`, or of a path from `/v3` on. A root-relative path that begins with
 * the base's own path is resolved against the origin, as a service below a path writes its links; any other
 * path against the base.
 */
export const resolveHref = ({ base }: Pick<Target, 'base'>, href: string): string => {
  if (/^https?:\/\//i.test(href)) return href
  const { origin, pathname } = new URL(base)
  const basePath = pathname.replace(/\/$/, '')
  const path = href.startsWith('/') ? href : `/${href}`
  return basePath !== '' && path.startsWith(`${basePath}/`) ? origin + path : base + path
}
