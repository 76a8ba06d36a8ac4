import { type DescribedOperation, describedOperations } from '../../src/api/operations.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { type HistoryExchange, isRemoved } from './recorded-exchange.ts'

/** A request that the description covers. */
export interface DescribedRequest {
  readonly operation: DescribedOperation
  /** Everything before `/v3`. */
  readonly base: string
  /** Path from `/v3` on, as sent. */
  readonly path: string
  /** Decoded segments by parameter name. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/**
 * Returns which described operation a request is; undefined for another path or method, and for an address of
 * which parts were removed. Also undefined for what the description shows only as a link: services may use
 * other addresses.
 */
export const describedRequest = ({
  method,
  url,
}: Pick<HistoryExchange, 'method' | 'url'>): DescribedRequest | undefined => {
  const key = `${method} ${url}`
  if (described.has(key)) return described.get(key)
  if (described.size > MAX_DESCRIBED) described.clear()
  const found = matchedRequest(method, url)
  described.set(key, found)
  return found
}

/** Requests and links that were read before: most of them repeat. */
const described = new Map<string, DescribedRequest | undefined>()
const MAX_DESCRIBED = 5_000

const matchedRequest = (method: string, url: string): DescribedRequest | undefined => {
  if (isRemoved(url) || !isUrl(url)) return undefined
  const { origin, pathname, search, searchParams } = new URL(url)
  // The server in front of a service may refuse a query that is not well encoded, in its own form.
  if (search.includes('%') && decodedUri(search) === search) return undefined
  const at = pathname.search(/\/v3(\/|$)/)
  if (at < 0) return undefined
  const path = pathname.slice(at)
  const matched = describedOperations.match(path)
  const operation = matched?.template.byMethod.get(method)
  if (!matched || !operation || operation.assumption !== undefined) return undefined
  return {
    operation,
    base: origin + pathname.slice(0, at),
    path,
    parameters: matched.rawParameters,
    query: searchParams,
  }
}

/** Returns the key of a publication: agency and id in lower case (PUB-03, `common/adminmail-case`). */
export const modelKey = (base: string, adminMail: string, externalId: string): string =>
  `${base} ${adminMail.toLowerCase()} ${externalId.toLowerCase()}`

/** Forms that `Accept` requests; `any` unless it names just one of the documented media types. */
export type RequestedForm = 'full' | 'ref' | 'any'

const NAMED: readonly (readonly [RegExp, RequestedForm])[] = [
  [/^application\/json$/, 'full'],
  [/^text\/json$/, 'full'],
  [/^application\/vnd\.[^.\s]+\.entry\+json$/, 'full'],
  [/^application\/vnd\.[^.\s]+\.ref\+json$/, 'ref'],
]

/** Returns the form that a request accepts (COM-10). */
export const requestedForm = ({ headers }: Pick<HistoryExchange, 'headers'>): RequestedForm => {
  const accept = (headers['accept'] ?? '').trim().toLowerCase()
  return NAMED.find(([type]) => type.test(accept))?.[1] ?? 'any'
}

/** Returns whether a service must know the media type that a request accepts, whatever its vendor name. */
export const requestsJson = ({ headers }: Pick<HistoryExchange, 'headers'>): boolean =>
  /^\s*(application|text)\/json\s*$/i.test(headers['accept'] ?? '')

/** Returns whether the response of an operation is a publication. */
export const returnsPublication = ({ id }: DescribedOperation): boolean =>
  id.startsWith('publications.') && id !== 'publications.list'

/** Returns the absolute URL of an `href` of a response; undefined for none, and for one that was removed. */
export const hrefOf = (href: unknown, { url }: Pick<HistoryExchange, 'url'>): string | undefined => {
  if (typeof href !== 'string' || isRemoved(href)) return undefined
  try {
    return new URL(href, url).href
  } catch {
    return undefined
  }
}
