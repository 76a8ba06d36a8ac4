import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { describedRequest } from '../../src/search/history/described-request.ts'
import { TEXT_JSON_TYPE } from '../../src/wire/media-types.ts'
import { isPlainGet, linkObjectsIn } from '../support/links.ts'

/** Links of one kind that are followed: so many entries show what one of them alone does. */
const OF_A_KIND = 5
/** How far it is from what other clauses have read. */
const STEPS = 3
/** Smaller answers are read whole; the links of a long list are alike. */
const MOST_LINKS = 400

/**
 * Follows links that no clause has followed, a few of each kind and then those of what they lead to, so that
 * more than the first of each list is judged. What the answers say is for the rules on every answer. The run
 * does it once.
 */
export const followLinks = (t: ClauseContext): Promise<void> => {
  const done = followed.get(t.session) ?? followNewLinks(t)
  followed.set(t.session, done)
  return done
}

const followed = new WeakMap<RunSession, Promise<void>>()

const followNewLinks = async (t: ClauseContext): Promise<void> => {
  const { session } = t
  await readEveryForm(t)
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  let read = 0
  for (let step = 0; step < STEPS; step++) {
    const documents = session.exchanges.slice(read).filter((exchange) => isNewDocument(exchange, seen))
    read = session.exchanges.length
    const next = [...unreadLinks(session, documents)].flatMap(([kind, urls]) => {
      const before = counts.get(kind) ?? 0
      const chosen = spread([...urls], OF_A_KIND - before)
      counts.set(kind, before + chosen.length)
      return chosen
    })
    // Both forms, since only one of them may be wrong.
    await Promise.all([...new Set(next)].flatMap((url) => [t.get(url), t.get(url, { accept: t.types.ref })]))
  }
}

/** Returns the addresses that documents link to and no clause has asked for, by kind: operation and place. */
const unreadLinks = (
  { exchanges, target }: RunSession,
  documents: readonly Exchange[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const asked = new Set(exchanges.map(({ request }) => request.url))
  const kinds = new Map<string, Set<string>>()
  for (const { json } of documents)
    for (const { href, where } of linkObjectsIn(json).filter(isPlainGet).slice(0, MOST_LINKS)) {
      const url = resolveHref(target, href)
      const described = url.startsWith(target.base) && describedRequest({ method: 'GET', url })
      if (!described || asked.has(url)) continue
      const kind = `${described.operation.id} ${where.replace(/\[\d+\]/g, '[]')}`
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(url))
    }
  return kinds
}

/** Reads one address of every operation in each media type that no clause has asked it for. */
const readEveryForm = async (t: ClauseContext): Promise<void> => {
  const { json, entry, ref } = t.types
  const types = [json, TEXT_JSON_TYPE, entry, ref]
  const first = new Map<string, string>()
  const asked = new Set<string>()
  for (const { request, response } of t.session.exchanges) {
    if (request.method !== 'GET' || response.status !== 200) continue
    const operation = describedRequest(request)?.operation
    // Publications have relations of their own, and are archived by now.
    if (!operation || operation.id.startsWith('publications.')) continue
    first.set(operation.id, first.get(operation.id) ?? request.url)
    asked.add(`${operation.id} ${request.headers['Accept']}`)
  }
  await Promise.all(
    [...first].flatMap(([id, url]) =>
      types.filter((accept) => !asked.has(`${id} ${accept}`)).map((accept) => t.get(url, { accept })),
    ),
  )
}

/** Returns whether an answer is a document that was not seen before, and notes it as seen. */
export const isNewDocument = (
  { request, response: { status, body } }: Exchange,
  seen: Set<string>,
): boolean => {
  if (request.method !== 'GET' || status !== 200 || seen.has(body)) return false
  seen.add(body)
  return true
}

/** Returns at most `count` of a list, from its beginning to its end. */
const spread = (urls: readonly string[], count: number): readonly string[] => {
  if (urls.length <= count) return urls
  const step = (urls.length - 1) / Math.max(1, count - 1)
  const chosen = new Set(Array.from({ length: Math.max(0, count) }, (_, i) => Math.floor(i * step)))
  return urls.filter((_, i) => chosen.has(i))
}
