import { readFixture } from '../../../lib/runtime/fixture-text.ts'

/** Spanish of the console. Wire names, ids, options and words of the API stay as they are. */
interface SpanishTexts {
  /** Of every text by its English. */
  readonly texts: Readonly<Record<SpanishLabel, string>>
  /** Of the hints of the client lint by id: title, why, advice. */
  readonly hints: Readonly<Record<string, readonly [title: string, why: string, advice: string]>>
  /** Of the assumptions by id: the question, what each option means, and the reason for the default. */
  readonly assumptions: Readonly<Record<string, SpanishAssumption>>
  /** Of the operations by id: their summaries. */
  readonly operations: Readonly<Record<string, string>>
  /** Of the statements of the description by id. */
  readonly statements: Readonly<Record<string, string>>
}

/** A text in English that has its Spanish. */
export type SpanishLabel = keyof typeof import('../../../../fixtures/language/spanish.json', { with: {
  type: 'json',
}})['texts']

/** Spanish of an assumption: its question, what each option means, and the reason for the default. */
export type SpanishAssumption = readonly [
  question: string,
  means: Readonly<Record<string, string>>,
  why: string,
]

let known: SpanishTexts | undefined

/** Returns the texts in Spanish, which are read with the first page that shows them. */
export const spanishTexts = (): SpanishTexts => (known ??= JSON.parse(readFixture('language/spanish.json')))
