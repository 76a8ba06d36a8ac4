import { type Exchange, tryParseJson } from '../../kit/target/exchange.ts'
import { collectPersonalValues } from './report-redactor.ts'

/**
 * Collects the values of hidden members that a run sends before any response shows them: the kit invented
 * them, so they belong to no person. Values that a response showed first, or the caller gave, are never among
 * them.
 */
export class InventedValues {
  readonly invented = new Set<string>()
  readonly #others = new Set<string>()
  /** Bodies and URLs that were noted before, which add nothing. */
  readonly #noted = new Set<string>()

  constructor(given: unknown) {
    for (const value of valuesIn(given)) this.#others.add(value)
  }

  /** Records an exchange. Callers must note exchanges in the order in which they ended. */
  note({ request, response, json }: Pick<Exchange, 'request' | 'json'> & NotedResponse): void {
    const { body = '', url } = request
    if (this.#isNew(body))
      for (const value of valuesIn(tryParseJson(body))) if (!this.#others.has(value)) this.invented.add(value)
    if (this.#isNew(url))
      for (const value of mailsIn(url.replaceAll(/%40/gi, '@')))
        if (!this.#others.has(value)) this.invented.add(value)
    if (this.#isNew(response.body))
      for (const value of valuesIn(json)) if (!this.invented.has(value)) this.#others.add(value)
  }

  #isNew(text: string): boolean {
    if (this.#noted.has(text)) return false
    this.#noted.add(text)
    return true
  }
}

interface NotedResponse {
  readonly response: Pick<Exchange['response'], 'body'>
}

const valuesIn = (json: unknown): ReadonlySet<string> => {
  const values = new Set(mailsIn(JSON.stringify(json) ?? ''))
  collectPersonalValues(json, values)
  return values
}

/** Returns the e-mail addresses in a text: the text around each at sign. */
const mailsIn = (text: string): readonly string[] => {
  const mails: string[] = []
  let end = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, end, at)
    DOMAIN.lastIndex = at + 1
    if (start === at || !DOMAIN.test(text)) continue
    end = DOMAIN.lastIndex
    mails.push(text.slice(start, end))
  }
  return mails
}

/** Returns where the local part before an at sign begins; `at` when there is none. */
const localStart = (text: string, from: number, at: number): number => {
  let start = at
  for (let count = 0; count < MAX_LOCAL_CHARACTERS && start > from; count += 1) {
    const size = /[\uDC00-\uDFFF]/.test(text[start - 1] ?? '') ? 2 : 1
    if (!LOCAL_CHARACTER.test(text.slice(start - size, start))) break
    start -= size
  }
  return start
}

const MAX_LOCAL_CHARACTERS = 64
const LOCAL_CHARACTER = /^[\p{L}\p{N}._+-]$/u
const DOMAIN = /[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/uy
