import type { ServerResponse } from 'node:http'
import { controlProblem } from '../problems/control-error.ts'
import type { MemoryBudget } from '../simulator/memory-budget.ts'

/**
 * Paths of responses that are built completely before they are streamed: each may hold a journal or a world.
 */
const WHOLE_DOCUMENT = /\/_playa\/worlds\/[^/]+\/(?:journal\.har|export|file)\/?(?:\?|$)/

/** Part of the budget that one such response may take. */
const BUDGET_PER_DOCUMENT_BYTES = 64 * 1024 * 1024

/** Bounds the responses that are built completely and held until their readers have read them. */
export class WholeDocuments {
  readonly #memory: Pick<MemoryBudget, 'bytes' | 'isShort'>
  #open = 0

  constructor(memory: Pick<MemoryBudget, 'bytes' | 'isShort'>) {
    this.#memory = memory
  }

  /** Most at a time. One is always possible, so that a world can be saved before it is deleted. */
  get #most(): number {
    const { bytes, isShort } = this.#memory
    return isShort ? 1 : Math.max(2, Math.floor(bytes / BUDGET_PER_DOCUMENT_BYTES))
  }

  /** Returns the refusal of one more; undefined: it may be built, and counts until it is closed. */
  refusal(url: string, outgoing: ServerResponse | undefined): Response | undefined {
    if (!outgoing || outgoing.closed || outgoing.destroyed || !WHOLE_DOCUMENT.test(url)) return undefined
    if (this.#open >= this.#most) {
      const detail = `${this.#open} clients read a HAR or an export at the moment; try again later.`
      return controlProblem(503, detail, new URL(url).pathname, { headers: { 'Retry-After': '1' } })
    }
    this.#open += 1
    outgoing.once('close', () => {
      this.#open -= 1
    })
    return undefined
  }
}
