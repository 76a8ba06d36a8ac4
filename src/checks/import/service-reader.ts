import { delay, requestPacer } from '../../kit/runner/pacing.ts'
import { RateLimit } from '../../kit/runner/rate-limit.ts'
import { parseUntrustedJson, UnreachableError, type WireResponse } from '../../kit/target/exchange.ts'
import { resolveHref, type Target } from '../../kit/target/target.ts'
import { jsonObjectOf } from '../../lib/unknown-values.ts'

/** A document as the reader received it. */
export interface ReadDocument {
  /** Absolute. */
  readonly url: string
  readonly status: number
  /** Undefined when it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** Keeps documents from one run to the next. */
export interface DocumentCache {
  /** Returns a kept document, with missing values read by `read`; undefined when it must be read. */
  find(url: string, read: (url: string) => Promise<ReadDocument>): Promise<ReadDocument | undefined>
  /** Keeps a document that was read. */
  add(url: string, document: Readonly<Record<string, unknown>>): void
}

/** Reads documents of a service, each once. */
export interface ServiceReader {
  /** Documents that were read. */
  readonly count: number
  /**
   * Reads the document at an `href`. Rejects with an `UnreachableError`, with a `RunStopped` when the service
   * answers only 429, and with the signal's reason.
   */
  read(href: string): Promise<ReadDocument>
}

/** Bounds of reading. */
export interface ReaderOptions {
  /** Maximum number of requests a second; 0: no bound, the default. */
  readonly rps?: number
  /** Requests in flight at a time. Default 4. */
  readonly concurrency?: number
  readonly signal?: AbortSignal
  readonly onRead?: (count: number) => void
  /** Kept documents of an interrupted import; new documents are added. */
  readonly kept?: DocumentCache
}

/** Pauses before requests to a service that became unreachable are repeated. */
const WAITS_MS = [500, 1_000, 2_000, 4_000]
/** A gateway's responses for an unreachable service. */
const GONE: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Returns a reader that sends only GET. After a 429, or a 503 with `Retry-After`, all requests wait, and the
 * refused ones are repeated. Requests to a service that becomes unreachable are repeated four times.
 */
export const serviceReader = (
  target: Target,
  { rps = 0, concurrency = 4, signal, onRead, kept }: ReaderOptions = {},
): ServiceReader => {
  const known = new Map<string, Promise<ReadDocument>>()
  const rateLimit = new RateLimit(signal)
  const turn = requestPacer(rps, signal)
  let read = 0
  let underWay = 0
  const waiting: (() => void)[] = []
  const send = async (url: string): Promise<WireResponse> => {
    for (let attempt = 0; ; attempt += 1) {
      await rateLimit.turn()
      await turn()
      signal?.throwIfAborted()
      const waitMs = read === 0 ? undefined : WAITS_MS[attempt]
      try {
        const request = await target.sign({ method: 'GET', url, headers: { Accept: 'application/json' } })
        const response = await target.transport(request, signal)
        if (!GONE.has(response.status) || 'retry-after' in response.headers) return response
        if (waitMs === undefined)
          throw new UnreachableError(`The service answers ${response.status}, as a gateway does.`)
      } catch (error) {
        if (!(error instanceof UnreachableError) || waitMs === undefined) throw error
      }
      await delay(waitMs, signal)
    }
  }
  const get = async (url: string): Promise<ReadDocument> => {
    for (;;) {
      const response = await send(url)
      const { status, headers, body } = response
      if (status !== 429 && !(status === 503 && 'retry-after' in headers)) {
        rateLimit.answered()
        read += 1
        onRead?.(read)
        const json = jsonObjectOf(parseUntrustedJson(body))
        if (status === 200 && json) kept?.add(url, json)
        return { url, status, json }
      }
      rateLimit.refused(response)
    }
  }
  const bounded = async (url: string): Promise<ReadDocument> => {
    if (underWay >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else underWay += 1
    try {
      return await get(url)
    } finally {
      // The next request takes the place.
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
  const once = (url: string): Promise<ReadDocument> => {
    // Links may write the mail of the agency in two ways.
    const key = url.replaceAll(/%40/g, '@')
    const found = known.get(key) ?? keptOrRead(url)
    known.set(key, found)
    return found
  }
  const keptOrRead = async (url: string): Promise<ReadDocument> =>
    (await kept?.find(url, once)) ?? bounded(url)
  return {
    get count() {
      return read
    },
    read: (href) => once(resolveHref(target, href)),
  }
}
