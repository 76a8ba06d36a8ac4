/** Subjects of clauses that run alone: the counts, or the person whose phone publications may show. */
export type ExclusiveSubject = 'counts' | 'administrator'

/**
 * Lets clauses that write publications run together, and those that run alone without them: one at a time of
 * each subject.
 */
export class WriteTurns {
  #running = 0
  /** Work that ran, runs or will run alone. */
  #lone = 0
  readonly #gates = new Map<ExclusiveSubject, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []

  /** Runs `work` together with others, once nothing runs alone. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    // More work that runs alone may have arrived during the wait.
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

  /** Runs `work` alone: waits for all other work, which begins again only afterwards. */
  alone<T>(work: () => Promise<T>, subject: ExclusiveSubject): Promise<T> {
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
