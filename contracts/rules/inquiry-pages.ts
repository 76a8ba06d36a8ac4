import { limits } from '../../src/api/wire/limits.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { dayOf } from '../support/inquiry-page.ts'
import type { DescribedRequest } from './described-request.ts'
import type { Members } from './expectations.ts'
import type { Judgement } from './judgement.ts'

/** Begins the names of these rules. */
const RULES = 'inquiries'

/** Rules on a page that need a parameter of its query, and those that need none. */
const OF_QUERY = [
  ['pagina', 'have-a-last-page'],
  ['pagina', 'are-the-page-asked-for'],
  ['externalid', 'are-of-the-publication'],
  ['desde', 'are-of-the-days'],
  ['hasta', 'are-of-the-days'],
  ['desde', 'are-of-the-period-asked-for'],
  ['hasta', 'are-of-the-period-asked-for'],
] as const
const ALWAYS = ['are-no-more-than-a-page', 'are-as-many-as-a-page'] as const

/** A contradiction between a page and its query, or within the page. */
interface Contradiction {
  readonly rule: string
  readonly because: string
  readonly expected: string
  readonly got: unknown
}

/**
 * Rules on one page of inquiries: it fits its query, whatever the combination of parameters (INQ-05).
 */
export const judgeInquiryPage = (judgement: Judgement, { query }: DescribedRequest): void => {
  const { exchange } = judgement
  const page = membersOf(exchange.json)
  const entries = entriesOf(page).map(membersOf)
  for (const [parameter, rule] of OF_QUERY) if (query.has(parameter)) judgement.exercise(`${RULES}/${rule}`)
  for (const rule of ALWAYS) judgement.exercise(`${RULES}/${rule}`)
  for (const judge of [
    beyondTheLast,
    ofOthers,
    ofOtherDays,
    ofOtherPeriod,
    ofOtherPage,
    ofTooMany,
    ofOtherTotal,
  ]) {
    const found = judge(entries, query, page, judgement.completeness.isDeliberate)
    if (found)
      judgement.report({ ...found, rule: `${RULES}/${found.rule}`, because: [found.because, 'INQ-04'] })
  }
}

/** The number of a page is bounded (INQ-06). */
const beyondTheLast = (_entries: readonly Members[], query: URLSearchParams): Contradiction | undefined => {
  const [number = '', ...others] = query.getAll('pagina')
  return others.length === 0 && /^\d+$/.test(number) && Number(number) > limits.pagina.max
    ? {
        rule: 'have-a-last-page',
        because: 'INQ-06',
        expected: `400 for a page beyond ${limits.pagina.max}`,
        got: `status 200 for pagina ${number}`,
      }
    : undefined
}

const ofOthers = (entries: readonly Members[], query: URLSearchParams): Contradiction | undefined => {
  const asked = query.get('externalid')
  if (!asked) return undefined
  const ids = entries.map(({ Auto }) => membersOf(Auto)['ExternalId'])
  const other = ids.find((id) => typeof id === 'string' && !sameInAnyCase(id, asked))
  return other === undefined
    ? undefined
    : {
        rule: 'are-of-the-publication',
        because: 'INQ-05',
        expected: `inquiries on ${asked} only`,
        got: `one on ${other || 'none'}`,
      }
}

// Whether days are those of the agency's zone or of UTC is open (`common/time-zone`), so one more is allowed.
const ofOtherDays = (entries: readonly Members[], query: URLSearchParams): Contradiction | undefined => {
  const [desde, hasta] = [query.get('desde') ?? '', query.get('hasta') ?? '']
  if (!isDay(desde) && !isDay(hasta)) return undefined
  const days = entries.flatMap(({ Momento }) =>
    typeof Momento === 'string' && !Number.isNaN(Date.parse(Momento)) ? [dayOf(Momento)] : [],
  )
  const early = isDay(desde) && days.find((day) => day < dayOf(desde, -1))
  const late = isDay(hasta) && days.find((day) => day > dayOf(hasta, 1))
  const got = early || late
  return got
    ? {
        rule: 'are-of-the-days',
        because: 'INQ-05',
        expected: `Momento from ${desde || 'any day'} to ${hasta || 'any day'}`,
        got,
      }
    : undefined
}

/** A page shows the period that was requested; an end in the future may be cut to today. */
const ofOtherPeriod = (
  _entries: readonly Members[],
  query: URLSearchParams,
  { Desde, Hasta }: Members,
): Contradiction | undefined => {
  const [desde, hasta] = [query.get('desde') ?? '', query.get('hasta') ?? '']
  if (isDay(desde) && isDay(hasta) && desde > hasta) return undefined
  const [first, last] = [Desde, Hasta].map((moment) =>
    typeof moment === 'string' && !Number.isNaN(Date.parse(moment)) ? dayOf(moment) : '',
  )
  const isOtherStart = first && isDay(desde) && (first < dayOf(desde, -1) || first > dayOf(desde, 1))
  const isLater = last && isDay(hasta) && last > dayOf(hasta, 1)
  return isOtherStart || isLater
    ? {
        rule: 'are-of-the-period-asked-for',
        because: 'INQ-05',
        expected: isOtherStart ? `Desde on ${desde}` : `Hasta on ${hasta}`,
        got: isOtherStart ? Desde : Hasta,
      }
    : undefined
}

const ofOtherPage = (
  entries: readonly Members[],
  query: URLSearchParams,
  { Pagina }: Members,
): Contradiction | undefined => {
  const number = query.get('pagina') ?? ''
  if (entries.length === 0 || !/^[1-9]\d?$/.test(number)) return undefined
  return typeof Pagina === 'number' && Pagina !== Number(number)
    ? { rule: 'are-the-page-asked-for', because: 'INQ-05', expected: `Pagina ${number}`, got: Pagina }
    : undefined
}

const ofTooMany = (
  { length }: readonly Members[],
  _query: URLSearchParams,
  { PerPagina }: Members,
): Contradiction | undefined =>
  typeof PerPagina === 'number' && PerPagina > 0 && length > PerPagina
    ? {
        rule: 'are-no-more-than-a-page',
        because: 'INQ-04',
        expected: `at most ${PerPagina} entries`,
        got: length,
      }
    : undefined

/** Counts of a page may be taken a moment apart, while inquiries arrive at a service in use. */
const ARRIVING = 2

/** Every page but the last is full, and all have Total entries; what one behind the last shows is open. */
const ofOtherTotal = (
  { length }: readonly Members[],
  _query: URLSearchParams,
  { Pagina, PerPagina, Total }: Members,
  isDeliberate: boolean,
): Contradiction | undefined => {
  if (typeof Pagina !== 'number' || typeof PerPagina !== 'number' || typeof Total !== 'number')
    return undefined
  const due = Math.min(PerPagina, Total - (Pagina - 1) * PerPagina)
  const isOff = Math.abs(length - due) > (isDeliberate ? 0 : ARRIVING)
  return isOff && length <= PerPagina && (length > 0 ? Pagina > 0 : Pagina === 1)
    ? {
        rule: 'are-as-many-as-a-page',
        because: 'INQ-04',
        expected: `${due} entries on page ${Pagina} of ${Total}`,
        got: length,
      }
    : undefined
}

/** Judges the inquiries of a response: which of them name a publication (INQ-03). */
export const judgeInquiries = (judgement: Judgement): void => {
  const { exchange } = judgement
  for (const { TipoAnuncio, Auto } of [exchange.json, ...entriesOf(exchange.json)].map(membersOf)) {
    const id = membersOf(Auto)['ExternalId']
    if (typeof id === 'string' && TipoAnuncio === 'catalogo')
      judgement.expect(id === '', {
        rule: `${RULES}/of-the-catalogue-name-no-publication`,
        because: ['INQ-03', 'INQ-02'],
        expected: 'an empty ExternalId for catalogo',
        got: id,
      })
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
