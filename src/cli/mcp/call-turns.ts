import { nextTurn } from '../../lib/runtime/next-turn.ts'

/** Calls that run at the same time, at most. */
const MAX_RUNNING = 16

/**
 * Starts each call in its own turn, and few at a time: a hundred documents at once held others for a
 * second.
 */
export class CallTurns {
  #last = Promise.resolve()
  #running = 0
  #goOn = () => {}

  /** Runs a call when it is its turn. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    await this.room()
    this.#running += 1
    try {
      return await call()
    } finally {
      this.#running -= 1
      this.#goOn()
    }
  }

  /** Resolves when another call may start. */
  room(): Promise<void> {
    this.#last = this.#last.then(nextTurn).then(() => this.#oneEnded())
    return this.#last
  }

  #oneEnded(): Promise<void> | undefined {
    if (this.#running < MAX_RUNNING) return undefined
    return new Promise((resolve) => (this.#goOn = resolve))
  }
}
