import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { freePlaces } from '../../src/kit/runner/needs.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { addressesIn, entriesOf, linkOfOwner, nextPageLink } from '../../src/kit/target/links.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyByLink } from '../agencies/agencies.ts'
import { administrator } from '../agencies/operators.ts'
import { amountFor } from '../support/amounts.ts'
import { opaqueTag } from '../support/entity-tags.ts'
import { looksAfter } from '../support/late-work.ts'
import { FULL_MEMBERS, memberDifferences, REF_MEMBERS } from '../support/publication-forms.ts'
import {
  ARCHIVE,
  archiveAll,
  createVerifiedActive,
  createVerifiedSuspended,
  etagIn,
  fullEdit,
  knownStateLiterals,
  type PublicationWrite,
  SUSPEND,
  withActiva,
  withNewestTag,
  writePublication,
} from '../support/publication-writes.ts'

/**
 * Relations between publications and their list behind the link of the agency (AGE-06, COM-05). Which
 * publications a list shows is open (`publications/list`), but its entries must equal the reads.
 */

type Members = Readonly<Record<string, unknown>>

interface ListedEntry {
  readonly id: string
  readonly entry: Members
  readonly page: Exchange
}

interface ListedPages {
  readonly entries: readonly ListedEntry[]
  readonly pages: number
  /** Whether the last page was reached. */
  readonly isWhole: boolean
}

const MAX_PAGES = 6

/** Pauses before a list is read again, because a service may update its lists with a delay. */
const PAUSES_MS = [0, 150, 600]

/** Returns the address of the list of the agency's publications. Skips when the agency links none. */
export const publicationListHref = async (t: ClauseContext): Promise<string> => {
  const { body } = await agencyByLink(t)
  const href = linkOfOwner(body.Publicaciones, t.target.agency)
  return href ?? t.skip('Publicaciones has no link without a variable to fill in')
}

/** Returns the address of the list for the first app. The run finds it once. */
export const sharedListHref = (t: ClauseContext): Promise<string> => t.observeOnce(publicationListHref)

const readList = async (t: ClauseContext, first: string, accept = t.types.json): Promise<ListedPages> => {
  const entries: ListedEntry[] = []
  let href: string | undefined = first
  let pages = 0
  for (; href !== undefined && pages < MAX_PAGES; pages++) {
    const page: Exchange = await t.get(href, { accept })
    if (page.response.status !== 200) t.skip(`the list is answered ${page.response.status}`)
    for (const entry of entriesOf(page.json).map(membersOf))
      entries.push({ id: String(entry.ExternalId ?? '').toLowerCase(), entry, page })
    href = nextPageLink(page.json, page.request.url)
  }
  return { entries, pages, isWhole: href === undefined }
}

/**
 * Returns the entry of a publication in the list of the agency, and the last page that was read. Skips when
 * the list has too many pages.
 */
export const listedPublication = async (
  t: ClauseContext,
  externalId: string,
): Promise<{ readonly entry: Members | undefined; readonly page: Exchange }> => {
  const href = await sharedListHref(t)
  const { entries, isWhole } = await readList(t, href)
  const found = entries.find(({ id }) => id === externalId.toLowerCase())
  if (!found && !isWhole) t.skip(`the list has more than ${MAX_PAGES} pages`)
  const page = found?.page ?? entries.at(-1)?.page ?? (await t.get(href))
  return { entry: found?.entry, page }
}

/** Repeats `look` until it finds nothing wrong; returns what it found last. */
const settled = async <T>(t: ClauseContext, look: () => Promise<T | undefined>): Promise<T | undefined> => {
  let found: T | undefined
  for await (const _ of looksAfter(t, PAUSES_MS)) {
    found = await look()
    if (found === undefined) return undefined
  }
  return found
}

interface Difference {
  readonly expected: string
  readonly got: string
  readonly page: Exchange
}

const STEPS: readonly {
  phrase: string
  step(t: ClauseContext, made: CreatedPublication): PublicationWrite | Promise<PublicationWrite>
}[] = [
  {
    phrase: 'a full edit',
    step: (t, made) => fullEdit(t, made, { Activa: true, Descripcion: 'Otra.', RefStock: 'OTRA-1' }),
  },
  {
    phrase: 'a partial edit',
    step: (t) => ({ body: { Precio: amountFor(t, 22_111_333), Cuota: amountFor(t, 221_113) } }),
  },
  { phrase: 'a suspension', step: () => SUSPEND },
  { phrase: 'the archiving', step: () => ARCHIVE },
]

/**
 * Returns a value without the members of its objects that another one lacks; additional members are legal.
 */
const common = (value: unknown, other: unknown): unknown => {
  const [members, others] = [membersOf(value), membersOf(other)]
  const names = Object.keys(members).filter((name) => name in others)
  if (names.length === 0) return value
  return Object.fromEntries(names.map((name) => [name, common(members[name], others[name])]))
}

/** Returns how the entry of a publication differs from a read; undefined without one, or when they agree. */
const differenceOf = async (
  t: ClauseContext,
  { made, accept, href }: { made: CreatedPublication; accept: string; href: string },
): Promise<Difference | undefined> => {
  const { entries } = await readList(t, href, accept)
  const listed = entries.find(({ id }) => id === made.externalId.toLowerCase())
  const read = await t.get(made.path, { accept })
  if (!listed || read.response.status !== 200) return undefined
  const { entry, page } = listed
  const shown = membersOf(read.json)
  // A list may show refs whatever Accept says, so the members that both have are compared.
  const names = [...new Set([...FULL_MEMBERS, ...REF_MEMBERS])].filter(
    (name) => !['href', 'etag'].includes(name) && name in entry && name in shown,
  )
  const [first] = memberDifferences(names, common(shown, entry), common(entry, shown))
  if (first)
    return {
      page,
      expected: `${first.member} ${first.expected}, as a read shows`,
      got: `${first.member} ${first.got}`,
    }
  const { etag, href: own } = entry
  if (accept === t.types.ref && typeof own === 'string') {
    const led = await t.get(own, { accept: t.types.json })
    const { ExternalId = made.externalId } = membersOf(led.json)
    if (led.response.status === 404)
      return { page, expected: `an href to ${made.externalId}`, got: `${own}, which is not found` }
    if (!sameInAnyCase(ExternalId, made.externalId))
      return { page, expected: `an href to ${made.externalId}`, got: `one to ${ExternalId}` }
  }
  if (typeof etag !== 'string' || opaqueTag(etag) === opaqueTag(etagIn(read))) return undefined
  // Each form may have its own tag, and the member may show any of them.
  const others = [t.types.json, t.types.ref].filter((one) => one !== accept)
  const reads = await Promise.all(others.map((one) => t.get(made.path, { accept: one })))
  const tags = [read, ...reads].flatMap((one) => [etagIn(one), membersOf(one.json).etag])
  if (tags.some((tag) => opaqueTag(tag) === opaqueTag(etag))) return undefined
  return { page, expected: `etag ${etagIn(read)}, as a read shows`, got: `etag ${etag}` }
}

const entriesAreAsRead = async (t: ClauseContext, accept: string): Promise<void> => {
  const href = await sharedListHref(t)
  const { made } = await createVerifiedActive(t, { ExternalId: `${t.session.newExternalId()}kIT` })
  const isAsRead = async (when: string) => {
    const wrong = await settled(t, () => differenceOf(t, { made, accept, href }))
    if (wrong) t.assert(false, `${wrong.expected} ${when}`, wrong.got, wrong.page)
  }
  try {
    const { entries } = await readList(t, href, accept)
    if (!entries.some(({ id }) => id === made.externalId.toLowerCase()))
      t.skip('the list does not show the publication')
    await isAsRead('after a create')
    for (const { phrase, step } of STEPS) {
      const { etag = '' } = (await t.get(made.path)).response.headers
      const written = await writePublication(t, { ...made, etag }, await step(t, made))
      if (written.response.status === 200) await isAsRead(`after ${phrase}`)
    }
  } finally {
    await archiveAll(t, [made])
  }
}

/** Returns the agencies in the addresses of an entry. */
const agenciesIn = (entry: Members): readonly string[] =>
  addressesIn(entry).flatMap((href) => {
    const [, mail, id = ''] = /\/v3\/publicaciones\/([^/?]+)\/([^/?{]+)/.exec(href) ?? []
    const isOwn = sameInAnyCase(decodedUri(id), entry.ExternalId)
    return mail !== undefined && isOwn ? [decodedUri(mail)] : []
  })

/** The writes that suspend a publication (PUB-06, PUB-29, PUB-37). */
const SUSPENSIONS: readonly {
  phrase: string
  write(t: ClauseContext, made: CreatedPublication): Promise<PublicationWrite>
}[] = [
  { phrase: 'a partial edit', write: async () => withActiva(false) },
  { phrase: 'a full edit', write: (t, made) => fullEdit(t, made) },
  { phrase: 'PATCH .../suspender', write: async () => SUSPEND },
]

/** A suspended publication, and how it was suspended. */
interface Suspended {
  readonly made: CreatedPublication
  readonly phrase: string
}

/**
 * Which publications a list shows is open (`publications/list`), but all suspensions must count the same, and
 * the list of their operator must agree.
 */
const suspendedAreHiddenConsistently = async (t: ClauseContext): Promise<void> => {
  const [href, free = 0] = await Promise.all([sharedListHref(t), freePlaces(t.session)])
  // If the package has places, each kind of suspension has its own publication.
  const count = free > SUSPENSIONS.length ? SUSPENSIONS.length : 1
  const [{ made: other }, { shown }, ...active] = await Promise.all([
    createVerifiedSuspended(t),
    administrator(t),
    ...Array.from({ length: count }, () => createVerifiedActive(t)),
  ])
  const all = active.map(({ made }) => made)
  const lists = [t.types.json, t.types.ref].map((accept) => ({ href, accept }))
  /** Returns the pages of every list that show a publication; undefined for a list that does not. */
  const readPages = async () => {
    const pagesRead = await Promise.all(lists.map((list) => readList(t, list.href, list.accept)))
    if (pagesRead.some(({ isWhole }) => !isWhole)) t.skip(`the list has more than ${MAX_PAGES} pages`)
    return ({ externalId }: CreatedPublication) =>
      pagesRead.map(({ entries }) => entries.find(({ id }) => id === externalId.toLowerCase())?.page)
  }
  const seen: { shown?: { phrase: string; page: Exchange }; hidden?: string } = {}
  const note = async (suspended: readonly Suspended[]) => {
    const look = async () => {
      const pagesOf = await readPages()
      const found = suspended.flatMap(({ made, phrase }) => pagesOf(made).map((page) => ({ phrase, page })))
      return found.some(({ page }) => page) ? found : undefined
    }
    // A list may be updated with a delay.
    const isShown = seen.hidden === undefined && seen.shown !== undefined
    const found = await (isShown ? look() : settled(t, look))
    for (const { phrase, page } of found ?? suspended.map(({ phrase }) => ({ phrase, page: undefined })))
      if (page) seen.shown = { phrase, page }
      else seen.hidden ??= phrase
    if (seen.shown && seen.hidden !== undefined)
      t.assert(
        false,
        `no entry, as after ${seen.hidden}`,
        `one suspended by ${seen.shown.phrase}`,
        seen.shown.page,
      )
  }
  const own = linkOfOwner(shown.Publicaciones)
  if (own !== undefined) lists.push({ href: own, accept: t.types.json })
  try {
    const first = (await readPages())(all[0] ?? other)
    if (first.slice(0, 2).includes(undefined)) t.skip('the list does not show the publication')
    if (first[2] === undefined) lists.splice(2)
    await note([{ made: other, phrase: 'its create' }])
    for (let at = 0; at < SUSPENSIONS.length; at += count) {
      const ways = all.flatMap((made, n) => {
        const way = SUSPENSIONS[at + n]
        return way ? [{ ...way, made }] : []
      })
      const send = async (made: CreatedPublication, sent: PublicationWrite, state: string) =>
        membersOf((await writePublication(t, withNewestTag(t, made), sent)).json).EstadoActual === state
      const { active: activeWord, suspended: suspendedWord } = await knownStateLiterals(t)
      const down = await Promise.all(
        ways.map(async ({ made, write }) => send(made, await write(t, made), suspendedWord)),
      )
      await note(ways.filter((_, n) => down[n]))
      const up = await Promise.all(ways.map(({ made }) => send(made, withActiva(true), activeWord)))
      const back = ways.filter((_, n) => up[n])
      const missing = await settled(t, async () => {
        const pagesOf = await readPages()
        return back.find(({ made }) => pagesOf(made).includes(undefined))
      })
      t.assert(missing === undefined, 'an active one listed again', `none after ${missing?.phrase}`)
    }
  } finally {
    await archiveAll(t, [...all, other])
  }
}

/** Clauses on the list of the publications of an agency. */
export const publicationListClauses: readonly Clause[] = [
  clause({
    id: 'relations/listed-publications-are-of-the-agency',
    statements: ['PUB-35', 'AGE-06'],
    title: 'The list behind Publicaciones of an agency holds no publication of another agency',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { entries } = await readList(t, await sharedListHref(t))
      if (entries.length === 0) t.skip('no publication is listed')
      for (const { entry, page } of entries) {
        const other = agenciesIn(entry).find((mail) => !sameInAnyCase(mail, t.target.agency))
        t.assert(other === undefined, `publications of ${t.target.agency}`, `one of ${other}`, page)
      }
    },
  }),
  clause({
    id: 'relations/lists-hide-suspended-publications-consistently',
    statements: ['PUB-32', 'PUB-37'],
    title:
      'A list that hides a suspended publication hides it in both forms and for its operator, however it was suspended',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: suspendedAreHiddenConsistently,
  }),
  ...(['full', 'ref'] as const).map((form) =>
    clause({
      id: `relations/a-listed-publication-is-as-read-in-the-${form}-form`,
      rule: 'relations/a-listed-publication-is-as-read-in-{form}',
      statements: ['COM-05', 'COM-10', 'PUB-02'],
      title: `The list of publications in the ${form} form shows the same as reads of the publications`,
      leaves: 'archived',
      needs: ['write', 'place'],
      check: (t) => entriesAreAsRead(t, form === 'ref' ? t.types.ref : t.types.json),
    }),
  ),
  clause({
    id: 'relations/a-list-shows-both-of-two-equal-publications',
    statements: ['COM-05', 'AGE-06'],
    title: 'A list that shows one of two active publications with the same members shows the other too',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: async (t) => {
      const href = await sharedListHref(t)
      const created = await Promise.all([createVerifiedActive(t), createVerifiedActive(t)])
      const both = created.map(({ made }) => made)
      try {
        const missing = await settled(t, async () => {
          const { entries, isWhole } = await readList(t, href)
          if (!isWhole) t.skip(`the list has more than ${MAX_PAGES} pages`)
          const shown = both.filter(({ externalId }) =>
            entries.some(({ id }) => id === externalId.toLowerCase()),
          )
          const [page] = entries.map((one) => one.page).slice(-1)
          return shown.length === 1 ? { shown: shown[0]?.externalId, page } : undefined
        })
        if (missing) t.assert(false, 'both publications', `only ${missing.shown}`, missing.page)
      } finally {
        await archiveAll(t, both)
      }
    },
  }),
  clause({
    id: 'relations/publication-pages-hold-every-entry-once',
    statements: ['COM-05', 'PUB-35'],
    title: 'The pages of the list of publications, by their next links, hold every publication once',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: async (t) => {
      const href = await sharedListHref(t)
      const before = await readList(t, href)
      const made = await fillSecondPage(t, before)
      try {
        const missing = await settled(t, () => leftOut(t, { href, before, made }))
        if (missing) t.assert(false, `${missing.id} on one of the pages, as before`, 'none', missing.page)
        // Another user of the agency may publish between two pages.
        const twice = await settled(t, async () => {
          const { entries } = await readList(t, href)
          return entries.find(({ id }, at) => id !== '' && entries.findIndex((one) => one.id === id) !== at)
        })
        t.assert(twice === undefined, 'every publication once', `${twice?.id} twice`, twice?.page)
      } finally {
        await archiveAll(t, made)
      }
    },
  }),
]

/**
 * Returns an earlier entry, or a new publication, that no page shows; undefined when it may be gone.
 */
const leftOut = async (
  t: ClauseContext,
  { href, before, made }: { href: string; before: ListedPages; made: readonly CreatedPublication[] },
): Promise<{ id: string; page: Exchange | undefined } | undefined> => {
  const { entries, isWhole } = await readList(t, href)
  if (!isWhole || !before.isWhole) return undefined
  const ids = new Set(entries.map(({ id }) => id))
  const page = entries.at(-1)?.page
  const own = made.map(({ externalId }) => externalId.toLowerCase())
  // A list that shows some of the new publications has room for the others.
  const unlisted = own.some((id) => ids.has(id)) ? own.filter((id) => !ids.has(id)) : []
  for (const { id, entry } of before.entries) {
    // A list that lags behind may have shown an archived publication.
    if (id === '' || ids.has(id) || entry.EstadoActual !== ACTIVE) continue
    const { json } = await t.get(t.path(String(entry.ExternalId)))
    if (membersOf(json).EstadoActual === ACTIVE) unlisted.push(id)
  }
  const [id] = unlisted
  return id === undefined ? undefined : { id, page }
}

/** PUB-36. */
const ACTIVE = 'Activa'

/** Maximum number of publications that a clause makes for a second page. */
const MAX_MADE = 5

/** Creates active publications if a few of them may lead to a second page. */
const fillSecondPage = async (t: ClauseContext, { entries, pages }: ListedPages) => {
  const size = Number(membersOf(entries[0]?.page.json).PerPagina ?? 0)
  if (pages > 1 || size > entries.length + MAX_MADE) return []
  const free = ((await freePlaces(t.session)) ?? 0) - 1
  const count = Math.max(0, Math.min(MAX_MADE, free))
  return Promise.all(Array.from({ length: count }, () => t.publication({ Activa: true })))
}
