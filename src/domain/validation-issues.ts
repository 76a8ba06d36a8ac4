import type { IssuesByPath, RefusalKind, Refusal } from './refusal.ts'

/** More than this nobody reads, and an answer many times as long as the request would serve only attackers. */
const MAX_PATHS = 1_000

/** Gathers everything that is wrong with what was sent, so that it is told at once (`errors/how-many`). */
export class ValidationIssues {
  // Nearly every request has no fault, so nothing is set up before the first one.
  #byPath: Map<string, string[]> | undefined
  #because: Set<string> | undefined

  /** `because` names the statements and assumptions that the fault rests on. */
  add(path: string, sentence: string, ...because: string[]): void {
    this.#byPath ??= new Map()
    this.#because ??= new Set()
    const there = this.#byPath.get(path)
    if (there) there.push(sentence)
    else if (this.#byPath.size < MAX_PATHS) this.#byPath.set(path, [sentence])
    for (const id of because) this.#because.add(id)
  }

  /** Adds everything that another list found. */
  merge(other: ValidationIssues): void {
    if (!other.#byPath) return
    const because = [...(other.#because ?? [])]
    for (const [path, sentences] of other.#byPath)
      for (const sentence of sentences) this.add(path, sentence, ...because)
  }

  /** True when the member, or something inside it, was already found wrong: later rules then leave it alone. */
  hasIssueAt(member: string): boolean {
    if (!this.#byPath) return false
    for (const path of this.#byPath.keys()) {
      if (path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`)) return true
    }
    return false
  }

  get hasIssues(): boolean {
    return this.#byPath !== undefined
  }

  toRefusal(): Refusal {
    return {
      refused: 'invalid',
      errors: Object.fromEntries(this.#byPath ?? []),
      detail: '',
      because: this.#because?.size ? [...this.#because] : ['ERR-03'],
    }
  }
}

/** A refusal that is not about what was said but about what is. `errors` is empty for a `forbidden` one. */
export const refusal = (refused: RefusalKind, detail: string, because: readonly string[], errors: IssuesByPath = {}): Refusal => ({
  refused,
  errors,
  detail,
  because,
})
