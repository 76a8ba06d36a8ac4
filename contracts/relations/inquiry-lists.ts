import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { DAY_MS } from '../../src/lib/calendar/date-time.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { dayOf } from '../support/inquiry-page.ts'
import { longPeriod, readAllInquiries, sidsOf, type WholeInquiryList } from './inquiry-list-reader.ts'

/** Every time zone is a multiple of it away from UTC. */
const ZONE_STEP_MS = 15 * 60 * 1000

/** Relations between lists of inquiries: pages, forms, filters and periods (INQ-04, INQ-05). */

type Query = Readonly<Record<string, string>>

/** A list that the run has read completely, in both forms. */
interface ReadList {
  /** The filters as a text. */
  readonly label: string
  readonly query: Query
  readonly full: WholeInquiryList
  /** Undefined for lists that are read in full only. */
  readonly ref: WholeInquiryList | undefined
}

interface ReadLists {
  readonly all: ReadList
  /** Lists with one filter. */
  readonly single: readonly ReadList[]
  /** Lists with several filters, each with the lists whose intersection it must be. */
  readonly combined: readonly { readonly list: ReadList; readonly of: readonly ReadList[] }[]
  /**
   * The period in two parts: the first ends, or the second begins, on a day with an inquiry near midnight.
   */
  readonly parts: readonly (readonly [ReadList, ReadList])[]
  /** A day as both bounds, with the lists that end on it and on the day before. */
  readonly day: { readonly list: ReadList; readonly until: ReadList; readonly before: ReadList } | undefined
}

const readLists = (t: ClauseContext): Promise<ReadLists> => t.observeOnce(observeLists)

const readList = async (t: ClauseContext, label: string, query: Query): Promise<ReadList> => ({
  label,
  query,
  full: await readAllInquiries(t, { query }),
  ref: undefined,
})

const withRefs = async (t: ClauseContext, list: ReadList): Promise<ReadList> => ({
  ...list,
  ref: await readAllInquiries(t, { query: list.query, accept: t.types.ref }),
})

const observeLists = async (t: ClauseContext): Promise<ReadLists> => {
  const period = await longPeriod(t)
  const all = await withRefs(t, await readList(t, 'no filter', period))
  if (all.full.entries.length === 0) t.skip('the agency shows no inquiry')
  const filters = [...filtersFor(t, all), ...periodFilter(all, period)]
  const single = []
  for (const { label, query } of filters) single.push(await readList(t, label, { ...period, ...query }))
  const combined = []
  for (const [i, one] of single.entries()) {
    for (const other of single.slice(i + 1)) {
      const own = (list: ReadList) =>
        Object.entries(list.query).filter(([name, value]) => Reflect.get(period, name) !== value)
      const [first, second] = [own(one), own(other)]
      if (first.some(([name]) => second.some(([taken]) => taken === name))) continue
      const query = { ...period, ...Object.fromEntries([...first, ...second]) }
      const list = await readList(t, `${one.label} and ${other.label}`, query)
      combined.push({ list: await withRefs(t, list), of: [one, other] })
    }
  }
  const parts = await readParts(t, all, period)
  const [until, before] = parts.map(([first]) => first)
  const { hasta: day } = until?.query ?? {}
  const isOneDay = day !== undefined && before?.query.hasta === dayOf(day, -1)
  const list = isOneDay ? await readList(t, `the day ${day}`, { desde: day, hasta: day }) : undefined
  // If the period ends today, new inquiries may be in the lists that were read last.
  const { full: last } = await readList(t, 'no filter', period)
  if (last.entries.length !== all.full.entries.length) t.skip('inquiries arrived while the lists were read')
  return { all, single, combined, parts, day: until && before && list ? { list, until, before } : undefined }
}

/** Returns filters: an operator, a publication of that operator, and one of another. */
const filtersFor = (t: ClauseContext, { full }: ReadList): readonly { label: string; query: Query }[] => {
  const entries = full.entries.map(({ entry }) => ({
    operador: String(entry.OperadorResponsable),
    externalid: String(membersOf(entry.Auto).ExternalId ?? ''),
  }))
  const administrator = t.target.agency.toLowerCase()
  const one = entries.find(
    ({ operador, externalid }) => operador.toLowerCase() !== administrator && externalid !== '',
  )
  const inside = one ?? entries.find(({ externalid }) => externalid !== '')
  const outside = entries.find(
    ({ operador, externalid }) => externalid !== '' && operador !== inside?.operador,
  )
  const operador = one?.operador ?? entries[0]?.operador
  return [
    ...(operador ? [{ label: `operador ${operador}`, query: { operador } }] : []),
    ...[inside, outside].flatMap((found) =>
      found ? [{ label: `externalid ${found.externalid}`, query: { externalid: found.externalid } }] : [],
    ),
  ]
}

/** Returns a filter with a day after most inquiries, so that the list without it has more. */
const periodFilter = (
  { full }: ReadList,
  { hasta }: Readonly<Record<'hasta', string>>,
): readonly { label: string; query: Query }[] => {
  // In UTC, an inquiry of the evening may show the day after the period.
  const days = full.entries
    .map(({ entry }) => dayOf(String(entry.Momento)))
    .filter((day) => day <= hasta)
    .sort()
  const desde = days[Math.floor((days.length * 4) / 5)]
  if (desde === undefined) return []
  return [{ label: `desde ${desde}`, query: { desde } }]
}

/**
 * Reads the period in two parts, split where one day ends and the next begins: after the inquiry that came
 * last before a midnight, and before the one that came first after one. A service that counts days in
 * another zone than it shows errs there. The first two splits are around one day.
 */
const readParts = async (
  t: ClauseContext,
  { full }: ReadList,
  { desde, hasta }: Readonly<Record<'desde' | 'hasta', string>>,
): Promise<ReadLists['parts']> => {
  const isInside = (last: string) => last > desde && last < hasta
  const times = full.entries.map(({ entry }) => String(entry.Momento))
  const byTime = times.toSorted((one, other) => timeOfDay(one).localeCompare(timeOfDay(other)))
  const late = byTime.findLast((time) => isInside(dayOf(time)) && isInside(dayOf(time, -1)))
  const early = byTime.find((time) => isInside(dayOf(time, -1)))
  if (late === undefined && early === undefined) return []
  const ends = [
    ...(late === undefined ? [] : [dayOf(late), dayOf(late, -1)]),
    ...(early === undefined ? [] : [dayOf(early, -1)]),
  ]
  const parts: (readonly [ReadList, ReadList])[] = []
  for (const last of new Set(ends)) {
    const next = dayOf(last, 1)
    const first = await readList(t, `hasta ${last}`, { desde, hasta: last })
    parts.push([first, await readList(t, `desde ${next}`, { desde: next, hasta })])
  }
  return parts
}

/** Returns the time of a date-time in its own offset. */
const timeOfDay = (dateTime: string): string => dateTime.slice(11, 19)

const everyList = ({ all, single, combined, parts }: ReadLists): readonly ReadList[] => [
  all,
  ...single,
  ...combined.map(({ list }) => list),
  ...parts.flat(),
]

const listsOf = ({ full, ref }: ReadList): readonly WholeInquiryList[] => (ref ? [full, ref] : [full])

/** Every collection has links, also an empty one (COM-03). */
const judgeLinks = (t: ClauseContext, page: Exchange): void => {
  const { _links: links } = membersOf(page.json)
  t.assert(typeof links === 'object' && links !== null, '_links of the page', links, page)
}

const judgePages = (t: ClauseContext, list: WholeInquiryList): void => {
  const { pages, entries, beyond } = list
  const last = pages.length - 1
  const { PerPagina: size } = membersOf(pages[0]?.json)
  for (const [i, page] of pages.entries()) {
    const { Total, PerPagina, Pagina } = membersOf(page.json)
    judgeLinks(t, page)
    t.assert(PerPagina === size, `PerPagina ${size}, as on the first page`, { PerPagina }, page)
    const count = entriesOf(page.json).length
    t.assert(Total === entries.length, `Total ${entries.length}, as many as all pages hold`, { Total }, page)
    t.assert(Pagina === i + 1, `Pagina ${i + 1}`, { Pagina }, page)
    const isFull = i === last ? count <= Number(PerPagina) : count === Number(PerPagina)
    t.assert(isFull, `${i === last ? 'at most ' : ''}PerPagina ${PerPagina} entries`, count, page)
  }
  const seen = new Set<string>()
  for (const { sid, page } of entries) {
    t.assert(!seen.has(sid), 'every inquiry once', `${sid} twice`, page)
    seen.add(sid)
  }
  // A page beyond the last one is empty, or 404 (`inquiries/beyond-last`).
  const more = beyond.response.status === 200 ? entriesOf(beyond.json).length : 0
  if (beyond.response.status === 200) judgeLinks(t, beyond)
  t.assert(more === 0, 'no entry beyond the last page', more, beyond)
  const { Total = entries.length } = membersOf(beyond.json)
  if (beyond.response.status === 200)
    t.assert(Total === entries.length, `Total ${entries.length} on every page`, Total, beyond)
}

const missingFrom = (wanted: ReadonlySet<string>, found: ReadonlySet<string>): string | undefined =>
  [...wanted].find((sid) => !found.has(sid))

/** Asserts that a list holds exactly the inquiries `wanted`. */
const judgeSame = (
  t: ClauseContext,
  list: WholeInquiryList,
  { wanted, label }: { wanted: ReadonlySet<string>; label: string },
): void => {
  const found = sidsOf(list)
  const [page] = list.pages
  const missing = missingFrom(wanted, found)
  t.assert(missing === undefined, `${label}: the inquiry ${missing}`, 'not listed', page)
  const extra = missingFrom(found, wanted)
  t.assert(extra === undefined, `${label}: no other inquiry than the ${wanted.size}`, `${extra} too`, page)
}

const intersection = (lists: readonly ReadList[]): ReadonlySet<string> => {
  const [first, ...others] = lists.map(({ full }) => sidsOf(full))
  return new Set([...(first ?? [])].filter((sid) => others.every((other) => other.has(sid))))
}

const listClause = (
  declared: Pick<Clause, 'id' | 'statements' | 'title'>,
  judge: (t: ClauseContext, lists: ReadLists) => void,
): Clause =>
  clause({
    ...declared,
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => judge(t, await readLists(t)),
  })

/** Clauses on the relations between lists of inquiries. */
export const inquiryListRelationClauses: readonly Clause[] = [
  listClause(
    {
      id: 'relations/inquiry-pages-hold-every-entry-once',
      statements: ['INQ-04', 'COM-05', 'COM-03'],
      title:
        'With every filter, the pages of inquiries hold Total entries, each once, and all but the last are full',
    },
    (t, lists) => {
      for (const list of everyList(lists)) for (const walk of listsOf(list)) judgePages(t, walk)
    },
  ),
  listClause(
    {
      id: 'relations/inquiry-lists-are-equal-in-both-forms',
      statements: ['INQ-04', 'COM-10'],
      title: 'With every filter, the refs of a list are those of its entries in full',
    },
    (t, lists) => {
      for (const { label, full, ref } of everyList(lists))
        if (ref) judgeSame(t, ref, { wanted: sidsOf(full), label: `refs with ${label}` })
    },
  ),
  listClause(
    {
      id: 'relations/inquiry-filters-intersect',
      statements: ['INQ-05'],
      title: 'A list with several filters is the intersection of the lists with each of them',
    },
    (t, { all, single, combined }) => {
      for (const one of single) {
        const extra = missingFrom(sidsOf(one.full), sidsOf(all.full))
        t.assert(
          extra === undefined,
          `with ${one.label} no inquiry but the agency's`,
          extra,
          one.full.pages[0],
        )
      }
      for (const { list, of } of combined)
        for (const walk of listsOf(list)) judgeSame(t, walk, { wanted: intersection(of), label: list.label })
    },
  ),
  listClause(
    {
      id: 'relations/inquiry-filters-hold-for-every-entry',
      statements: ['INQ-05'],
      title: 'Every entry of every page has the requested ExternalId, and belongs to the agency',
    },
    (t, lists) => {
      for (const { query, full } of everyList(lists)) {
        for (const { entry, page } of full.entries) {
          const { ExternalId } = membersOf(entry.Auto)
          const { externalid } = query
          const holds = externalid === undefined || sameInAnyCase(ExternalId, externalid)
          t.assert(holds, `Auto.ExternalId ${externalid}`, ExternalId, page)
        }
      }
    },
  ),
  listClause(
    {
      id: 'relations/inquiry-periods-add-up',
      statements: ['INQ-05'],
      title: 'Two consecutive periods hold what the whole period holds, and nothing twice',
    },
    (t, { all, parts }) => {
      if (parts.length === 0) t.skip('all inquiries are of one day')
      for (const [first, second] of parts) {
        const both = [...first.full.entries, ...second.full.entries].map(({ sid }) => sid)
        const missing = missingFrom(sidsOf(all.full), new Set(both))
        const page = second.full.pages[0]
        t.assert(missing === undefined, `${missing} in ${first.label} or ${second.label}`, 'in neither', page)
        const count = all.full.entries.length
        t.assert(both.length === count, `${count} entries`, both.length, page)
      }
    },
  ),
  listClause(
    {
      id: 'relations/one-day-is-a-period',
      statements: ['INQ-05'],
      title:
        'A period of one day holds what a period until that day holds more than one until the day before',
    },
    (t, { day }) => {
      if (!day) return t.skip('no day within the period has inquiries')
      const earlier = sidsOf(day.before.full)
      const wanted = new Set([...sidsOf(day.until.full)].filter((sid) => !earlier.has(sid)))
      judgeSame(t, day.list.full, { wanted, label: day.list.label })
    },
  ),
  listClause(
    {
      id: 'relations/inquiries-are-of-the-period-shown',
      statements: ['INQ-04', 'INQ-05'],
      title: 'Momento of every entry is between Desde and Hasta of its page',
    },
    (t, lists) => {
      for (const { full } of everyList(lists)) {
        for (const { entry, page } of full.entries) {
          const { Desde, Hasta } = membersOf(page.json)
          const [from, to, at] = [Desde, Hasta, entry.Momento].map((value) => Date.parse(String(value)))
          if (from === undefined || to === undefined || at === undefined || Number.isNaN(from + to + at))
            continue
          // Hasta may be a midnight in any zone, that of the last day or the next (`inquiries/period-shown`).
          const end = to % ZONE_STEP_MS === 0 ? to + DAY_MS : to + 1_000
          t.assert(at >= from && at <= end, `Momento from ${Desde} to ${Hasta}`, entry.Momento, page)
        }
      }
    },
  ),
]
