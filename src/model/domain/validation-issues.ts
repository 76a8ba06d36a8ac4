import type { Refusal } from './refusal.ts'

/** Bounds the response: without it a small request could produce a response many times its size. */
const MAX_PATHS = 1_000

/** Collects every issue of a request, so that one response reports all of them (`errors/how-many`). */
export class ValidationIssues {
  // Created with the first issue, since nearly every request has none.
  #byPath: Map<string, string[]> | undefined
  #because: Set<string> | undefined

  /** Adds an issue. `because` names the statements and assumptions behind it. */
  add(path: string, sentence: string, ...because: string[]): void {
    this.#byPath ??= new Map()
    this.#because ??= new Set()
    const sentences = this.#byPath.get(path)
    if (sentences) sentences.push(sentence)
    else if (this.#byPath.size < MAX_PATHS) this.#byPath.set(path, [sentence])
    for (const id of because) this.#because.add(id)
  }

  /** Adds all issues of another collection. */
  merge(other: ValidationIssues): void {
    if (!other.#byPath) return
    const because = [...(other.#because ?? [])]
    for (const [path, sentences] of other.#byPath)
      for (const sentence of sentences) this.add(path, sentence, ...because)
  }

  /** True when the member or a part of it has an issue; later rules then skip the member. */
  hasIssueAt(member: string): boolean {
    if (!this.#byPath) return false
    for (const path of this.#byPath.keys()) {
      if (path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`)) return true
    }
    return false
  }

  /** True when at least one issue was added. */
  get hasIssues(): boolean {
    return this.#byPath !== undefined
  }

  /** True when no issue of another path would be kept. */
  get isFull(): boolean {
    return this.#byPath !== undefined && this.#byPath.size >= MAX_PATHS
  }

  /** Returns the `invalid` refusal that carries all issues (ERR-03). */
  toRefusal(): Refusal {
    return {
      refused: 'invalid',
      errors: Object.fromEntries(this.#byPath ?? []),
      detail: '',
      because: this.#because?.size ? [...this.#because] : ['ERR-03'],
    }
  }
}
