const STATUS = /^[1-5]\d\d$/

/**
 * Returns the status that `Prefer: code=503` names, as Prism accepts it: quoted or not, beside other
 * preferences, or as a parameter of one. The first mention counts (RFC 7240, section 2). Returns undefined
 * without a valid status.
 */
export const preferredStatus = (header: string): number | undefined => {
  for (const preference of splitPreferences(header)) {
    const equals = preference.indexOf('=')
    if (equals < 0 || preference.slice(0, equals).trim().toLowerCase() !== 'code') continue
    const value = preference.slice(equals + 1).trim()
    const unquoted = /^"(.*)"$/.exec(value)?.[1] ?? value
    return STATUS.test(unquoted) ? Number(unquoted) : undefined
  }
  return undefined
}

/** Splits preferences and their parameters, but not inside quotes. */
function* splitPreferences(header: string): Iterable<string> {
  let from = 0
  let isQuoted = false
  for (let i = 0; i < header.length; i++) {
    const letter = header[i]
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\\' && isQuoted) i += 1
    else if (!isQuoted && (letter === ',' || letter === ';')) {
      yield header.slice(from, i)
      from = i + 1
    }
  }
  yield header.slice(from)
}
