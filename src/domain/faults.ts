import type { Faults, Reason, Refusal } from './refusal.ts'

/** More than this nobody reads, and an answer many times as long as the request would serve only attackers. */
const MOST_PATHS = 1_000

/** Gathers everything that is wrong with what was sent, so that it is told at once (`errors/how-many`). */
export class FaultList {
  readonly #byPath = new Map<string, string[]>()
  readonly #because = new Set<string>()

  constructor(found: Faults = {}) {
    for (const [path, sentences] of Object.entries(found)) this.#byPath.set(path, [...sentences])
  }

  /** `because` names the statements and assumptions that the fault rests on. */
  add(path: string, sentence: string, ...because: string[]): void {
    const there = this.#byPath.get(path)
    if (there) there.push(sentence)
    else if (this.#byPath.size < MOST_PATHS) this.#byPath.set(path, [sentence])
    for (const id of because) this.#because.add(id)
  }

  /** Adds everything that another list found. */
  merge(other: FaultList): void {
    for (const [path, sentences] of other.#byPath) for (const sentence of sentences) this.add(path, sentence, ...other.#because)
  }

  /** True when the member, or something inside it, was already found wrong: later rules then leave it alone. */
  touches(member: string): boolean {
    for (const path of this.#byPath.keys()) {
      if (path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`)) return true
    }
    return false
  }

  get any(): boolean {
    return this.#byPath.size > 0
  }

  refusal(): Refusal {
    return {
      refused: 'invalid',
      errors: Object.fromEntries(this.#byPath),
      detail: '',
      because: this.#because.size > 0 ? [...this.#because] : ['ERR-03'],
    }
  }
}

/** A refusal that is not about what was said but about what is. `errors` is empty for a `forbidden` one. */
export const refusal = (refused: Reason, detail: string, because: readonly string[], errors: Faults = {}): Refusal => ({
  refused,
  errors,
  detail,
  because,
})
