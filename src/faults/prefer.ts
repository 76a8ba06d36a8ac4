const STATUS = /^[1-5]\d\d$/

/**
 * The status that a request's `Prefer` asks for with `code=503`, as users of Prism write it: quoted or not, beside other preferences, or as a parameter
 * of one. The first mention counts (RFC 7240, section 2); undefined when there is none, or what it says is no status.
 */
export const preferredStatus = (header: string): number | undefined => {
  for (const said of splitPreferences(header)) {
    const equals = said.indexOf('=')
    if (equals < 0 || said.slice(0, equals).trim().toLowerCase() !== 'code') continue
    const value = said.slice(equals + 1).trim()
    const bare = /^"(.*)"$/.exec(value)?.[1] ?? value
    return STATUS.test(bare) ? Number(bare) : undefined
  }
  return undefined
}

/** Preferences and their parameters, split where no quotation is open. */
const splitPreferences = (header: string): string[] => {
  const parts: string[] = []
  let from = 0
  let quoted = false
  for (let i = 0; i < header.length; i++) {
    const letter = header[i]
    if (letter === '"') quoted = !quoted
    else if (letter === '\\' && quoted) i += 1
    else if (!quoted && (letter === ',' || letter === ';')) {
      parts.push(header.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, header.slice(from)]
}
