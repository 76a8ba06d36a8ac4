import { entryType, JSON_TYPE, refType } from '../../api/wire/media-types.ts'
import { isUrl } from '../../lib/text/url.ts'
import type { Transport, WireRequest } from './exchange.ts'

/** The service under test, and how the kit reaches it. */
export interface Target {
  /** Base URL without a trailing slash; the described paths begin below it. */
  readonly base: string
  /** E-mail of the administrator of the agency that the run may use. */
  readonly agency: string
  /** E-mail of the administrator of an agency that the app may not use. */
  readonly strangerAgency?: string
  /** A second client app (ERR-07). */
  readonly otherApp?: Pick<Target, 'sign'>
  /** Vendor name in the media types (`common/vendor`). */
  readonly vendor: string
  readonly transport: Transport
  /** True: requests reach the service inside this process, without a server. */
  readonly isInProcess?: boolean
  /** Other base URLs that the service writes into links, such as its own name behind a proxy. */
  readonly sameOrigins?: readonly string[]
  /** Adds credentials to a request, after everything else is in it. */
  sign(request: WireRequest): WireRequest | Promise<WireRequest>
}

/** Returns the media types that a client of the target may accept (COM-10). */
export const mediaTypes = ({ vendor }: Pick<Target, 'vendor'>) => ({
  json: JSON_TYPE,
  entry: entryType(vendor),
  ref: refType(vendor),
})

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i

/**
 * Returns the absolute URL of an `href`, or of a path from `/v3` on. A root-relative path that begins with
 * the base's own path is resolved against the origin, as a service below a path writes its links; any other
 * path against the base.
 */
export const resolveHref = (target: Pick<Target, 'base' | 'sameOrigins'>, href: string): string => {
  const { base } = target
  const { origin, pathname, protocol } = new URL(base)
  if (ABSOLUTE.test(href)) return withoutAlias(target, href)
  // A network-path reference has the scheme of the request (RFC 3986, 4.2).
  if (href.startsWith('//')) return withoutAlias(target, protocol + href)
  const basePath = pathname.replace(/\/$/, '')
  const path = href.startsWith('/') ? href : `/${href}`
  return basePath !== '' && path.startsWith(`${basePath}/`) ? origin + path : base + path
}

/** Returns a URL below one of `sameOrigins` as the same URL below the base. */
const withoutAlias = (
  { base, sameOrigins = [] }: Pick<Target, 'base' | 'sameOrigins'>,
  url: string,
): string => {
  if (!isUrl(url)) return url
  const { origin, pathname } = new URL(url)
  const alias = sameOrigins.find((one) => new URL(one).origin === origin)
  if (alias === undefined || origin === new URL(base).origin) return url
  const below = new URL(alias).pathname.replace(/\/$/, '')
  const rest = url.slice(url.indexOf(pathname, url.indexOf('//') + 2))
  return resolveHref(
    { base },
    below !== '' && pathname.startsWith(`${below}/`) ? rest.slice(below.length) : rest,
  )
}
