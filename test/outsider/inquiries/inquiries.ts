import { agencyOf, operatorNamed } from '../agencies/access.ts'
import { type Answer, Findings, notFound, ok, refuseValues } from '../http/answers.ts'
import { isMail } from '../http/body-rules.ts'
import { type Call, isSame, segment } from '../http/call.ts'
import { dayIn, dayOf, instant, startOf } from '../http/days.ts'
import { paged } from '../http/pages.ts'
import type { Agency, Inquiry } from '../world.ts'
import { fullInquiry, refInquiry } from './view.ts'

/**
 * Returns whether the calling app sees an inquiry: on its own listings, others when the agency enabled it.
 */
const isSeen = ({ app, choices }: Call, { publication, agency }: Inquiry): boolean =>
  publication?.app === app ||
  (choices.otherKinds && agency.enabled.includes(app)) ||
  choices.leak === 'appInquiries'

/** Shows one inquiry: GET /v3/consultas/{adminmail}/{sid}. */
export const readInquiry = (call: Call): Answer => {
  const agency = agencyOf(call, 'consulta')
  const sid = segment(call, 'sid', 'consulta')
  const found = call.world.inquiries.find(
    (one) => one.agency === agency && one.sid === sid && isSeen(call, one),
  )
  if (found === undefined || call.choices.inquiryFault === 'sid')
    return notFound(call, 'No hay tal contacto.')
  return ok(call.form === 'ref' ? refInquiry(call, found) : fullInquiry(call, found))
}

/** Deletes an inquiry: one of the faults. */
export const deleteInquiry = (call: Call): Answer => {
  const { inquiries } = call.world
  const at = inquiries.findIndex((one) => one.sid === call.params['sid'] && isSeen(call, one))
  if (at < 0) return notFound(call, 'No hay tal contacto.')
  inquiries.splice(at, 1)
  return { status: 204 }
}

interface Period {
  readonly first: number
  readonly last: number
}

/** Reads the period of the query; refuses one that is out of reach. */
const periodOf = (call: Call): Period => {
  const { choices, query, world } = call
  const findings = new Findings(call)
  const today = dayOf(choices, world.now())
  const least =
    today - 90 + { none: 0, desde: 0, hasta: 0, zone: 0, utc: 0, minimum: 1, tooFar: -2 }[choices.dayFault]
  const read = (name: string): number | undefined => {
    const text = query.get(name) ?? ''
    const day = dayIn(text)
    if (text !== '' && day === undefined) findings.add(name, 'Se espera una fecha AAAA-MM-DD.')
    return day
  }
  const [first, last] = [read('desde'), read('hasta')]
  if (first !== undefined && first < least) findings.add('desde', 'No puede ser anterior a 90 días.')
  if (last !== undefined && last > today && choices.futureHasta === 'refused')
    findings.add('hasta', 'Es futura.')
  const end = last ?? (choices.period === 'yesterday' ? today - 1 : today)
  const span = { month: 30, all: 90, yesterday: 30, today: 0 }[choices.period]
  const start = first ?? Math.max(least, Math.min(end, today) - span)
  if (first !== undefined && last !== undefined && last < first && choices.reversedPeriod === 400)
    findings.add('hasta', 'Es anterior a desde.')
  findings.settle()
  return { first: start, last: end }
}

const isWithin = ({ choices }: Call, { first, last }: Period, atMs: number): boolean => {
  if (choices.filterIgnored === 'desde') return true
  const day =
    choices.dayFault === 'utc'
      ? Math.floor(atMs / 86_400_000)
      : dayOf(choices, atMs) + (choices.dayFault === 'zone' ? 1 : 0)
  if (choices.dayFault === 'desde' && day === first && last > first) return false
  if (choices.dayFault === 'hasta' && day === last && last > first) return false
  return day >= first && day <= last
}

interface Filters {
  readonly operator: string
  readonly externalId: string
}

const filtersOf = (call: Call): Filters => {
  const fault = call.choices.filterIgnored
  const operator = call.query.get('operador') ?? ''
  const externalId = call.query.get('externalid') ?? ''
  if (operator !== '' && !isMail(operator))
    refuseValues(call, 400, { operador: ['No es un correo electrónico.'] })
  const isRef = fault === 'ref' && call.form === 'ref'
  const isLater = fault === 'secondPage' && Number(call.query.get('pagina')) > 1
  const isCombined = fault === 'both' && operator !== '' && externalId !== ''
  return {
    operator: fault === 'operador' || isLater ? '' : operator,
    externalId: fault === 'externalid' || isRef || isCombined || isLater ? '' : externalId,
  }
}

const isAsked = (
  call: Call,
  agency: Agency,
  { operator, externalId }: Filters,
  inquiry: Inquiry,
): boolean => {
  const id = inquiry.publication?.members.ExternalId ?? ''
  const asked = call.choices.undecoded.includes('consultas') ? encodeURIComponent(externalId) : externalId
  if (externalId !== '' && !isSame(call, id, asked, 'consultas')) return false
  if (operator === '') return true
  const isWhole = operatorNamed(agency, operator)?.isAdministrator && call.choices.administratorSees === 'all'
  return isWhole || inquiry.operator.toLowerCase() === operator.toLowerCase()
}

const checkFilters = (call: Call, agency: Agency, { operator, externalId }: Filters): void => {
  const { unknownFilter } = call.choices
  if (unknownFilter === 200) return
  const { publications } = call.world
  const isOperator = operator === '' || operatorNamed(agency, operator) !== undefined
  const isListing =
    externalId === '' ||
    [...publications.values()].some(
      (one) => one.agency === agency && one.members.ExternalId.toLowerCase() === externalId.toLowerCase(),
    )
  if (isOperator && isListing) return
  if (unknownFilter === 404) notFound(call, 'No existe lo que se filtra.')
  refuseValues(call, 400, { [isOperator ? 'externalid' : 'operador']: ['No existe.'] })
}

/** Lists inquiries of a period: GET /v3/consultas/{adminmail}. */
export const listInquiries = (call: Call): Answer => pageOf(call, agencyOf(call, 'consultas'))

/** Lists inquiries of a collaborator, whose agency the path leaves out: GET /v3/consultas?operador=. */
export const listOperatorInquiries = (call: Call): Answer => {
  const operator = call.query.get('operador') ?? ''
  if (operator === '') return refuseValues(call, 400, { operador: ['Se necesita cuando falta la agencia.'] })
  const agency = [...call.world.agencies.values()]
    .filter(({ apps }) => apps.includes(call.app))
    .find((one) => operatorNamed(one, operator) !== undefined)
  return agency === undefined ? notFound(call, 'No hay tal colaborador.') : pageOf(call, agency)
}

/** Gives a fixed order that follows nothing that responses show. */
const scatter = ({ sid }: Inquiry): number => (Number(sid.replace(/\D/g, '')) * 7919) % 1009

const ORDERS = {
  newest: (one: Inquiry, other: Inquiry) => other.atMs - one.atMs,
  oldest: (one: Inquiry, other: Inquiry) => one.atMs - other.atMs,
  scattered: (one: Inquiry, other: Inquiry) => scatter(one) - scatter(other),
}

const FILTERS = ['operador', 'externalid', 'desde', 'hasta', 'pagina']

const pageOf = (call: Call, agency: Agency): Answer => {
  const { choices } = call
  const filters = filtersOf(call)
  const period = periodOf(call)
  checkFilters(call, agency, filters)
  const rows = call.world.inquiries
    .filter(
      (inquiry) => (inquiry.agency === agency || choices.leak === 'agencyInquiries') && isSeen(call, inquiry),
    )
    .filter((inquiry) => isWithin(call, period, inquiry.atMs) && isAsked(call, agency, filters, inquiry))
    .sort(ORDERS[choices.inquiryOrder])
  const { page, members } = paged(call, rows, {
    pageName: 'pagina',
    path: ['consultas', ...('mail' in call.params ? [agency.mail] : [])],
    filters: FILTERS,
  })
  const endMs = startOf(choices, period.last + 1)
  return ok({
    Desde: instant(choices, startOf(choices, period.first)),
    Hasta: instant(choices, choices.periodShown === 'days' ? endMs - 1000 : endMs),
    ...members,
    _entries: page.map((inquiry) =>
      call.form === 'ref' ? refInquiry(call, inquiry) : fullInquiry(call, inquiry),
    ),
  })
}
