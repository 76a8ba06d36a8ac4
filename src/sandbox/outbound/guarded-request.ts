import { isUrl } from '../../lib/text/url.ts'
/**
 * Guards outgoing requests (SSRF protection). Every request to a URL that a client chose (callbacks, photos)
 * goes through here. Unless private addresses are allowed, it reaches only public ones, however the address
 * is spelled, resolved or redirected.
 */

import { guardedLookup, type ResolveName, systemResolver } from './guarded-lookup.ts'
import { type GuardedResponse, type OutgoingRequest, sendOnce } from './http-exchange.ts'
import { OutgoingFailed } from './outbound-error.ts'
import type { PrivateTargets } from './private-targets.ts'
import { parseTargetUrl } from './target-url.ts'

export type { GuardedResponse } from './http-exchange.ts'
export { OutgoingFailed, OutgoingRefused } from './outbound-error.ts'

/** One outgoing request and its limits. */
export interface GuardedOptions {
  readonly url: string
  /** Default GET. */
  readonly method?: string
  /** Without `Host` and the headers that frame a body: the guard sets these. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Offsets in bytes at which the body is cut into chunks; absent: it is sent whole, with its length. */
  readonly cuts?: readonly number[]
  /** Limit of the whole exchange, including redirects and bodies. */
  readonly timeoutMs: number
  /** Bytes of the body that are read, at most; a longer one is `complete: false`. */
  readonly maxResponseBytes: number
  /**
   * True: private addresses and all ports are allowed. `loopback-only`: this machine's own, and all ports.
   */
  readonly allowPrivate: PrivateTargets
  /** Redirects that are followed, at most. Default 0: a redirect is returned like any response. */
  readonly followRedirects?: number
  /**
   * Called with the body so far after each chunk; true ends the reading. The view is valid during the call
   * only.
   */
  readonly until?: (body: Uint8Array) => boolean
  /** Replaces the system's resolver in tests. */
  readonly lookup?: ResolveName
}

/**
 * Sends one request and reads a bounded response of any status. Throws `OutgoingRefused` when the request or
 * a redirect is not allowed and `OutgoingFailed` when there was no response, both with one sentence and a
 * `because`.
 */
export const guardedRequest = async (options: GuardedOptions): Promise<GuardedResponse> => {
  const { allowPrivate, maxResponseBytes, followRedirects = 0, until = () => false } = options
  const deadlineMs = performance.now() + options.timeoutMs
  const lookup = guardedLookup(options.lookup ?? systemResolver, allowPrivate)
  const skipsBody = (status: number, headers: GuardedResponse['headers']) =>
    followRedirects > 0 && locationOf(status, headers) !== undefined
  let request = firstRequest(options)
  for (let left = followRedirects; ; left -= 1) {
    const timeoutMs = deadlineMs - performance.now()
    const response = await sendOnce(request, { lookup, timeoutMs, maxResponseBytes, until, skipsBody })
    const location = locationOf(response.status, response.headers)
    if (followRedirects === 0 || location === undefined) return response
    if (left === 0)
      throw new OutgoingFailed('redirects', `There were more redirects than the ${followRedirects} allowed.`)
    request = nextRequest(
      request,
      response.status,
      parseTargetUrl(absoluteUrl(location, request.url), allowPrivate),
    )
  }
}

const firstRequest = ({
  url,
  method = 'GET',
  headers = {},
  body,
  cuts,
  allowPrivate,
}: GuardedOptions): OutgoingRequest => ({
  url: parseTargetUrl(url, allowPrivate),
  method,
  headers,
  body,
  cuts,
})

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const locationOf = (status: number, headers: GuardedResponse['headers']): string | undefined =>
  REDIRECTS.has(status) ? headers.location : undefined

/** Resolves a Location; an unreadable one stays as it is, so that `parseTargetUrl` reports it. */
const absoluteUrl = (location: string, base: URL): string =>
  isUrl(location, base.href) ? new URL(location, base).href : location

/** Follows a redirect (RFC 9110, 15.4): 307 and 308 repeat the request, the others become a GET. */
const nextRequest = (request: OutgoingRequest, status: number, url: URL): OutgoingRequest => {
  // Headers may hold secrets of the first origin, such as signatures; another origin only gets harmless ones.
  const headers =
    url.origin === request.url.origin
      ? request.headers
      : headersLike(request.headers, /^(?:accept.*|user-agent|content-type)$/i)
  const repeats = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD'
  if (repeats) return { ...request, url, headers }
  return { url, method: 'GET', headers: headersLike(headers, /^(?!content-)/i), body: undefined }
}

const headersLike = (headers: OutgoingRequest['headers'], names: RegExp): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)))
