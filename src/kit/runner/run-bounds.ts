import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { isUrl } from '../../lib/text/url.ts'
import { membersOf } from '../../lib/unknown-values.ts'
import { tryParseJson, type WireRequest } from '../target/exchange.ts'
import { SkipClause, Violation } from './violation.ts'

/** Bounds of the requests of a run. */
export interface RunBounds {
  /** Base URL of the target: the run sends nothing to another origin. */
  readonly base: string
  /** Begins every `ExternalId` that the run may change. */
  readonly prefix: string
  readonly readOnly: boolean
}

/** Thrown when a clause wants to change what the run did not create: a mistake of the clause. */
export class OutOfBoundsError extends Error {}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Throws when a request would leave the bounds of the run: a `SkipClause` or a `Violation` when the target's
 * own link leads there, an `Error` when the clause is wrong.
 */
export const assertWithinBounds = (
  { base, prefix, readOnly }: RunBounds,
  { method, url }: WireRequest,
): void => {
  if (!isUrl(url)) throw new Violation('an href that is a URI', url)
  const { origin } = new URL(url)
  // Credentials go to the target only, whatever its links say.
  if (origin !== new URL(base).origin)
    throw new SkipClause(
      `the link leads to another origin, ${origin}: if that is the same service, add --same-origin ${origin}`,
    )
  if (SAFE_METHODS.has(method)) return
  if (readOnly) throw new SkipClause('the run leaves nothing, so it writes nothing')
  const externalId = externalIdIn(url)
  if (externalId !== undefined && !hasPrefix(externalId, prefix)) {
    throw new OutOfBoundsError(
      `the run may change only what it created, not ${externalId}: every ExternalId has to begin with ${prefix}`,
    )
  }
}

/**
 * Returns the `ExternalId` of a create, `''` when its body has none; undefined when the request is not a
 * create.
 */
export const createdExternalId = ({ method, url, body }: WireRequest): string | undefined => {
  if (method !== 'POST' || !/\/publicaciones\/[^/]+\/?$/.test(new URL(url).pathname)) return undefined
  const id = membersOf(tryParseJson(body ?? ''))['ExternalId']
  // A lenient service may read an id in what is not JSON.
  return typeof id === 'string' ? id : (/"ExternalId":"(\w+)"/.exec(body ?? '')?.[1] ?? '')
}

/** Returns the `ExternalId` that the request archives; undefined when it archives nothing. */
export const archivedExternalId = ({ method, url }: WireRequest): string | undefined =>
  method === 'PATCH' && /\/archivar\/?$/.test(new URL(url).pathname) ? externalIdIn(url) : undefined

const externalIdIn = (url: string): string | undefined => {
  const segment = /\/publicaciones\/[^/]+\/([^/]+)/.exec(new URL(url).pathname)?.[1]
  return segment === undefined ? undefined : decodedUri(segment)
}

/** Returns whether an `ExternalId` has the run's prefix. Ids are case-insensitive (PUB-03). */
export const hasPrefix = (externalId: string, prefix: string): boolean =>
  externalId.toLowerCase().startsWith(prefix.toLowerCase())
