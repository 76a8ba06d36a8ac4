import { operations } from '../resources/index.ts'
import { matchesWildcard } from '../text/wildcard.ts'
import { pathFromV3, type RequestDetails } from './request-details.ts'

/**
 * Whether a request went to a path as people give it: exact or a pattern with `*`, with or without `/v3` or the prefix of a world, escaped or not, and
 * in any case of mails and `ExternalId`s, as the API takes them. A query that is given must be in the request's; without one any will do.
 */
export type PathMatch = (request: Pick<RequestDetails, 'path' | 'query'>) => boolean

export const pathMatch = (wanted: string): PathMatch => {
  const [before = '', ...rest] = wanted.replace(/^https?:\/\/[^/]*/i, '').split('?')
  const path = fromV3(before)
  const query = [...new URLSearchParams(rest.join('?'))]
  const isSame = path.includes('*') ? patternTest(path) : exactTest(path)
  return (request) => isSame(request.path) && hasQuery(request.query, query)
}

/** From `/v3` on. */
const fromV3 = (path: string): string => {
  const slashed = path.startsWith('/') || path.startsWith('*') ? path : `/${path}`
  const own = pathFromV3(slashed)
  return own.startsWith('*') || own === '/v3' || own.startsWith('/v3/') || own.startsWith('/v3*')
    ? own
    : `/v3${own === '/' ? '' : own}`
}

const exactTest = (path: string) => {
  const sought = canonical(path)
  return (sent: string) => sent === path || canonical(sent) === sought
}

const patternTest = (pattern: string) => {
  const sought = decodePath(pattern).toLowerCase()
  return (sent: string) => matchesWildcard(sought, decodePath(sent).toLowerCase())
}

/** Parameters that the API takes in any case. */
const CASE_INSENSITIVE = ['adminmail', 'externalid']

/** One text for all spellings of a path that mean the same. */
const canonical = (path: string): string => {
  const matched = operations.match(path)
  if (!matched) return decodePath(path)
  return matched.at.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = matched.raw[name] ?? ''
    return JSON.stringify(CASE_INSENSITIVE.includes(name) ? value.toLowerCase() : value)
  })
}

const decodePath = (path: string): string => {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const hasQuery = (query: string, wanted: readonly (readonly [string, string])[]): boolean => {
  if (wanted.length === 0) return true
  const sent = new URLSearchParams(query)
  return wanted.every(([name, value]) => sent.getAll(name).some((one) => matchesWildcard(value, one)))
}
