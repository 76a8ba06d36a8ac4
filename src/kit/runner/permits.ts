/**
 * Limits the pieces of work that run at a time. The others wait: the lowest rank goes first, then the first
 * that arrived.
 */
export class Permits {
  #free: number
  readonly #waiting: { readonly rank: number; readonly wake: () => void }[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Runs `work` when a permit is free. */
  async run<T>(work: () => Promise<T>, rank = 0): Promise<T> {
    await this.#take(rank)
    try {
      return await work()
    } finally {
      this.#giveBack()
    }
  }

  /** Lends the caller's permit to others while it waits for `work`, which needs none. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#giveBack()
    try {
      return await work()
    } finally {
      await this.#take(0)
    }
  }

  async #take(rank: number): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else
      await new Promise<void>((wake) => {
        const before = this.#waiting.findLastIndex((one) => one.rank <= rank)
        this.#waiting.splice(before + 1, 0, { rank, wake })
      })
  }

  #giveBack(): void {
    const next = this.#waiting.shift()
    if (next) next.wake()
    else this.#free += 1
  }
}
