/** Subjects of clauses that run alone: the counts, or the person whose phone publications may show. */
export type ExclusiveSubject = 'counts' | 'administrator'

/**
 * Lets work that shares the lock run together, and exclusive work without it: one at a time of each subject.
 * Exclusive work goes first.
 */
export class SharedLock {
  #running = 0
  /** Work that ran, runs or will run exclusively. */
  #lone = 0
  readonly #gates = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []

  /** Runs `work` together with other such work, once no exclusive work is left. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    // More exclusive work may have arrived during the wait.
    for (let seen = -1; seen !== this.#lone; ) {
      seen = this.#lone
      await Promise.all(this.#gates.values())
    }
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (this.#running === 0) for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** Runs `work` without work that shares the lock, and without other exclusive work on the `subject`. */
  exclude<T>(work: () => Promise<T>, subject = ''): Promise<T> {
    this.#lone += 1
    const mine = (this.#gates.get(subject) ?? Promise.resolve()).then(async () => {
      if (this.#running > 0) await new Promise<void>((done) => this.#waiting.push(done))
      return work()
    })
    this.#gates.set(
      subject,
      mine.catch(() => {}),
    )
    return mine
  }
}
