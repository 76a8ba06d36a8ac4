import { parseForeignJson, UnreachableError } from '../kit/target/exchange.ts'
import { resolveHref, type Target } from '../kit/target/target.ts'

/** A document as it was read. */
export interface ReadDocument {
  readonly status: number
  /** Undefined when it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** Reads documents of a service, each once. */
export interface ServiceReader {
  /** Requests that were sent. */
  readonly sent: number
  /** Reads what an `href` leads to. Rejects with an `UnreachableError`, or when it is interrupted. */
  read(href: string): Promise<ReadDocument>
}

/** Bounds of reading. */
export interface Politeness {
  /** Most requests a second; undefined: no bound. */
  readonly rps?: number
  /** Requests under way at a time. Default 4. */
  readonly concurrency?: number
  readonly signal?: AbortSignal
  readonly onRead?: (sent: number) => void
}

const ATTEMPTS = 6
const MAX_WAIT_MS = 60_000

/** Returns a reader that waits as long as 429 and 503 tell, and sends nothing but GET. */
export const serviceReader = (
  target: Target,
  { rps, concurrency = 4, signal, onRead }: Politeness = {},
): ServiceReader => {
  const known = new Map<string, Promise<ReadDocument>>()
  let sent = 0
  let freeMs = 0
  let underWay = 0
  const waiting: (() => void)[] = []
  const turn = async () => {
    const nowMs = performance.now()
    const atMs = Math.max(nowMs, freeMs)
    freeMs = atMs + (rps === undefined ? 0 : 1_000 / rps)
    if (atMs > nowMs) await pause(atMs - nowMs)
  }
  const get = async (url: string): Promise<ReadDocument> => {
    for (let attempt = 1; ; attempt += 1) {
      await turn()
      if (signal?.aborted) throw new UnreachableError('the import was interrupted')
      sent += 1
      onRead?.(sent)
      const request = await target.sign({ method: 'GET', url, headers: { Accept: 'application/json' } })
      const response = await target.transport(request, signal)
      if ((response.status === 429 || response.status === 503) && attempt < ATTEMPTS) {
        const seconds = Number(response.headers['retry-after'] ?? attempt)
        await pause(Math.min(MAX_WAIT_MS, (Number.isFinite(seconds) ? seconds : attempt) * 1_000))
        continue
      }
      return { status: response.status, json: jsonObjectOf(parseForeignJson(response.body)) }
    }
  }
  const bounded = async (url: string): Promise<ReadDocument> => {
    if (underWay >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    underWay += 1
    try {
      return await get(url)
    } finally {
      underWay -= 1
      waiting.shift()?.()
    }
  }
  return {
    get sent() {
      return sent
    },
    read: (href) => {
      const url = resolveHref(target, href)
      const found = known.get(url) ?? bounded(url)
      known.set(url, found)
      return found
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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
