import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { editDistance } from '../../lib/text/edit-distance.ts'
import { matchesWildcard } from '../../lib/text/wildcard.ts'
import { operations } from '../../model/resources/index.ts'
import { pathFromV3, type RequestDetails } from './request-details.ts'

/**
 * Returns whether a request went to a path. Compiled by `pathMatch` from a path or a pattern with `*`, with
 * or without `/v3` and a world prefix, percent-encoded or not, mails and `ExternalId`s in any case. A given
 * query must be part of the request's query.
 */
export type PathMatch = (request: Pick<RequestDetails, 'path' | 'query'>) => boolean

/** Compiles a path or pattern. */
export const pathMatch = (wanted: string): PathMatch => {
  const [before = '', ...rest] = wanted.replace(/^https?:\/\/[^/]*/i, '').split('?')
  const path = fromV3(before)
  const query = [...new URLSearchParams(rest.join('?'))]
  const isSame = path.includes('*') ? patternTest(path) : exactTest(path)
  return (request) => isSame(request.path) && hasQuery(request.query, query)
}

/** Longest part of a path that is compared letter by letter. */
const MAX_COMPARED = 200

/** Returns how much of a path that did not match agrees with the one that was wanted: 0 to below 1. */
export const pathAgreement = (wanted: string, sent: string): number => {
  const [a, b] = [wanted, sent].map((path) =>
    decodedUri(fromV3(path.replace(/^https?:\/\/[^/]*/i, '')))
      .toLowerCase()
      .slice(0, MAX_COMPARED),
  ) as [string, string] // two in, two out
  const longest = Math.max(a.length, b.length, 1)
  return Math.min(0.99, 1 - (editDistance(a, b, longest) ?? longest) / longest)
}

/** Returns the path from `/v3` on. */
const fromV3 = (path: string): string => {
  const slashed = path.startsWith('/') || path.startsWith('*') ? path : `/${path}`
  const local = pathFromV3(slashed)
  return local.startsWith('*') || local === '/v3' || local.startsWith('/v3/') || local.startsWith('/v3*')
    ? local
    : `/v3${local === '/' ? '' : local}`
}

const exactTest = (path: string) => {
  const expected = canonical(path)
  return (sent: string) => sent === path || canonical(sent) === expected
}

const patternTest = (pattern: string) => {
  const expected = decodedUri(pattern).toLowerCase()
  return (sent: string) => matchesWildcard(expected, decodedUri(sent).toLowerCase())
}

/** Parameters that the API accepts in any case. */
const CASE_INSENSITIVE = ['adminmail', 'externalid']

/** Returns the same text for all spellings of a path. */
const canonical = (path: string): string => {
  const matched = operations.match(path)
  if (!matched) return decodedUri(path)
  return matched.template.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = matched.rawParameters[name] ?? ''
    return JSON.stringify(CASE_INSENSITIVE.includes(name) ? value.toLowerCase() : value)
  })
}

const hasQuery = (query: string, wanted: readonly (readonly [string, string])[]): boolean => {
  if (wanted.length === 0) return true
  const sent = new URLSearchParams(query)
  return wanted.every(([name, value]) => sent.getAll(name).some((text) => matchesWildcard(value, text)))
}
