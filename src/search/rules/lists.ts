import { comparable, FULL_MEMBERS } from '../../../contracts/relations/publication-forms.ts'
import { opaqueTag } from '../../../contracts/support/entity-tags.ts'
import { entriesOf, membersOf } from '../../../contracts/support/links.ts'
import { hrefOf } from '../history/described-request.ts'
import { type HistoryExchange, isDone } from '../history/recorded-exchange.ts'
import { nextPageOf } from './collections.ts'
import type { AnswerJudgement } from './judgement.ts'
import type { PublicationModel } from './publication-model.ts'

/**
 * Rules on lists of publications, wherever a service has them: an entry is what reads show (COM-05, COM-10).
 * Which publications a list holds is open (`publications/list`).
 */
export const judgeListedPublications = (
  judgement: AnswerJudgement,
  find: (externalId: string) => PublicationModel | undefined,
): void => {
  const { exchange } = judgement
  if (!isDone(exchange) || exchange.method !== 'GET') return
  const entries = entriesOf(exchange.json).map(membersOf)
  const listed = entries.filter((entry) => typeof entry['ExternalId'] === 'string' && 'EstadoActual' in entry)
  const seen = new Set<string>()
  for (const entry of listed) {
    const id = String(entry['ExternalId']).toLowerCase()
    const model = find(id)
    if (!model?.isOwn) continue
    judgement.expect(!seen.has(id), {
      rule: 'lists/each-publication-once',
      because: ['COM-05', 'PUB-35'],
      expected: `${id} once`,
      got: `${id} twice`,
    })
    seen.add(id)
    judgeEntry(judgement, entry, model)
  }
}

const judgeEntry = (
  judgement: AnswerJudgement,
  entry: Readonly<Record<string, unknown>>,
  { shown, tags, last, isSettling }: PublicationModel,
): void => {
  const { Consultas, ...others } = entry
  if (Consultas === undefined && FULL_MEMBERS.every((name) => name in others))
    judgement.accuse({
      rule: 'lists/a-full-entry-has-every-member',
      because: ['PUB-02', 'PUB-38'],
      expected: 'Consultas, beside every other member of a publication',
      got: 'nothing',
      since: last,
    })
  if (!('etag' in entry) && !('Marca' in entry) && 'title' in entry && 'href' in entry)
    judgement.accuse({
      rule: 'lists/a-ref-has-its-tag',
      because: ['PUB-02', 'COM-06'],
      expected: 'etag, as in the ref of a publication',
      got: 'nothing',
      since: last,
    })
  if (!('Marca' in shown) || isSettling) return
  const odd = FULL_MEMBERS.find(
    (name) =>
      name in entry && name !== 'ExternalId' && described(name, entry[name]) !== described(name, shown[name]),
  )
  if (odd !== undefined)
    judgement.accuse({
      rule: `lists/an-entry-is-as-read ${odd}`,
      because: ['COM-05', 'PUB-02'],
      expected: `${odd} ${comparable(odd, shown[odd])}, as a read shows`,
      got: `${odd} ${comparable(odd, entry[odd])}`,
      since: last,
    })
  const { etag } = entry
  const known = [...tags.values()].map(opaqueTag)
  if (typeof etag === 'string' && tags.has('full') && tags.has('ref'))
    judgement.expect(known.includes(opaqueTag(etag)), {
      rule: 'lists/an-entry-has-the-tag',
      because: ['PUB-02', 'PUB-33'],
      expected: `etag ${tags.get('full')}`,
      got: `etag ${etag}`,
      since: last,
    })
}

const PARTS = ['Moneda', 'Importe', 'Region', 'Ciudad', 'Direccion']

/** Returns a member as it is compared, without parts that the description does not show. */
const described = (name: string, value: unknown): string => {
  const isObject =
    ['Precio', 'Adelanto', 'Cuota', 'Locacion'].includes(name) && typeof value === 'object' && value !== null
  const kept = isObject ? Object.entries(value).filter(([part]) => PARTS.includes(part)) : []
  return comparable(name, isObject ? Object.fromEntries(kept) : value)
}

/** Pages of one list that were read by their links, from its first. */
interface ReadPages {
  /** Own publications, with the page that shows each. */
  readonly shown: Map<string, HistoryExchange>
  /** Address of the first one. */
  readonly list: string
  readonly count: number
  readonly entries: number
}

const MAX_PENDING = 50

/** What makes two publications alike for a list, whatever it is filtered by. */
const ALIKE = ['EstadoActual', 'OperadorResponsable', 'Exposicion', 'Marca', 'Modelo', 'Version']

/** Rules on lists of publications over all their pages, until something is written (COM-05, COM-12). */
export class ListPages {
  /** What was read before a page, by the address of its link and the form. */
  readonly #before = new Map<string, ReadPages>()

  /** Number of entries of a list that showed an active publication, by both. */
  readonly #listed = new Map<string, number>()
  /** Answers that show that a list hides what is suspended: which lists do is open (PUB-32). */
  readonly #hides = new Map<string, HistoryExchange>()

  /** Forgets which pages were read: something was written. */
  forget(): void {
    this.#before.clear()
  }

  /** Judges a page; `own` are the publications of the history. */
  judge(judgement: AnswerJudgement, own: readonly PublicationModel[]): void {
    const { exchange } = judgement
    if (!isDone(exchange) || exchange.method !== 'GET' || !('_entries' in membersOf(exchange.json))) return
    const before = this.#before.get(keyOf(exchange.url, exchange))
    const { shown = new Map(), count = 0, list = exchange.url } = before ?? {}
    const entries = (before?.entries ?? 0) + entriesOf(exchange.json).length
    const models = new Map(own.map((model) => [model.key.split(' ').at(-1), model]))
    const all = new Map(shown)
    for (const { ExternalId } of entriesOf(exchange.json).map(membersOf)) {
      const id = String(ExternalId).toLowerCase()
      if (!models.has(id)) continue
      judgement.expect(!shown.has(id), {
        rule: 'lists/each-publication-on-one-page',
        because: ['COM-05', 'PUB-35'],
        expected: `${id} on one page`,
        got: 'on another page too',
        since: shown.get(id),
      })
      all.set(id, exchange)
      judgement.expect(models.get(id)?.state !== 'suspended' || !this.#hides.has(list), {
        rule: 'lists/hide-every-suspended-one',
        because: ['PUB-32'],
        expected: `not ${id}, because it is suspended and the list hides another one that is`,
        got: id,
        since: this.#hides.get(list),
      })
    }
    const next = nextHref(exchange)
    if (next !== undefined && this.#before.size < MAX_PENDING)
      this.#before.set(keyOf(next, exchange), { shown: all, list, count: count + 1, entries })
    if (next !== undefined) return
    const isShown = (one: PublicationModel) => all.has(one.key.split(' ').at(-1) ?? '')
    // A list that is as long as before may have left it to another page.
    const isHidden = (one: PublicationModel) =>
      one.state === 'suspended' && !isShown(one) && entries < (this.#listed.get(`${list} ${one.key}`) ?? 0)
    if (own.some(isHidden) && !this.#hides.has(list)) this.#hides.set(list, exchange)
    for (const one of own)
      if (one.state === 'active' && isShown(one)) this.#listed.set(`${list} ${one.key}`, entries)
    if (count === 0) return
    const live = own.filter(({ state, shown: members }) => state === 'active' && 'Marca' in members)
    const missing = live.find(
      (one) => !isShown(one) && live.some((two) => isShown(two) && areAlike(one, two)),
    )
    if (missing)
      judgement.accuse({
        rule: 'lists/pages-show-both-of-two-alike',
        because: ['COM-05', 'COM-12', 'AGE-06'],
        expected: `${missing.key.split(' ').at(-1)}, which differs from another one of the list only in what no list asks for`,
        got: `${all.size} others on ${count + 1} pages`,
        since: missing.last,
      })
  }
}

const keyOf = (url: string, { headers }: HistoryExchange): string => `${headers['accept']} ${url}`

/** Returns the address of the next page by its link. */
const nextHref = (exchange: HistoryExchange): string | undefined => {
  const { next } = membersOf(membersOf(exchange.json)['_links'])
  const { href } = membersOf(next)
  return typeof href === 'string' ? hrefOf(href, exchange) : nextPageOf(exchange)?.href
}

const areAlike = ({ shown: one }: PublicationModel, { shown: two }: PublicationModel): boolean =>
  ALIKE.every((name) => comparable(name, one[name]) === comparable(name, two[name]))
