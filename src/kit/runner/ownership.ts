import { tryParseJson, type WireRequest } from '../target/exchange.ts'
import { SkipClause, Violation } from './violation.ts'

/** What keeps a run from touching what is not its own. */
export interface RunBounds {
  /** Base URL of the subject: nothing else is ever spoken to. */
  readonly base: string
  /** Begins every `ExternalId` that the run may change. */
  readonly prefix: string
  readonly readOnly: boolean
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Throws when the request would leave the run's bounds: a `Skip` or a `Violation` where the service led there, an error where a clause is
 * wrong.
 */
export const assertWithinBounds = ({ base, prefix, readOnly }: RunBounds, { method, url }: WireRequest): void => {
  if (!URL.canParse(url)) throw new Violation('an href that is a URI', url)
  const { origin } = new URL(url)
  // Credentials belong to the subject alone, whatever its links say.
  if (origin !== new URL(base).origin) throw new SkipClause(`the link leads to another origin, ${origin}`)
  if (SAFE_METHODS.has(method)) return
  if (readOnly) throw new SkipClause('the run leaves nothing, so it writes nothing')
  const target = externalIdIn(url)
  if (target !== undefined && !hasPrefix(target, prefix)) {
    throw new Error(
      `the run may change only what it created, not ${target}: every ExternalId has to begin with ${prefix}`,
    )
  }
}

/** The `ExternalId` that a create asks for, `''` when it names none; undefined when the request is no create. */
export const createdExternalId = ({ method, url, body }: WireRequest): string | undefined => {
  if (method !== 'POST' || !/\/publicaciones\/[^/]+\/?$/.test(new URL(url).pathname)) return undefined
  const json = tryParseJson(body ?? '')
  const id: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'ExternalId') : undefined
  return typeof id === 'string' ? id : ''
}

/** The `ExternalId` that the request archives. */
export const archivedExternalId = ({ method, url }: WireRequest): string | undefined =>
  method === 'PATCH' && /\/archivar\/?$/.test(new URL(url).pathname) ? externalIdIn(url) : undefined

const externalIdIn = (url: string): string | undefined => {
  const found = /\/publicaciones\/[^/]+\/([^/]+)/.exec(new URL(url).pathname)?.[1]
  if (found === undefined) return undefined
  try {
    return decodeURIComponent(found)
  } catch {
    return found
  }
}

/** Ids know no case (PUB-03). */
export const hasPrefix = (externalId: string, prefix: string): boolean =>
  externalId.toLowerCase().startsWith(prefix.toLowerCase())
