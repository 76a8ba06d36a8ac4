import { TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, isPlainGet, linkObjectsIn, linkOfOwner } from '../../src/kit/target/links.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { nextTurn } from '../../src/lib/runtime/next-turn.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyByLink } from '../agencies/agencies.ts'
import { spread } from '../rules/catalogue-facts.ts'
import { describedRequest, returnsPublication } from '../rules/described-request.ts'
import { readVariedCars } from './varied-entries.ts'

/**
 * Maximum number of links of one kind that are followed: enough to find an entry that differs from the
 * others.
 */
const OF_A_KIND = 5
/** Maximum number of links between a document that other clauses have read and one that is read here. */
const STEPS = 3
/** Maximum number of links that are used of one response; the links of a long list are all of one kind. */
const MAX_LINKS = 400

/**
 * Follows links that no clause has followed, a few of each kind, then the links of the documents behind them.
 * So more than the first entry of each list is judged, by the rules on every response. A run does this once;
 * it may begin before its last clauses.
 */
export const followLinks = (t: ClauseContext): Promise<void> => t.once(newCrawl).ahead(t)

/** Follows what links have led to since, and reads every form of the documents of a run, once. */
export const followLastLinks = (t: ClauseContext): Promise<void> => t.once(newCrawl).rest(t)

const newCrawl = (): LinkCrawl => new LinkCrawl()

class LinkCrawl {
  readonly #seen = new Set<string>()
  readonly #counts = new Map<string, number>()
  #read = 0
  #ahead: Promise<void> | undefined
  #rest: Promise<void> | undefined

  ahead(t: ClauseContext): Promise<void> {
    this.#ahead ??= Promise.all([readVariedCars(t), readListedPublication(t)]).then(() => this.#follow(t))
    return this.#ahead
  }

  rest(t: ClauseContext): Promise<void> {
    this.#rest ??= Promise.all([this.ahead(t), readEveryForm(t)]).then(() => this.#follow(t))
    return this.#rest
  }

  async #follow(t: ClauseContext): Promise<void> {
    const { session } = t
    for (let step = 0; step < STEPS; step++) {
      const documents = session.exchanges.slice(this.#read).filter((one) => isNewDocument(one, this.#seen))
      this.#read = session.exchanges.length
      const next = [...(await unreadLinks(session, documents))].flatMap(([kind, urls]) => {
        const before = this.#counts.get(kind) ?? 0
        const chosen = spread([...urls], OF_A_KIND - before)
        this.#counts.set(kind, before + chosen.length)
        return chosen
      })
      // Both forms, since only one of them may be wrong.
      await Promise.all(
        [...new Set(next)].flatMap((url) => [t.get(url), t.get(url, { accept: t.types.ref })]),
      )
    }
  }
}

/** Reads a listed publication if no other clause has seen one. */
export const readListedPublication = async (t: ClauseContext): Promise<void> => {
  const isSeen = t.session.exchanges.some(({ request, response }) => {
    const operation = describedRequest(request)?.operation
    return response.status < 300 && operation !== undefined && returnsPublication(operation)
  })
  const agency = isSeen ? undefined : await agencyByLink(t).catch(() => undefined)
  const list = agency && linkOfOwner(agency.body.Publicaciones, t.target.agency)
  if (list === undefined) return
  const [first] = entriesOf((await t.get(list, { accept: t.types.ref })).json)
  const { href } = membersOf(first)
  if (typeof href === 'string') await t.get(href, { accept: t.types.json })
}

/** Returns the addresses that documents link to and no clause has requested, by kind: operation and place. */
const unreadLinks = async (
  { exchanges, target }: RunSession,
  documents: readonly Exchange[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const asked = new Set(exchanges.map(({ request }) => request.url))
  const kinds = new Map<string, Set<string>>()
  for (const { json } of documents) {
    // In process nothing else yields to other work.
    await nextTurn()
    for (const { href, where } of linkObjectsIn(json).filter(isPlainGet).slice(0, MAX_LINKS)) {
      const url = resolveHref(target, href)
      const described = url.startsWith(target.base) && describedRequest({ method: 'GET', url })
      if (!described || asked.has(url)) continue
      const kind = `${described.operation.id} ${where.replace(/\[\d+\]/g, '[]')}`
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(url))
    }
  }
  return kinds
}

/** Requests the ref form of resources that are not found, once for every operation. */
export const readMissingRefs = async (t: ClauseContext): Promise<void> => {
  const first = new Map<string, string>()
  for (const { request, response } of t.session.exchanges) {
    const isMissing = request.method === 'GET' && response.status === 404
    const operation = isMissing ? describedRequest(request)?.operation : undefined
    if (operation) first.set(operation.id, first.get(operation.id) ?? request.url)
  }
  await Promise.all([...first.values()].map((url) => t.get(url, { accept: t.types.ref })))
}

/** Reads one address of every operation in each media type that no clause has requested of it. */
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
    [...first].flatMap(([id, url]) => {
      const unasked = types.filter((accept) => !asked.has(`${id} ${accept}`))
      // The first is read again, because another client may have edited it since.
      const needed = unasked.length > 0 ? [...new Set([json, ...unasked])] : []
      return needed.map((accept) => t.get(url, { accept }))
    }),
  )
}

/** Returns whether a response is a document that was not seen before, and notes it as seen. */
const isNewDocument = ({ request, response: { status, body } }: Exchange, seen: Set<string>): boolean => {
  if (request.method !== 'GET' || status !== 200 || seen.has(body)) return false
  seen.add(body)
  return true
}
