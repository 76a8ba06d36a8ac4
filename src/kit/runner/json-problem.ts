/** Characters shown around the place where a body stops being JSON. */
const AROUND = 30

/**
 * Says where a body stops being JSON and what stands there; undefined for JSON, and for a body that does not
 * begin like an object or an array.
 */
export const jsonProblem = (body: string): string | undefined => {
  if (!/^\s*[{[]/.test(body) || parseError(body) === undefined) return undefined
  if (isBeginning(body))
    return `JSON that breaks off after ${body.length} characters, with ${body.slice(-AROUND)}`
  // The longest beginning that can be continued to JSON.
  let [good, bad] = [0, body.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(body.slice(0, middle))) good = middle
    else bad = middle
  }
  const [wrong = ''] = /^(?:[\w.+-]+|.)/su.exec(body.slice(good)) ?? []
  const shown = body.slice(Math.max(0, good - AROUND), good + AROUND)
  return `no JSON: ${wrong} at position ${good}, in ${shown}`
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
    return error instanceof Error ? error.message : String(error)
  }
}
