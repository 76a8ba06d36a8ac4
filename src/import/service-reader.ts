import { requestPacer } from '../kit/runner/pacing.ts'
import { RateLimit } from '../kit/runner/rate-limit.ts'
import { parseForeignJson } from '../kit/target/exchange.ts'
import { resolveHref, type Target } from '../kit/target/target.ts'

/** A document as it was read. */
export interface ReadDocument {
  readonly status: number
  /** Undefined when it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** Reads documents of a service, each once. */
export interface ServiceReader {
  /** Documents that were read. */
  readonly count: number
  /**
   * Reads what an `href` leads to. Rejects with an `UnreachableError`, with a `RunStopped` where the service answers
   * nothing but 429, and with the signal's reason.
   */
  read(href: string): Promise<ReadDocument>
}

/** Bounds of reading. */
export interface Politeness {
  /** Most requests a second; 0: no bound, the default. */
  readonly rps?: number
  /** Requests under way at a time. Default 4. */
  readonly concurrency?: number
  readonly signal?: AbortSignal
  readonly onRead?: (count: number) => void
}

/**
 * Returns a reader that sends nothing but GET. After a 429, or a 503 with `Retry-After`, all that is to be read
 * waits, and what was refused is asked for again.
 */
export const serviceReader = (
  target: Target,
  { rps = 0, concurrency = 4, signal, onRead }: Politeness = {},
): ServiceReader => {
  const known = new Map<string, Promise<ReadDocument>>()
  const rateLimit = new RateLimit(signal)
  const turn = requestPacer(rps, signal)
  let read = 0
  let underWay = 0
  const waiting: (() => void)[] = []
  const get = async (url: string): Promise<ReadDocument> => {
    for (;;) {
      await rateLimit.turn()
      await turn()
      signal?.throwIfAborted()
      const request = await target.sign({ method: 'GET', url, headers: { Accept: 'application/json' } })
      const response = await target.transport(request, signal)
      const { status, headers, body } = response
      if (status !== 429 && !(status === 503 && 'retry-after' in headers)) {
        rateLimit.answered()
        read += 1
        onRead?.(read)
        return { status, json: jsonObjectOf(parseForeignJson(body)) }
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
      // The place goes to the next one.
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
  return {
    get count() {
      return read
    },
    read: (href) => {
      const url = resolveHref(target, href)
      const found = known.get(url) ?? bounded(url)
      known.set(url, found)
      return found
    },
  }
}

/** Returns a JSON object; undefined for anything else. */
export const jsonObjectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>) // as the condition has shown
    : undefined

/** Returns the JSON objects of a list. */
export const jsonObjectsOf = (value: unknown): Readonly<Record<string, unknown>>[] => {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((entry) => {
    const object = jsonObjectOf(entry)
    return object === undefined ? [] : [object]
  })
}
