import { isGetLink, linkObjectsIn } from '../support/links.ts'
import { hrefOf } from './described-request.ts'
import type { AnswerJudgement } from './judgement.ts'
import { type HistoryExchange, isDone } from './recorded-exchange.ts'

/**
 * Writes that links without variables offer, until something is written: their address accepts the method
 * (COM-02).
 */
export class OfferedWrites {
  /** Answers that offer a write, by method and address. */
  readonly #offered = new Map<string, HistoryExchange>()

  /** Judges a write, or takes the links of a read. */
  judge(judgement: AnswerJudgement): void {
    const { exchange } = judgement
    const { method, url, status } = exchange
    if (method === 'GET') {
      if (isDone(exchange)) this.#note(exchange)
      return
    }
    const since = this.#offered.get(`${method} ${url}`)
    // A method that a path does not have may be answered either way (`common/method-not-allowed`).
    judgement.expect(since === undefined || ![404, 405, 501].includes(status), {
      rule: `documents/a-link-has-its-method ${method}`,
      because: ['COM-02', 'COM-03'],
      expected: `${method} taken, as the link of an answer before it says`,
      got: `status ${status}`,
      since,
    })
    if (isDone(exchange)) this.#offered.clear()
  }

  #note(exchange: HistoryExchange): void {
    for (const link of linkObjectsIn(exchange.json)) {
      if (link.templated === true || isGetLink(link)) continue
      this.#offered.set(`${link.method?.toUpperCase()} ${hrefOf(link.href, exchange)}`, exchange)
    }
  }
}
