/**
 * The guard of outgoing requests: the only way from here to an address that somebody else chose (callbacks of webhooks, photos).
 * Unless that is allowed, it reaches nothing but the public internet, however the address is spelled, bound or redirected.
 */
import { OutgoingFailed } from './outbound-error.ts'
import { exchangeOnce, type GuardedResponse, type Hop } from './http-exchange.ts'
import { guardedLookup, type Resolve, resolveBySystem } from './guarded-lookup.ts'
import { readTarget } from './target-url.ts'

export { OutgoingFailed, OutgoingRefused } from './outbound-error.ts'
export type { GuardedResponse } from './http-exchange.ts'

export interface GuardedOptions {
  readonly url: string
  /** Default GET. */
  readonly method?: string
  /** `Host` and the headers that frame a body are set by the guard and left out here. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For the whole exchange, redirects and bodies included. */
  readonly timeoutMs: number
  /** What is read of the body at most; beyond, the answer is `complete: false`. */
  readonly maxResponseBytes: number
  /** True: private addresses and any port are reached too. */
  readonly allowPrivate: boolean
  /** Most redirects that are followed. Default 0: a redirect is an answer like any other. */
  readonly followRedirects?: number
  /** Told of the body so far after each piece; true ends the reading. The view is valid during the call only. */
  readonly until?: (body: Uint8Array) => boolean
  /** Names to addresses; for tests. Default: the machine's resolver. */
  readonly lookup?: Resolve
}

/**
 * Sends one request and reads a bounded answer, whatever its status. Throws `OutgoingRefused` when it must not be sent (or
 * redirected) and `OutgoingFailed` when no answer came, both with one sentence and a `because`.
 */
export const guardedRequest = async (options: GuardedOptions): Promise<GuardedResponse> => {
  const { allowPrivate, maxResponseBytes, followRedirects = 0, until = () => false } = options
  const deadlineMs = performance.now() + options.timeoutMs
  const lookup = guardedLookup(options.lookup ?? resolveBySystem, allowPrivate)
  const headOnly = (status: number, headers: GuardedResponse['headers']) =>
    followRedirects > 0 && locationOf(status, headers) !== undefined
  let hop = firstHop(options)
  for (let left = followRedirects; ; left -= 1) {
    const timeoutMs = deadlineMs - performance.now()
    const response = await exchangeOnce(hop, { lookup, timeoutMs, maxResponseBytes, until, headOnly })
    const location = locationOf(response.status, response.headers)
    if (followRedirects === 0 || location === undefined) return response
    if (left === 0)
      throw new OutgoingFailed('redirects', `There were more redirects than the ${followRedirects} allowed.`)
    hop = nextHop(hop, response.status, readTarget(absolute(location, hop.url), allowPrivate))
  }
}

const firstHop = ({ url, method = 'GET', headers = {}, body, allowPrivate }: GuardedOptions): Hop => ({
  url: readTarget(url, allowPrivate),
  method,
  headers,
  body,
})

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const locationOf = (status: number, headers: GuardedResponse['headers']): string | undefined =>
  REDIRECTS.has(status) ? headers.location : undefined

/** What cannot be read is left as it is, for `readTarget` to say so. */
const absolute = (location: string, base: URL): string =>
  URL.canParse(location, base.href) ? new URL(location, base).href : location

/** As RFC 9110 (15.4) lets clients go on: 307 and 308 repeat the request, after the others it becomes a GET. */
const nextHop = (hop: Hop, status: number, url: URL): Hop => {
  // Headers may hold secrets of the first receiver, signatures for instance; another origin gets the harmless ones only.
  const headers =
    url.origin === hop.url.origin ? hop.headers : headersLike(hop.headers, /^(?:accept.*|user-agent|content-type)$/i)
  const repeats = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD'
  if (repeats) return { ...hop, url, headers }
  return { url, method: 'GET', headers: headersLike(headers, /^(?!content-)/i), body: undefined }
}

const headersLike = (headers: Hop['headers'], names: RegExp): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)))
