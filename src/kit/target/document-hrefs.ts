import { isUrl } from '../../lib/text/url.ts'

/** Begins an `href` that needs no document to be resolved: a URI, a network path, an absolute path. */
const STANDALONE = /^([a-z][a-z0-9+.-]*:|\/)/i

/**
 * Returns a copy of a JSON document in which every `href` that is relative to the document is absolute
 * (RFC 3986, 5.2); the document itself when it has none. Expressions of a template stay as they are.
 */
export const withResolvedHrefs = (json: unknown, documentUrl: string): unknown => {
  if (Array.isArray(json)) return json.map((entry) => withResolvedHrefs(entry, documentUrl))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === 'href' && typeof value === 'string'
        ? resolvedAgainst(value, documentUrl)
        : withResolvedHrefs(value, documentUrl),
    ]),
  )
}

/** Returns whether a body holds an `href` that is relative to its document. */
export const hasDocumentHrefs = (body: string): boolean =>
  /"href"\s*:\s*"(?![a-z][a-z0-9+.-]*:|\/|\\)/i.test(body)

/** Resolves a reference against the URL of the document that holds it. */
export const resolvedAgainst = (href: string, documentUrl: string): string => {
  if (STANDALONE.test(href) || href === '') return href
  const at = href.indexOf('{')
  const [fixed, template] = at < 0 ? [href, ''] : [href.slice(0, at), href.slice(at)]
  return isUrl(fixed, documentUrl) ? new URL(fixed, documentUrl).href + template : href
}
