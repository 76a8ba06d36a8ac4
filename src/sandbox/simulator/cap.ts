/** Counts what happens at the same time, up to a number. */
export class Cap {
  readonly most: number
  #taken = 0

  constructor(most: number) {
    this.most = most
  }

  /** Acquires a place; returns the function that releases it, undefined when all are taken. */
  take(): (() => void) | undefined {
    if (this.#taken >= this.most) return undefined
    this.#taken += 1
    let isHeld = true
    return () => {
      if (isHeld) this.#taken -= 1
      isHeld = false
    }
  }
}
