import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isApiTarget } from '../transport/incoming-request.ts'

/** Which hosts and origins may call over a socket. */
export interface OriginGuardOptions {
  /** The address that the server is bound to. */
  readonly hostname: string
  /** Further names that a `Host` may give. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins whose pages may call, or `*` for all. */
  readonly cors?: readonly string[] | undefined
}

export type GuardVerdict =
  | { readonly allowed: true; readonly headers?: Readonly<Record<string, string>> }
  /** A CORS preflight, which the guard answers itself. */
  | { readonly allowed: false; readonly status: 204; readonly headers: Readonly<Record<string, string>> }
  | { readonly allowed: false; readonly status: 403; readonly detail: string }

export const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1)$/

const ALLOWED: GuardVerdict = { allowed: true }

/**
 * Judges requests by `Host` (outside the described API) and `Origin`. An unknown host name may have been pointed at this address by the
 * owner of a page (DNS rebinding); a foreign `Origin` is a page of another site. Clients other than browsers meet neither check.
 */
export const originGuard = ({
  hostname,
  allowedHosts = [],
  cors = [],
}: OriginGuardOptions): ((incoming: IncomingMessage) => GuardVerdict) => {
  const names = new Set([hostname, ...allowedHosts].map(lowerCase))
  // An address cannot be pointed elsewhere, so only names have to be known.
  const known = (name: string) => names.has(name) || isIP(name) !== 0 || /^(.+\.)?localhost$/.test(name)
  let lastHost: string | undefined
  return (incoming) => {
    const { host, origin } = incoming.headers
    // The described API answers under any name, as behind an entry in a hosts file or a container's: what it holds is made up.
    if (host !== undefined && host !== lastHost && !isApiTarget(incoming.url ?? '')) {
      if (!known(hostName(host))) return { allowed: false, status: 403, detail: unknownHostMessage(host) }
      lastHost = host
    }
    if (origin === undefined)
      return isCrossSite(incoming) ? { allowed: false, status: 403, detail: CROSS_SITE_MESSAGE } : ALLOWED
    if (isPictureRequest(incoming)) return ALLOWED
    // Browsers name the origin of every write, so a page whose name was pointed here can only read what is made up anyway.
    if (isSameOrigin(origin, host))
      return known(hostName(host ?? '')) ? ALLOWED : { allowed: false, status: 403, detail: unknownHostMessage(host ?? '') }
    if (!cors.includes('*') && !cors.includes(origin)) {
      return {
        allowed: false,
        status: 403,
        detail: `Pages of ${origin} may not call this server; --cors ${origin} lets them.`,
      }
    }
    const headers = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
    const asked = incoming.headers['access-control-request-method']
    if (incoming.method !== 'OPTIONS' || asked === undefined)
      return { allowed: true, headers: { ...headers, 'Access-Control-Expose-Headers': EXPOSED_HEADERS } }
    const wanted = incoming.headers['access-control-request-headers']
    return {
      allowed: false,
      status: 204,
      headers: {
        ...headers,
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        ...(wanted !== undefined && { 'Access-Control-Allow-Headers': wanted }),
        'Access-Control-Max-Age': '600',
      },
    }
  }
}

/** Everything that a client of the API reads from answers. */
const EXPOSED_HEADERS = 'ETag, Location, Retry-After, Allow, WWW-Authenticate, Preference-Applied'

const CROSS_SITE_MESSAGE = 'A page of another site may not call this server; --cors ORIGIN lets it.'

/** Browsers say so when a page of another site asks for something without an `Origin`; following a link, or showing a picture, is no call. */
const isCrossSite = ({ headers, url }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === 'cross-site' &&
  headers['sec-fetch-mode'] !== 'navigate' &&
  !url?.startsWith('/_playa/photos/')

/** A mail shown in a sandbox of its own has no origin, which its browser says even of the pictures in it. */
const isPictureRequest = ({ headers, method, url }: IncomingMessage): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'no-cors' && url?.startsWith('/_playa/photos/') === true

const isSameOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && lowerCase(origin) === `http://${lowerCase(host)}`

const unknownHostMessage = (host: string): string =>
  `This server does not answer to ${JSON.stringify(host)}; --allow-host ${hostName(host)} makes it.`

/** The name in a `Host`, without its port and the brackets of an IPv6 address. */
const hostName = (host: string): string =>
  lowerCase(host)
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')

const lowerCase = (text: string): string => text.toLowerCase()
