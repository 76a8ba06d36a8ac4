import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackHost, isUrl } from '../lib/text/url.ts'
import { PHOTO_ROOT } from '../model/domain/publications/photo-url.ts'
import { isApiTarget } from '../sandbox/transport/incoming-request.ts'
import { readForwarded, schemeOf } from './forwarded.ts'
import { isHealthTarget } from './health-targets.ts'

/** Hosts and origins that may call over a socket. */
export interface OriginGuardOptions {
  /** The address that the server is bound to. */
  readonly hostname: string
  /** Additional accepted names in `Host`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Accepted origins of other sites, or `*` for all. */
  readonly cors?: readonly string[] | undefined
  /** Whether the control API asks for a token, which no page of another site has. */
  readonly hasToken?: boolean | undefined
}

/** The guard's decision about a request. */
export type GuardVerdict =
  | { readonly allowed: true; readonly headers?: Readonly<Record<string, string>> }
  /** A CORS preflight, which the guard responds to itself. */
  | { readonly allowed: false; readonly status: 204; readonly headers: Readonly<Record<string, string>> }
  | { readonly allowed: false; readonly status: 400 | 403; readonly detail: string }

const ALLOWED: GuardVerdict = { allowed: true }

/**
 * Creates a guard that checks `Host` (outside the described API) against DNS rebinding, and `Origin` against
 * pages of other sites. Clients other than browsers pass both checks.
 */
export const originGuard = (options: OriginGuardOptions): ((incoming: IncomingMessage) => GuardVerdict) => {
  const { hostname, allowedHosts = [], cors = [], hasToken = false } = options
  const names = new Set([hostname, ...allowedHosts].map(lowerCase))
  const isKnown = (host: string): boolean => {
    const name = hostName(host)
    // DNS cannot rebind an IP address, so only names must be known.
    return names.has(name) || isIP(name) !== 0 || isLoopbackHost(name)
  }
  // A cache must not hand the response for one origin to another, whether or not this request names one.
  const allowed: GuardVerdict = cors.length === 0 ? ALLOWED : { allowed: true, headers: { Vary: 'Origin' } }
  return (incoming) => {
    const ambiguous = ambiguityOf(incoming)
    if (ambiguous) return refusal(400, ambiguous)
    const host = hostOf(incoming)
    const unknown = answersAnyHost(incoming)
      ? undefined
      : hostsToCheck(incoming, host, hasToken).find((name) => !isKnown(name))
    if (unknown !== undefined) return refusal(403, unknownHostMessage(unknown))
    const { origin } = incoming.headers
    if (origin === undefined) return isCrossSite(incoming) ? refusal(403, CROSS_SITE_MESSAGE) : allowed
    if (isPictureRequest(incoming)) return allowed
    // Browsers send `Origin` with every write, so a rebound page without one can only read made-up data.
    if (isSameOrigin(origin, host, schemeOf(incoming)))
      return isKnown(host ?? '') ? allowed : refusal(403, unknownHostMessage(host ?? ''))
    return cors.includes('*') || cors.includes(origin)
      ? corsVerdict(incoming, origin)
      : refusal(403, foreignOriginMessage(origin, host))
  }
}

const refusal = (status: 400 | 403, detail: string): GuardVerdict => ({ allowed: false, status, detail })

/** Returns why a proxy may have parsed the request differently; undefined when it is unambiguous. */
const ambiguityOf = ({ rawHeaders, headers }: IncomingMessage): string | undefined => {
  if (hasTwoHosts(rawHeaders)) return TWO_HOSTS_MESSAGE
  const encoding = headers['transfer-encoding']
  return encoding === undefined || encoding.toLowerCase() === 'chunked' ? undefined : CODED_MESSAGE
}

/**
 * Returns the host that the request is routed to, which must be checked: a proxy's client sends an absolute
 * target with its own host.
 */
const hostOf = ({ url = '/', headers }: IncomingMessage): string | undefined =>
  url.startsWith('/') ? headers.host : authorityOf(url)

/** The described API responds under any name, e.g. that of a container: its data is made up. */
const answersAnyHost = ({ url = '/' }: IncomingMessage): boolean => {
  const path = pathOf(url)
  return isApiTarget(path) || isHealthTarget(path)
}

/** Returns what follows the authority of an absolute target; a target without one is a path already. */
const pathOf = (target: string): string => {
  const authority = authorityOf(target)
  return authority === undefined ? target : target.slice(target.indexOf('/', target.indexOf('//') + 2))
}

/** Returns the hosts that must be known. */
const hostsToCheck = (
  incoming: IncomingMessage,
  host: string | undefined,
  hasToken: boolean,
): readonly string[] => {
  // A rebound page can forge `X-Forwarded-Host`, and nearly every proxy is on a known address.
  const sentHost = hasToken ? undefined : readForwarded(incoming)?.sentHost
  return [host, sentHost].filter((name) => name !== undefined)
}

/** Allows a request of another site, or responds to its preflight. */
const corsVerdict = ({ method, headers }: IncomingMessage, origin: string): GuardVerdict => {
  const allowed = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
    return { allowed: true, headers: { ...allowed, 'Access-Control-Expose-Headers': EXPOSED_HEADERS } }
  const requestedHeaders = headers['access-control-request-headers']
  return {
    allowed: false,
    status: 204,
    headers: {
      ...allowed,
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      ...(requestedHeaders !== undefined && { 'Access-Control-Allow-Headers': requestedHeaders }),
      'Access-Control-Max-Age': '600',
    },
  }
}

/** Response headers that a client of the API reads, those that an assumption adds among them. */
const EXPOSED_HEADERS =
  'ETag, Location, Retry-After, Allow, WWW-Authenticate, Preference-Applied, Deprecation, Sunset'

const CROSS_SITE_MESSAGE = 'A page of another site may not call this server; --cors ORIGIN allows it.'

/**
 * Returns whether a page of another site sent the request without `Origin`. Navigation and pictures are
 * allowed.
 */
const isCrossSite = ({ headers, url }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate' && !isPicture(url)

/**
 * Returns whether the request loads a picture: a mail in a sandboxed frame sends `Origin: null` with its
 * pictures.
 */
const isPictureRequest = ({ headers, method, url }: IncomingMessage): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'no-cors' && isPicture(url)

/** Returns whether a target is a picture as it is routed, after dot segments are resolved. */
const isPicture = (target: string | undefined): boolean =>
  target?.startsWith(PHOTO_ROOT) === true &&
  new URL(target, 'http://localhost').pathname.startsWith(PHOTO_ROOT)

/** Returns the authority of an absolute target; undefined when it is not one. */
const authorityOf = (target: string): string | undefined => (isUrl(target) ? new URL(target).host : undefined)

const TWO_HOSTS_MESSAGE = 'The request has two Host headers, which is ambiguous.'

/** Node reads an empty one by the length, or as no body; a proxy in front of it may read chunks. */
const CODED_MESSAGE = 'Transfer-Encoding must be chunked, or not sent.'

/** Node keeps the first of several `Host` headers; a proxy in front of it may have read the last. */
const hasTwoHosts = (rawHeaders: readonly string[]): boolean => {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

const isSameOrigin = (origin: string, host: string | undefined, scheme: 'http' | 'https'): boolean =>
  host !== undefined && lowerCase(origin) === `${scheme}://${lowerCase(host)}`

const foreignOriginMessage = (origin: string, host: string | undefined): string =>
  isSameOrigin(origin, host, 'https')
    ? `The page came over TLS from ${origin}, the request did not: start the server with --trust-proxy.`
    : `Pages of ${origin} may not call this server; --cors ${origin} allows them.`

const unknownHostMessage = (host: string): string =>
  `This server does not respond to Host ${JSON.stringify(host)}; --allow-host ${hostName(host)} accepts it.`

/**
 * Returns a function that returns whether an origin is one of this server: links in messages lead only to
 * these, whatever `Host` the request that caused them had.
 */
export const serverOrigins = ({
  hostname,
  allowedHosts = [],
}: Pick<OriginGuardOptions, 'hostname' | 'allowedHosts'>): ((origin: string) => boolean) => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address))
  const names = new Set([hostname, ...allowedHosts, ...addresses].map((name) => lowerCase(name ?? '')))
  return (origin) => {
    const name = hostName(origin.slice(origin.indexOf('://') + 3))
    return names.has(name) || isLoopbackHost(name)
  }
}

/** Returns the name of a `Host` value, without the port and the brackets of an IPv6 address. */
const hostName = (host: string): string =>
  lowerCase(host)
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')

const lowerCase = (text: string): string => text.toLowerCase()
