/** Lets clauses that write run together, and those that count what writes do run alone. */
export class WriteTurns {
  #running = 0
  #gate: Promise<unknown> = Promise.resolve()
  #wake: (() => void) | undefined

  /** Runs `work` beside others, once nothing runs alone. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    // Another one that runs alone may have come while this waited.
    for (let gate: Promise<unknown> | undefined; gate !== this.#gate; ) {
      gate = this.#gate
      await gate
    }
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#wake?.()
    }
  }

  /** Runs `work` when everything that has begun has ended; nothing begins meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#gate.then(async () => {
      if (this.#running > 0)
        await new Promise<void>((done) => {
          this.#wake = done
        })
      return work()
    })
    this.#gate = mine.catch(() => {})
    return mine
  }
}
