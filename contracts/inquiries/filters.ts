import type { Consulta } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { dayOf, inquiriesPath, inquiryKey, inquiryPageIn, readInquiryPage } from '../support/inquiry-page.ts'

/** Filters and periods of the list of inquiries (INQ-05, INQ-06, INQ-08). */

/** Clauses on filters and periods. */
export const inquiryFilterClauses = [
  clause({
    id: 'inquiries/externalid-leaves-those-of-one-publication',
    statements: ['INQ-05'],
    title: '?externalid= returns only the inquiries about that publication',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const all = await readInquiryPage(t)
      const one =
        all.entries.find(({ Auto }) => Auto.ExternalId !== '') ??
        t.skip('no inquiry on a publication is listed')
      const { ExternalId } = one.Auto
      const { exchange, entries, Total } = await readInquiryPage(t, { externalid: ExternalId })
      const other = entries.find(({ Auto }) => !sameInAnyCase(Auto.ExternalId, ExternalId))
      t.assert(other === undefined, `inquiries on ${ExternalId} alone`, other?.Auto.ExternalId, exchange)
      t.assert(Total > 0, `at least one inquiry on ${ExternalId}`, Total, exchange)
    },
  }),
  clause({
    id: 'inquiries/unknown-externalid-matches-nothing',
    statements: ['INQ-05'],
    title: '?externalid= of an unknown publication returns no inquiry, 400 or 404',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const list = await t.get(inquiriesPath(t, { externalid: 'KIT-NO-SUCH-ONE' }))
      t.status(list, 200, 400, 404)
      t.assert(entriesOf(list.json).length === 0, 'no inquiry', entriesOf(list.json).length, list)
      const { status } = list.response
      t.learn('inquiries/unknown-filter', status === 200 ? 'empty' : `${status}`, list)
    },
  }),
  clause({
    id: 'inquiries/operador-leaves-those-visible-to-one',
    statements: ['INQ-05'],
    title: '?operador= of a collaborator returns only inquiries that this collaborator is responsible for',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const all = await readInquiryPage(t)
      const admin = t.target.agency.toLowerCase()
      const theirs = (entry: Consulta) => entry.OperadorResponsable.toLowerCase() !== admin
      const one = all.entries.find(theirs) ?? t.skip('the administrator is responsible for every inquiry')
      const operador = one.OperadorResponsable
      const { exchange, entries, Total, PerPagina } = await readInquiryPage(t, { operador })
      t.assert(Total <= all.Total + ARRIVALS, `at most the ${all.Total} of the agency`, Total, exchange)
      const found = Total > PerPagina || entries.some((entry) => inquiryKey(entry) === inquiryKey(one))
      t.assert(
        found && Total > 0,
        `the inquiry of ${one.Momento}, which ${operador} is responsible for`,
        `${Total} others`,
        exchange,
      )
      // Which inquiries a collaborator sees is open (`inquiries/visible-to`); by default those that the
      // collaborator is responsible for.
      const wider = entries.some((entry) => !sameInAnyCase(entry.OperadorResponsable, operador))
      if (wider) t.warn(`${operador} sees inquiries that others are responsible for`)
    },
  }),
  clause({
    id: 'inquiries/operador-of-the-administrator',
    statements: ['INQ-05', 'AGE-13'],
    title:
      '?operador= of the administrator returns inquiries of the agency: all, or those of the administrator',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const all = await readInquiryPage(t)
      const { exchange, Total, entries } = await readInquiryPage(t, { operador: t.target.agency })
      t.assert(Total <= all.Total + ARRIVALS, `at most the ${all.Total} of the agency`, Total, exchange)
      const own = (entry: Consulta) => sameInAnyCase(entry.OperadorResponsable, t.target.agency)
      const missing = all.entries.some(own) && Total === 0
      t.assert(!missing, 'the inquiries that the administrator is responsible for', 'none', exchange)
      if (entries.some((entry) => !own(entry))) t.learn('inquiries/visible-to', 'administrator-all', exchange)
      else if (all.entries.some((entry) => !own(entry))) t.learn('inquiries/visible-to', 'own-only', exchange)
    },
  }),
  clause({
    id: 'inquiries/unknown-operador-sees-nothing',
    statements: ['INQ-05'],
    title: '?operador= of an unknown e-mail returns no inquiry, 400 or 404',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const list = await t.get(inquiriesPath(t, { operador: 'nadie@playa.invalid' }))
      t.status(list, 200, 400, 404)
      t.assert(entriesOf(list.json).length === 0, 'no inquiry', entriesOf(list.json).length, list)
    },
  }),
  clause({
    id: 'inquiries/period-bounds-the-days',
    statements: ['INQ-05'],
    title: 'desde and hasta are the first and the last day of reception',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const one = (await readInquiryPage(t)).entries.at(-1) ?? t.skip('no inquiry is listed')
      const day = dayOf(one.Momento)
      const { exchange, entries, Total, PerPagina } = await readInquiryPage(t, { desde: day, hasta: day })
      // Days may be counted in another time zone than that of Momento (`common/time-zone`): one day of
      // tolerance.
      const near = [dayOf(day, -1), day, dayOf(day, 1)]
      const outside = entries.find(({ Momento }) => !near.includes(dayOf(Momento)))
      t.assert(outside === undefined, `inquiries of ${day}`, outside?.Momento, exchange)
      const beside = { desde: dayOf(day, -1), hasta: dayOf(day, 1) }
      const answer = await t.get(inquiriesPath(t, beside))
      // The day before may be older than 90 days (INQ-06), and the one after has not come.
      if (answer.response.status === 400) return
      const wide = inquiryPageIn(t, answer)
      t.assert(
        wide.Total >= Total,
        `at least the ${Total} of ${day} in three days`,
        wide.Total,
        wide.exchange,
      )
      const found =
        wide.Total > PerPagina || wide.entries.some((entry) => inquiryKey(entry) === inquiryKey(one))
      t.assert(found, `the inquiry of ${one.Momento}`, 'not among them', wide.exchange)
    },
  }),
  clause({
    id: 'inquiries/period-may-begin-within-ninety-days',
    statements: ['INQ-06'],
    title: 'desde 89 days ago is accepted',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const today = (await readInquiryPage(t)).Hasta
      const { exchange, Desde } = await readInquiryPage(t, { desde: dayOf(today, -89) })
      const near = [-90, -89, -88].map((days) => dayOf(today, days))
      t.assert(near.includes(dayOf(Desde)), `Desde ${dayOf(today, -89)}`, Desde, exchange)
    },
  }),
  clause({
    id: 'inquiries/period-may-not-begin-earlier',
    statements: ['INQ-06'],
    title: 'desde more than 90 days ago is refused with 400',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const today = (await readInquiryPage(t)).Hasta
      t.status(await t.get(inquiriesPath(t, { desde: dayOf(today, -93) })), 400)
    },
  }),
  clause({
    id: 'inquiries/period-is-made-of-days',
    statements: ['INQ-05', 'COM-14'],
    title: 'desde that is not a date is refused with 400',
    leaves: 'nothing',
    needs: [],
    check: async (t) => t.status(await t.get(inquiriesPath(t, { desde: 'ayer' })), 400),
  }),
  clause({
    id: 'inquiries/reversed-period-holds-nothing',
    statements: ['INQ-05'],
    title: 'A period that ends before it begins returns no inquiry, or 400',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const one = (await readInquiryPage(t)).entries.at(-1) ?? t.skip('no inquiry is listed')
      const list = await t.get(
        inquiriesPath(t, { desde: dayOf(one.Momento, 2), hasta: dayOf(one.Momento, -2) }),
      )
      t.status(list, 200, 400)
      t.assert(entriesOf(list.json).length === 0, 'no inquiry', entriesOf(list.json).length, list)
    },
  }),
  clause({
    id: 'inquiries/are-listed-without-the-agency',
    statements: ['INQ-08'],
    title: 'GET /v3/consultas?operador= returns what the agency lists for that collaborator',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const [one] = (await readInquiryPage(t)).entries
      const operador = one?.OperadorResponsable ?? t.target.agency
      const list = await t.get(`/v3/consultas?operador=${encodeURIComponent(operador)}`)
      // The description does not show the path without the segment (`inquiries/without-adminmail`).
      const { status } = list.response
      if (status === 404 || status === 405) t.skip(`the path without the segment is answered ${status}`)
      const { Total, exchange } = inquiryPageIn(t, list)
      const named = await readInquiryPage(t, { operador })
      const same = Math.abs(Total - named.Total) <= ARRIVALS
      t.assert(same, `Total ${named.Total} as with the agency`, Total, exchange)
    },
  }),
]

/** Tolerance for inquiries that arrive between two requests of a clause. */
const ARRIVALS = 3
