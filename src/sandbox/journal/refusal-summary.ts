import { parseJson } from '../../lib/text/parse-json.ts'
import type { JournalEntry } from './journal-entry.ts'
import { responseText } from './request-details.ts'

/** Summary of a refusal's response. */
export interface RefusalSummary {
  /** Detail of the problem; null when nothing was refused, or there is no detail. */
  readonly detail: string | null
  readonly errors?: Record<string, string[]>
}

const NO_REFUSAL: RefusalSummary = { detail: null }

/** Reads a problem in any of its forms (`errors/not-found`, `errors/member-casing`). */
export const refusalSummary = (entry: JournalEntry): RefusalSummary => {
  if (entry.response.status < 400) return NO_REFUSAL
  const text = responseText(entry)
  if (text === '') return NO_REFUSAL
  const json = parseJson(text)
  if (typeof json === 'string') return { detail: json }
  if (typeof json !== 'object' || json === null) return { detail: text }
  const { Detail, detail, Errors, errors } = membersOf(json)
  const sentence = Detail ?? detail
  const issues = readErrors(Errors ?? errors)
  return { detail: typeof sentence === 'string' ? sentence : null, ...(issues && { errors: issues }) }
}

const membersOf = (json: object): Readonly<Record<string, unknown>> => ({ ...json })

/** Members whose errors a summary holds; a body of a thousand photos has more, which the exchange shows. */
const MAX_MEMBERS = 100

const readErrors = (errors: unknown): Record<string, string[]> | undefined => {
  if (typeof errors !== 'object' || errors === null) return undefined
  const issues = Object.entries(errors)
    .slice(0, MAX_MEMBERS)
    .map(([name, list]): [string, string[]] => [
      name,
      Array.isArray(list) ? list.map(String) : [String(list)],
    ])
  return Object.fromEntries(issues)
}
