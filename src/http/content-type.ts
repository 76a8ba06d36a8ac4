/**
 * Tells whether the header names JSON in UTF-8: `application/json`, `text/json`, `application/*+json`, or
 * none (`common/request-media-types`).
 */
export const isJsonType = (header: string | null): boolean => {
  if (header === null || header.trim() === '') return true
  const [name = '', ...parameters] = header.toLowerCase().split(';')
  const charset = parameters
    .map((text) => /^\s*charset\s*=\s*"?([^\s"]+)"?\s*$/.exec(text)?.[1])
    .find(Boolean)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') return false
  return /^\s*(application\/json|text\/json|application\/[^\s/;]+\+json)\s*$/.test(name)
}
