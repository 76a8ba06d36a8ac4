import { isNestedTooDeep } from './json-nesting.ts'

/** Parses JSON; undefined when the text is not JSON or nested too deeply. */
export const parseJson = (text: string): unknown => {
  if (isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses JSON; returns any other text as it is. */
export const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
