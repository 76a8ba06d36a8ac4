import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Consulta, page } from '../../src/wire/answers.ts'
import { Ref } from '../../src/wire/shapes.ts'
import { membersOf } from './links.ts'

/** Reading pages of inquiries, for the clauses on them. */

export interface InquiryPage {
  readonly exchange: Exchange
  readonly Desde: string
  readonly Hasta: string
  readonly Pagina: number
  readonly Total: number
  readonly PerPagina: number
  readonly entries: readonly Consulta[]
}

export const listPath = (t: ClauseContext, query: Readonly<Record<string, string>> = {}): string => {
  const asked = new URLSearchParams(query).toString()
  return `/v3/consultas/${t.adminMail}${asked && `?${asked}`}`
}

export const inquiries = async (t: ClauseContext, query: Readonly<Record<string, string>> = {}): Promise<InquiryPage> =>
  pageIn(t, await t.get(listPath(t, query)))

/** The page in an answer, with every member that the description gives it. */
export const pageIn = (t: ClauseContext, exchange: Exchange): InquiryPage => {
  t.status(exchange, 200)
  const body = t.object(exchange)
  for (const name of ['Desde', 'Hasta'] as const) {
    const day = body[name]
    t.assert(typeof day === 'string' && DATE_TIME.test(day), `a date-time as ${name}`, day, exchange)
  }
  const entries = Array.isArray(body._entries) ? body._entries.map(comparable) : body._entries
  const { Pagina, Total, PerPagina, _entries } = t.shape(exchange, page(Consulta), { ...body, _entries: entries })
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

/** An inquiry as the schema reads it; the type of `QuiereCotizacionSeguro` is left open (`inquiries/nullable-members`). */
export const comparable = (entry: unknown): unknown => {
  const { Interesado, ...rest } = membersOf(entry)
  const { InfoOperacion, ...person } = membersOf(Interesado)
  const open =
    InfoOperacion === null || InfoOperacion === undefined
      ? InfoOperacion
      : { ...membersOf(InfoOperacion), QuiereCotizacionSeguro: null }
  return { ...rest, Interesado: { ...person, InfoOperacion: open } }
}

/** Refs of the first inquiries; skips when there are none. */
export const inquiryRefs = async (
  t: ClauseContext,
): Promise<{ list: Exchange; refs: readonly { readonly href: string }[] }> => {
  const list = await t.get(listPath(t), { accept: t.types.ref })
  t.status(list, 200)
  const refs = t.shape(list, page(Ref))._entries
  if (refs.length === 0) t.skip('the agency shows no inquiry')
  return { list, refs }
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY_MS = 86_400_000

/** The day of a date-time by its own offset, moved by some days: `YYYY-MM-DD`. */
export const dayOf = (dateTime: string, days = 0): string =>
  new Date(Date.parse(`${dateTime.slice(0, 10)}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Whole days between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${dayOf(to)}T00:00:00Z`) - Date.parse(`${dayOf(from)}T00:00:00Z`)) / DAY_MS)

/** Tells one inquiry from another without knowing which of its links is its own. */
export const keyOf = ({ Momento, Auto, Interesado }: Consulta): string =>
  [Date.parse(Momento), Auto.ExternalId, Interesado.Email, Interesado.Comentario].join('|')

/** The order of `inquiries/order` that the entries are in; undefined when they are in none, or in both. */
export const orderOf = (entries: readonly Consulta[]): 'newest-first' | 'oldest-first' | undefined => {
  const times = entries.map(({ Momento }) => Date.parse(Momento))
  const falls = times.every((time, i) => i === 0 || time <= (times[i - 1] ?? time))
  const rises = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? time))
  return falls === rises ? undefined : falls ? 'newest-first' : 'oldest-first'
}
