import { inBackground, type Timer } from '../runtime/timers.ts'

/**
 * Queues an event; its data is made only when it is sent. Followers that are given the same function share
 * the text that is made of it.
 */
type QueueEvent = (name: string, data: () => object) => void

/** Most events that wait for a slow reader; older ones are dropped, and a `lost` event says how many. */
const MAX_BACKLOG = 500
/** Most events that are sent in one chunk. */
const MAX_CHUNK_EVENTS = 100
const HEARTBEAT_MS = 15_000
/** What happens within this time after a chunk is sent in the next one: a chunk costs more than its events. */
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
  const backlog: QueuedEvent[] = []
  let lost = 0
  let wake: (() => void) | undefined
  let isOver = false
  let isBeating = false
  let sentMs = Number.NEGATIVE_INFINITY
  let chunkTimer: Timer | undefined
  const woken = () => {
    clearTimeout(chunkTimer)
    chunkTimer = undefined
    wake?.()
    wake = undefined
  }
  const stop = listen((name, data) => {
    if (backlog.length >= MAX_BACKLOG) {
      backlog.shift()
      lost += 1
    }
    backlog.push({ name, data })
    const leftMs = sentMs + CHUNK_INTERVAL_MS - performance.now()
    if (leftMs <= 0) woken()
    else chunkTimer ??= inBackground(setTimeout(woken, leftMs))
  })
  const heartbeat = setInterval(() => {
    isBeating = true
    woken()
  }, HEARTBEAT_MS)
  inBackground(heartbeat)
  const end = () => {
    if (isOver) return
    isOver = true
    clearInterval(heartbeat)
    signal.removeEventListener('abort', end)
    stop()
    backlog.length = 0
    woken()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(': listening\n\n')),
    pull: async (controller) => {
      if (!isOver && !isBeating && (chunkTimer || (backlog.length === 0 && lost === 0)))
        await new Promise<void>((resolve) => (wake = resolve))
      if (isOver) return controller.close()
      const parts = lost > 0 ? [eventText('lost', { count: lost })] : []
      lost = 0
      for (const event of backlog.splice(0, MAX_CHUNK_EVENTS)) parts.push(queuedText(event))
      if (parts.length === 0) parts.push(':\n\n')
      isBeating = false
      sentMs = performance.now()
      controller.enqueue(encoder.encode(parts.join('')))
    },
    cancel: end,
  })
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
