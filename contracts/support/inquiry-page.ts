import { Consulta, page } from '../../src/api/wire/response-schemas.ts'
import { Ref } from '../../src/api/wire/shared-schemas.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { DAY_MS } from '../../src/lib/calendar/date-time.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/** Reads pages of inquiries. */

/** A page of inquiries, with the exchange that shows it. */
export interface InquiryPage {
  readonly exchange: Exchange
  readonly Desde: string
  readonly Hasta: string
  readonly Pagina: number
  readonly Total: number
  readonly PerPagina: number
  readonly entries: readonly Consulta[]
}

const InquiryPageShape = page(Consulta)
const InquiryRefPageShape = page(Ref)

/** Returns the path of the agency's inquiries, with query parameters. */
export const inquiriesPath = (t: ClauseContext, query: Readonly<Record<string, string>> = {}): string => {
  const asked = new URLSearchParams(query).toString()
  return `/v3/consultas/${t.adminMail}${asked && `?${asked}`}`
}

/** Reads a page of the agency's inquiries. */
export const readInquiryPage = async (
  t: ClauseContext,
  query: Readonly<Record<string, string>> = {},
): Promise<InquiryPage> => inquiryPageIn(t, await t.get(inquiriesPath(t, query)))

/** Parses a page of inquiries, and asserts its members (INQ-04). */
export const inquiryPageIn = (t: ClauseContext, exchange: Exchange): InquiryPage => {
  t.status(exchange, 200)
  const body = t.object(exchange)
  for (const name of ['Desde', 'Hasta'] as const) {
    const day = body[name]
    t.assert(typeof day === 'string' && DATE_TIME.test(day), `a date-time as ${name}`, day, exchange)
  }
  const entries = Array.isArray(body._entries) ? body._entries.map(withoutOpenTypes) : body._entries
  const { Pagina, Total, PerPagina, _entries } = t.shape(exchange, InquiryPageShape, {
    ...body,
    _entries: entries,
  })
  return {
    exchange,
    Desde: String(body.Desde),
    Hasta: String(body.Hasta),
    Pagina,
    Total,
    PerPagina,
    entries: _entries,
  }
}

/** Returns an inquiry without `QuiereCotizacionSeguro`, whose type is open (`inquiries/nullable-members`). */
export const withoutOpenTypes = (entry: unknown): unknown => {
  const { Interesado, ...rest } = membersOf(entry)
  const { InfoOperacion, ...person } = membersOf(Interesado)
  const open =
    InfoOperacion === null || InfoOperacion === undefined
      ? InfoOperacion
      : { ...membersOf(InfoOperacion), QuiereCotizacionSeguro: null }
  return { ...rest, Interesado: { ...person, InfoOperacion: open } }
}

/** Reads the refs of the first inquiries. Skips when there are none. */
export const inquiryRefs = async (
  t: ClauseContext,
): Promise<{ list: Exchange; refs: readonly { readonly href: string }[] }> => {
  const list = await t.get(inquiriesPath(t), { accept: t.types.ref })
  t.status(list, 200)
  const refs = t.shape(list, InquiryRefPageShape)._entries
  if (refs.length === 0) t.skip('the agency shows no inquiry')
  return { list, refs }
}

const MAX_PUBLICATIONS = 3

/** Returns the publications with the most inquiries on a page; their lists may have a second page too. */
export const mostInquired = ({ json }: Exchange): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { Auto } of entriesOf(json).map(membersOf)) {
    const { ExternalId } = membersOf(Auto)
    if (typeof ExternalId === 'string' && ExternalId !== '')
      counts.set(ExternalId, (counts.get(ExternalId) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  return sorted.slice(0, MAX_PUBLICATIONS).map(([id]) => id)
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
/**
 * Returns the day of a date-time in its own offset, moved by `days`, as `YYYY-MM-DD`. Throws a `Violation`
 * when a response shows another text in place of a date-time (COM-14).
 */
export const dayOf = (dateTime: string, days = 0): string => {
  const startMs = Date.parse(`${dateTime.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(startMs)) throw new Violation('a date-time of inquiries', dateTime)
  return new Date(startMs + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the number of days between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${dayOf(to)}T00:00:00Z`) - Date.parse(`${dayOf(from)}T00:00:00Z`)) / DAY_MS)

/** Returns a key that identifies an inquiry without knowing its address. */
export const inquiryKey = ({ Momento, Auto, Interesado }: Consulta): string =>
  [Date.parse(Momento), Auto.ExternalId, Interesado.Email, Interesado.Comentario].join('|')

/** Returns the order of the entries (`inquiries/order`); undefined when they are in none, or in both. */
export const inquiryOrder = (entries: readonly Consulta[]): 'newest-first' | 'oldest-first' | undefined => {
  const times = entries.map(({ Momento }) => Date.parse(Momento))
  const falls = times.every((time, i) => i === 0 || time <= (times[i - 1] ?? time))
  const rises = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? time))
  return falls === rises ? undefined : falls ? 'newest-first' : 'oldest-first'
}
