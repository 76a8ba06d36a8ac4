import type { DescribedOperation } from '../../src/api/operations.ts'
import { type RequestedOperation, requestedOperation } from '../../src/api/requested-operation.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { type HistoryExchange, isRemoved } from './recorded-exchange.ts'

/** A request that the description covers. */
export type DescribedRequest = RequestedOperation

/**
 * Returns which described operation a request is; undefined for another path or method, and for an address of
 * which parts were removed. Also undefined for what the description shows only as a link: services may use
 * other addresses.
 */
export const describedRequest = (
  request: Pick<HistoryExchange, 'method' | 'url'>,
): DescribedRequest | undefined => {
  const found = isRemoved(request.url) ? undefined : requestedOperation(request)
  if (!found || found.operation.assumption !== undefined) return undefined
  const { search } = new URL(request.url)
  // The server in front of a service may refuse a query that is not well encoded, in its own form.
  return search.includes('%') && decodedUri(search) === search ? undefined : found
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

/** Returns whether the responses of an operation carry an entity tag (CAT-02, PUB-33). */
export const isTagged = ({ id, statements }: DescribedOperation): boolean =>
  id === 'entry.read' || statements.includes('PUB-33')

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
