import { inBackground, type Timer } from '../../lib/runtime/timers.ts'

/**
 * Queues an event; its data is made only when it is sent. Followers that are given the same function share
 * the text that is made of it.
 */
type QueueEvent = (name: string, data: () => object) => void

/**
 * Maximum number of events that wait for a slow reader; older ones are dropped, and a `lost` event says how
 * many.
 */
const MAX_BACKLOG = 500
/** Maximum number of events that are sent in one chunk. */
const MAX_CHUNK_EVENTS = 100
const HEARTBEAT_MS = 15_000
/**
 * What happens within this time after a chunk is sent in the next one: a chunk costs more than its events.
 */
const CHUNK_INTERVAL_MS = 50

const encoder = new TextEncoder()

interface QueuedEvent {
  readonly name: string
  data(): object
}

/**
 * Returns a stream of server-sent events. `listen` gets the function that queues events and returns the
 * function that stops listening, which is called once: when the reader cancels or the signal aborts. A
 * comment is sent every 15 seconds, so that a reader that has gone is noticed.
 */
export const eventStream = (
  signal: AbortSignal,
  listen: (queue: QueueEvent) => () => void,
): ReadableStream<Uint8Array> => {
  const backlog = new Backlog()
  const stop = listen((name, data) => backlog.add({ name, data }))
  const end = () => {
    if (!backlog.end()) return
    signal.removeEventListener('abort', end)
    stop()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(': listening\n\n')),
    pull: async (controller) => {
      const chunk = await backlog.nextChunk()
      if (chunk === undefined) return controller.close()
      controller.enqueue(encoder.encode(chunk))
    },
    cancel: end,
  })
}

/** Events that one reader has not been sent yet. */
class Backlog {
  readonly #events: QueuedEvent[] = []
  readonly #heartbeat: Timer
  #lost = 0
  #isOver = false
  #isBeating = false
  #sentMs = Number.NEGATIVE_INFINITY
  #chunkTimer: Timer | undefined
  #wake: (() => void) | undefined

  constructor() {
    this.#heartbeat = setInterval(() => {
      this.#isBeating = true
      this.#wakeReader()
    }, HEARTBEAT_MS)
    inBackground(this.#heartbeat)
  }

  add(event: QueuedEvent): void {
    if (this.#events.length >= MAX_BACKLOG) {
      this.#events.shift()
      this.#lost += 1
    }
    this.#events.push(event)
    const leftMs = this.#sentMs + CHUNK_INTERVAL_MS - performance.now()
    if (leftMs <= 0) this.#wakeReader()
    else this.#chunkTimer ??= inBackground(setTimeout(() => this.#wakeReader(), leftMs))
  }

  /** Waits for events, or for the time of a comment; returns undefined at the end. One call at a time. */
  async nextChunk(): Promise<string | undefined> {
    const isEmpty = this.#events.length === 0 && this.#lost === 0
    if (!this.#isOver && !this.#isBeating && (this.#chunkTimer || isEmpty))
      await new Promise<void>((resolve) => (this.#wake = resolve))
    if (this.#isOver) return undefined
    const parts = this.#lost > 0 ? [eventText('lost', { count: this.#lost })] : []
    this.#lost = 0
    for (const event of this.#events.splice(0, MAX_CHUNK_EVENTS)) parts.push(queuedText(event))
    this.#isBeating = false
    this.#sentMs = performance.now()
    return parts.length === 0 ? ':\n\n' : parts.join('')
  }

  /** Drops what waits; returns false where that was done before. */
  end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    clearInterval(this.#heartbeat)
    this.#events.length = 0
    this.#wakeReader()
    return true
  }

  #wakeReader(): void {
    clearTimeout(this.#chunkTimer)
    this.#chunkTimer = undefined
    this.#wake?.()
    this.#wake = undefined
  }
}

const texts = new WeakMap<() => object, string>()

/** Returns the text of an event, which is made for its first reader. */
const queuedText = ({ name, data }: QueuedEvent): string => {
  const known = texts.get(data)
  if (known !== undefined) return known
  const text = eventText(name, data())
  texts.set(data, text)
  return text
}

/** Formats one event. JSON holds no line break, so one line of data is enough. */
const eventText = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
