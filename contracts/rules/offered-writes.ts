import { linkObjectsIn } from '../../src/kit/target/links.ts'
import { hrefOf } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { type HistoryExchange, isDone } from './recorded-exchange.ts'

const MAX_KEPT = 500

/**
 * Writes that links without variables offer, until something is written: their address accepts the method
 * (COM-02).
 */
export class OfferedWrites {
  /** Reads since something was written last. */
  #reads: HistoryExchange[] = []

  /** Judges a write, or keeps a read, whose links may offer it. */
  judge(judgement: Judgement): void {
    const { exchange } = judgement
    const { method, url, status } = exchange
    if (method === 'GET') {
      if (isDone(exchange)) this.#reads.push(exchange)
      if (this.#reads.length > MAX_KEPT) this.#reads.shift()
      return
    }
    const since = this.#reads.findLast((read) =>
      linkObjectsIn(read.json).some(
        (link) =>
          link.templated !== true && link.method?.toUpperCase() === method && hrefOf(link.href, read) === url,
      ),
    )
    // A method that a path does not have may be answered either way (`common/method-not-allowed`).
    if (since)
      judgement.expect(![404, 405, 501].includes(status), {
        rule: `documents/a-link-has-its-method ${method}`,
        because: ['COM-02', 'COM-03'],
        expected: `${method} taken, as the link of a response before it says`,
        got: `status ${status}`,
        since,
      })
    if (isDone(exchange)) this.#reads = []
  }
}
