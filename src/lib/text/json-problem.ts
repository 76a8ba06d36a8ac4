import { errorMessage } from '../unknown-values.ts'

/** Characters shown around the place where a body stops being JSON. */
const AROUND = 30

/**
 * Returns where a body stops being JSON and what is there; undefined for JSON, and for a body that does not
 * begin like an object or an array.
 */
export const jsonProblem = (body: string): string | undefined => {
  if (!/^\s*[{[]/.test(body)) return undefined
  const found = jsonError(body)
  if (!found) return undefined
  if (found.wrong === '')
    return `JSON that breaks off after ${body.length} characters, with ${body.slice(-AROUND)}`
  const { position, wrong } = found
  const shown = body.slice(Math.max(0, position - AROUND), position + AROUND)
  return `no JSON: ${wrong} at position ${position}, in ${shown}`
}

/** Where a text stops being JSON. */
export interface JsonError {
  /** Characters before it. */
  readonly position: number
  /** From 1. */
  readonly line: number
  readonly column: number
  /** The word or character that stands there; empty when the text ends too early. */
  readonly wrong: string
}

/** Returns where a text stops being JSON; undefined when it is JSON. */
export const jsonError = (text: string): JsonError | undefined => {
  if (parseError(text) === undefined) return undefined
  if (isBeginning(text)) return errorAt(text, text.length, '')
  // The longest beginning that can be continued to JSON.
  let [good, bad] = [0, text.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const [wrong = ''] = /^(?:[\w.+-]+|.)/su.exec(text.slice(good)) ?? []
  return errorAt(text, good, wrong)
}

const errorAt = (text: string, position: number, wrong: string): JsonError => {
  const lines = text.slice(0, position).split('\n')
  return { position, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, wrong }
}

/** Returns whether a text is not wrong up to its end. */
const isBeginning = (text: string): boolean => {
  const error = parseError(text)
  if (error === undefined || /end of JSON input|Unterminated string/.test(error)) return true
  return Number(/at position (\d+)/.exec(error)?.[1]) === text.length
}

const parseError = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
