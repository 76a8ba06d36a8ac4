import { Findings, notFound } from './answers.ts'
import type { Call } from './call.ts'
import { asking, type Link, template, to } from './href.ts'

interface Paging {
  /** Name of the query parameter that holds the page number. */
  readonly pageName: string
  readonly path: readonly string[]
  readonly filters?: readonly string[]
}

/** Reads the page number; refuses others than 1 to 99. */
const pageNumber = (call: Call, name: string): number => {
  const { pageMinimum, pageFault } = call.choices
  const text = call.query.get(name) ?? ''
  if (text === '') return 1
  const findings = new Findings(call)
  const most = pageFault === 'tooFar' ? 100 : pageFault === 'lastRefused' ? 98 : 99
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= most)) findings.add(name, `Debe ser un número hasta ${most}.`)
  if (number < 1 && pageMinimum === 400) findings.add(name, 'La primera página es 1.')
  findings.settle()
  return Math.max(number, 1)
}

const NAMES = {
  own: { next: 'siguiente', previous: 'anterior' },
  iana: { next: 'next', previous: 'prev' },
  none: { next: '', previous: '' },
}

/** Returns the requested page of `rows`, with its number and its neighbours. */
export const paged = <T>(call: Call, rows: readonly T[], { pageName, path, filters = [] }: Paging) => {
  const { pageSize, pageFault, totalFault, inquiryFault, beyondLast, pagingNames } = call.choices
  const number = pageNumber(call, pageName)
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  if (number > last && beyondLast === 404) notFound(call, 'No hay tantas páginas.')
  if (number > last && beyondLast === 400) {
    const findings = new Findings(call)
    findings.add(pageName, 'No hay tantas páginas.')
    findings.settle()
  }
  const start = pageFault === 'first' ? 0 : (number - 1) * pageSize
  const shift = number === 1 ? 0 : pageFault === 'twice' ? -1 : pageFault === 'missing' ? 1 : 0
  const page = rows.slice(start + shift, start + shift + pageSize)
  const isOff = totalFault === 'plusOne' || (totalFault === 'lastPage' && number === last && last > 1)
  const query = Object.fromEntries([...call.query].filter(([name]) => name !== pageName))
  const at = (other: number): Link => asking({ ...query, [pageName]: String(other) }, ...path)
  const words = NAMES[pagingNames]
  const links: Record<string, Link> = {
    self: asking(Object.fromEntries(call.query), ...path),
    ...(filters.length > 0 ? { filtrar: template(filters, ...path) } : {}),
    ...(words.next && number < last ? { [words.next]: at(number + 1) } : {}),
    ...(words.previous && number > 1 && number <= last ? { [words.previous]: at(number - 1) } : {}),
    ...(call.choices.extraLinks ? { inicio: to() } : {}),
  }
  const members = {
    Pagina: number,
    Total: totalFault === 'page' ? page.length : rows.length + (isOff ? 1 : 0),
    PerPagina: inquiryFault === 'perPage' ? pageSize + 1 : pageSize,
    _links: links,
  }
  return { page, members }
}
