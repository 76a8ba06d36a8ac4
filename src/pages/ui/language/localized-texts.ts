import type { AssumptionData, TraceReasonData } from '../sandbox/api-types.ts'
import { serverSpanish } from '../spanish/server.ts'
import { type SpanishAssumption, spanishTexts } from '../spanish/spanish.ts'
import { pageLanguage } from './texts.ts'

const translationOf = (id: string): SpanishAssumption | undefined =>
  pageLanguage() === 'es' ? spanishTexts().assumptions[id] : undefined

/** Returns the assumption with its question, meanings and reason in the language of the page. */
export const localizedAssumption = (assumption: AssumptionData): AssumptionData => {
  const { id, question, why } = assumption
  const [spanish, meanings, reason] = translationOf(id) ?? []
  const options = assumption.options.map((option) => ({
    ...option,
    means: meanings?.[option.word] ?? option.means,
  }))
  return { ...assumption, question: spanish ?? question, why: reason ?? why, options }
}

/** Returns the question of an assumption that decided an exchange, and what its option means, likewise. */
export const localizedReason = ({ id, question, option, means }: TraceReasonData) => {
  const [spanish, meanings] = translationOf(id) ?? []
  const word = option?.split(':')[0] ?? ''
  return { question: spanish ?? question ?? '', means: meanings?.[word] ?? means ?? '' }
}

/** Returns the sentence of a statement in the language of the page; undefined where it has none. */
export const localizedStatement = (id: string): string | undefined =>
  pageLanguage() === 'es' ? spanishTexts().statements[id] : undefined

/** Returns the summary of an operation in the language of the page; undefined where it has none. */
export const localizedOperation = (id: string): string | undefined =>
  pageLanguage() === 'es' ? spanishTexts().operations[id] : undefined

/** Returns the title of a scenario in the language of the page, or as its file has it. */
export const localizedTitle = (title: string): string =>
  pageLanguage() === 'es' ? (serverSpanish(title) ?? title) : title
