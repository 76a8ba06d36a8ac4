import { expect, it } from 'vitest'
import { type HistoryExchange, historyRequest } from '../../../../contracts/rules/recorded-exchange.ts'
import { judgeHistory } from '../explain.ts'
import { htmlSearchReport } from './html.ts'
import {
  jsonSearchReport,
  junitSearchReport,
  markdownSearchReport,
  terminalSearchReport,
} from './report-formats.ts'
import { trafficReport } from './traffic-report.ts'

const AGENCY = 'ventas@lospinos.com.ar'

/** What may identify a person or open a door, in a path, a query, a body or a sentence. */
const PLANTED = [
  'ramona@correo.com.ar',
  'ramona%40correo.com.ar',
  'otra@correo.com.ar',
  '351 555',
  'Quiroga',
  'QUERY-77ff',
  'MEMBER-9a1b',
]

const listings = `/v3/publicaciones/${AGENCY}`

/** Returns an exchange whose status no conforming service gives. */
const wrong = (method: string, path: string, body?: string): HistoryExchange => ({
  number: 1,
  ...historyRequest({
    method,
    url: `http://api.test${path}`,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  }),
  status: 418,
  responseHeaders: { 'content-type': 'application/json' },
  text: '{"Email":"otra@correo.com.ar"}',
  json: { Email: 'otra@correo.com.ar' },
  isWhole: true,
  startMs: 0,
  endMs: 1,
})

const CAR = {
  ExternalId: 'REC-1',
  Email: 'ramona@correo.com.ar',
  WhatsApp: '+54 9 351 555-0199',
  Secret: 'MEMBER-9a1b',
  Color: 'Rojo',
  Vendedor: { Apellido: 'Quiroga' },
}

const reportOf = (exchange: HistoryExchange, agency?: string) => {
  const options = { agency, isAlone: true, isDeliberate: false }
  return trafficReport(judgeHistory([exchange], options), { subject: 'traffic.har', agency })
}

const FORMATS = {
  terminal: terminalSearchReport,
  json: jsonSearchReport,
  html: htmlSearchReport,
  junit: junitSearchReport,
  markdown: markdownSearchReport,
}

const REQUESTS = {
  'a body': wrong('POST', listings, JSON.stringify(CAR)),
  'a body that is cut': wrong('POST', listings, JSON.stringify(CAR).slice(0, -1)),
  'a query': wrong('GET', `${listings}/REC-1?operador=ramona%40correo.com.ar&token=QUERY-77ff`),
  'a path': wrong('GET', `${listings}/ramona%40correo.com.ar`),
}

it.each(
  Object.entries(REQUESTS).flatMap(([place, exchange]) =>
    Object.entries(FORMATS).map(([name, format]) => [place, name, exchange, format] as const),
  ),
)('secrets and personal data in %s are in no %s report', (_, __, exchange, format) => {
  const text = format(reportOf(exchange, AGENCY))
  expect(PLANTED.filter((value) => text.includes(value))).toEqual([])
  expect(text).toContain(`${exchange.method} `)
  expect(text).toContain('418')
  expect(text).toContain(listings)
  // The page shows no bodies of requests.
  const kept = exchange.method === 'POST' && format !== htmlSearchReport ? ['REC-1', 'Rojo'] : []
  for (const value of kept) expect(text).toContain(value)
})

it('the address of the agency is readable if the user gave it, else hidden', () => {
  const { requests } = reportOf(REQUESTS['a body']).findings[0] ?? {}
  expect(requests?.[0]?.url).toBe('http://api.test/v3/publicaciones/[redacted]')
})
