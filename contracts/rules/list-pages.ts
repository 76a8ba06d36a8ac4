import { entriesOf, isLastPage, nextPageLink } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { comparable } from '../support/publication-forms.ts'
import { hrefOf } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import type { PublicationModel } from './publication-model.ts'
import { type HistoryExchange, isDone } from './recorded-exchange.ts'

/** Pages of one list that were read by their links, from its first. */
interface ReadPages {
  /** Publications that the history created, by id in lower case, with the page that shows each. */
  readonly shown: ReadonlyMap<string, HistoryExchange>
  /** Address of the first page. */
  readonly list: string
  readonly count: number
  /** Number of entries on all of them. */
  readonly entries: number
}

const MAX_PENDING = 50

/** Members that may decide whether a list shows a publication, whatever its filter. */
const COMPARED = ['EstadoActual', 'OperadorResponsable', 'Exposicion', 'Marca', 'Modelo', 'Version']

/** Rules on lists of publications over all their pages, until something is written (COM-05, COM-12). */
export class ListPages {
  /** Pages that were read before a page, by the address of its link and the form. */
  readonly #before = new Map<string, ReadPages>()
  /** Number of entries of a list that showed an active publication, by both. */
  readonly #listed = new Map<string, number>()
  /** Responses that show that a list hides suspended publications: which lists do is open (PUB-32). */
  readonly #hides = new Map<string, HistoryExchange>()

  /** Forgets which pages were read: something was written. */
  forget(): void {
    this.#before.clear()
  }

  /** Judges a page; `created` are the publications of the history. */
  judge(judgement: Judgement, created: readonly PublicationModel[]): void {
    const { exchange } = judgement
    if (!isDone(exchange) || !('_entries' in membersOf(exchange.json))) return
    const read = this.#withPage(judgement, created)
    const next = hrefOf(nextPageLink(exchange.json, exchange.url), exchange)
    if (isLastPage(exchange.json, exchange.url)) {
      this.#noteHidden(read, created, exchange)
      if (read.count > 1) judgeEqualPublications(judgement, read, created)
    } else if (next !== undefined && this.#before.size < MAX_PENDING)
      this.#before.set(keyOf(next, exchange), read)
  }

  /** Judges the entries of a page; returns the pages that were read up to it. */
  #withPage(judgement: Judgement, created: readonly PublicationModel[]): ReadPages {
    const { exchange } = judgement
    const before = this.#before.get(keyOf(exchange.url, exchange))
    const list = before?.list ?? exchange.url
    const listed = entriesOf(exchange.json).map(membersOf)
    const isOfPublications = listed.some((one) => 'ExternalId' in one)
    const models = new Map(isOfPublications ? created.map((model) => [idOf(model), model]) : [])
    const shown = new Map(before?.shown)
    for (const { ExternalId } of listed) {
      const id = String(ExternalId).toLowerCase()
      const model = models.get(id)
      if (!model) continue
      const since = before?.shown.get(id)
      judgement.expect(!since, {
        rule: 'lists/each-publication-on-one-page',
        because: ['COM-05', 'PUB-35'],
        expected: `${id} on one page`,
        got: 'on another page too',
        since,
      })
      judgement.expect(model.state !== 'suspended' || !this.#hides.has(list), {
        rule: 'lists/hide-every-suspended-one',
        because: ['PUB-32'],
        expected: `not ${id}, because it is suspended and the list hides another one that is`,
        got: id,
        since: this.#hides.get(list),
      })
      shown.set(id, exchange)
    }
    const entries = (before?.entries ?? 0) + entriesOf(exchange.json).length
    return { shown, list, count: (before?.count ?? 0) + 1, entries }
  }

  /** Records which publications a whole list shows, and whether it hides a suspended one. */
  #noteHidden(
    { shown, list, entries }: ReadPages,
    created: readonly PublicationModel[],
    exchange: HistoryExchange,
  ) {
    for (const one of created) {
      const key = `${list} ${one.key}`
      const isShown = shown.has(idOf(one))
      // A list of the same length may have moved it to another page.
      const isHidden = one.state === 'suspended' && !isShown && entries < (this.#listed.get(key) ?? 0)
      if (isHidden && !this.#hides.has(list)) this.#hides.set(list, exchange)
      if (one.state === 'active' && isShown) this.#listed.set(key, entries)
    }
  }
}

/** Judges that pages show both of two publications that no list can distinguish. */
const judgeEqualPublications = (
  judgement: Judgement,
  { shown, count }: ReadPages,
  created: readonly PublicationModel[],
): void => {
  const live = created.filter((one) => one.state === 'active' && 'Marca' in one.shown)
  judgement.exercise('lists/pages-show-both-of-two-equal-publications')
  const listed = live.filter((one) => shown.has(idOf(one)))
  const missing = live.find((one) => !shown.has(idOf(one)) && listed.some((two) => areEqual(one, two)))
  if (missing)
    judgement.report({
      rule: 'lists/pages-show-both-of-two-equal-publications',
      because: ['COM-05', 'COM-12', 'AGE-06'],
      expected: `${idOf(missing)}, which differs from another one of the list only in members that no list filters by`,
      got: `${shown.size} others on ${count} pages`,
      since: missing.last,
    })
}

const idOf = ({ key }: PublicationModel): string => key.split(' ').at(-1) ?? ''

const keyOf = (url: string, { headers }: HistoryExchange): string => `${headers['accept']} ${url}`

const areEqual = ({ shown: one }: PublicationModel, { shown: two }: PublicationModel): boolean =>
  COMPARED.every((name) => comparable(name, one[name]) === comparable(name, two[name]))
