import type { Server } from 'node:http'

/** Longest time for which work gives way to connections, and then they to work. */
const MOST_MS = 8

/**
 * Lets work give way while connections arrive. Node accepts one connection between two reads of sockets: with
 * several milliseconds of work between them, a hundred that are closed and opened again keep a new client
 * waiting for a second.
 */
export class ArrivingConnections {
  /** True: work waits for the end of the next read of sockets. */
  areComing = false
  #cameInThisRead = false
  #startedMs = 0
  #restUntilMs = 0
  #end: (() => void) | undefined
  #ended: Promise<void> | undefined

  constructor(server: Pick<Server, 'on'>) {
    server.on('connection', () => this.#come())
  }

  /** Resolves when no connection arrives any more, or work has given way for long enough. */
  room(): Promise<void> | undefined {
    if (!this.areComing) return undefined
    this.#ended ??= new Promise((resolve) => (this.#end = resolve))
    return this.#ended
  }

  #come(): void {
    this.#cameInThisRead = true
    if (this.areComing) return
    const nowMs = performance.now()
    if (nowMs < this.#restUntilMs) return
    this.areComing = true
    this.#startedMs = nowMs
    setImmediate(() => this.#afterRead())
  }

  #afterRead(): void {
    const nowMs = performance.now()
    const isLong = nowMs - this.#startedMs > MOST_MS
    if (this.#cameInThisRead && !isLong) {
      this.#cameInThisRead = false
      setImmediate(() => this.#afterRead())
      return
    }
    if (isLong) this.#restUntilMs = nowMs + MOST_MS
    this.areComing = false
    this.#end?.()
    this.#end = this.#ended = undefined
  }
}
