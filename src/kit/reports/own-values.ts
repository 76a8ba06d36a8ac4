import { type Exchange, tryParseJson } from '../target/exchange.ts'
import { collectPersonalValues } from './report-redactor.ts'

/**
 * Notes the values of hidden members that a run sends before any answer shows them: the kit made them up, so
 * they are nobody's. What an answer showed first, and what the caller gave, is never among them.
 */
export class OwnValues {
  readonly own = new Set<string>()
  readonly #others = new Set<string>()

  constructor(given: unknown) {
    for (const value of valuesIn(given)) this.#others.add(value)
  }

  /** Notes an exchange. They have to come in the order in which they ended. */
  note({ request, json }: Pick<Exchange, 'request' | 'json'>): void {
    const sent = [
      ...valuesIn(tryParseJson(request.body ?? '')),
      ...mailsIn(request.url.replaceAll(/%40/gi, '@')),
    ]
    for (const value of sent) if (!this.#others.has(value)) this.own.add(value)
    for (const value of valuesIn(json)) if (!this.own.has(value)) this.#others.add(value)
  }
}

const valuesIn = (json: unknown): ReadonlySet<string> => {
  const values = new Set(mailsIn(JSON.stringify(json) ?? ''))
  collectPersonalValues(json, values)
  return values
}

const mailsIn = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu) ?? []
