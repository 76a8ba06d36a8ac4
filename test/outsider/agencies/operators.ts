import { placeOf } from '../catalogue/place.ts'
import { type Answer, Findings, notFound, ok, refuse, refuseValues } from '../http/answers.ts'
import { bodyOf } from '../http/body.ts'
import { isMail, membersOf, type Rules, type Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'
import { extended, withMemberFault } from '../http/document-changes.ts'
import { asking, block, by, Href } from '../http/href.ts'
import type { Agency, Operator } from '../world.ts'
import { administratorOf, agencyOf, operatorNamed, requireWriter } from './access.ts'

const nameOf = ({ name, surname }: Operator): string => `${name} ${surname}`.trim()

/** Shows an operator in full. */
const fullOperator = (call: Call, agency: Agency, operator: Operator) => {
  const own = { operador: operator.mail }
  const isFirst = operator.isAdministrator || call.choices.administratorFault === 'two'
  const links = {
    self: asking(own, 'operadores', agency.mail),
    ...(operator.isAdministrator ? { corregir: by('PUT', 'operadores', agency.mail) } : {}),
  }
  return extended(
    call,
    withMemberFault(call, 'operador', {
      Nombre: operator.name,
      Apellido: operator.surname,
      Email: operator.mail,
      Telefonos: operator.phones,
      Direcciones: operator.places,
      EsAdministradorAgencia: isFirst,
      Publicaciones: block({ avisos: asking({ colaborador: operator.mail }, 'vidriera', agency.mail) }),
      Consultas: block({ contactos: asking(own, 'consultas', agency.mail) }),
      _links: links,
    }),
  )
}

const refOperator = (call: Call, agency: Agency, operator: Operator) =>
  withMemberFault(call, 'operadorRef', {
    href: new Href(['operadores', agency.mail], { operador: operator.mail }),
    title: nameOf(operator),
  })

const show = (call: Call, agency: Agency, operator: Operator) =>
  (call.form === 'ref' ? refOperator : fullOperator)(call, agency, operator)

/** Lists operators: GET /v3/operadores/{adminmail}. */
export const listOperators = (call: Call): Answer => {
  const agency = agencyOf(call, 'operadores')
  const asked = call.query.get('operador') ?? ''
  if (asked !== '' && !isMail(asked)) refuseValues(call, 400, { operador: ['No es un correo electrónico.'] })
  const isKnown = asked === '' || operatorNamed(agency, asked) !== undefined
  const { unknownOperatorQuery: status } = call.choices
  if (!isKnown && status === 404) notFound(call, 'No hay tal colaborador.')
  if (!isKnown && status === 400) refuseValues(call, 400, { operador: ['No es de la agencia.'] })
  const rows = agency.operators.filter(
    ({ mail }) => asked === '' || mail.toLowerCase() === asked.toLowerCase(),
  )
  if (call.choices.operatorOrder === 'reversed') rows.reverse()
  return ok({
    _entries: rows.map((operator) => show(call, agency, operator)),
    _links: { self: asking(Object.fromEntries(call.query), 'operadores', agency.mail) },
  })
}

const OPERATOR: Rules = {
  Nombre: { type: 'text', max: 50 },
  Apellido: { type: 'text', max: 50 },
  TelefonoLaboral: { type: 'text', min: 8, max: 20 },
  WhatsApp: { type: 'text', min: 8, max: 20 },
  Region: { type: 'text', max: 200 },
  Ciudad: { type: 'text', max: 200 },
  Direccion: { type: 'text', max: 200 },
}

/** Edits the administrator: PUT /v3/operadores/{adminmail}. */
export const editAdministrator = (call: Call): Answer => {
  const { choices } = call
  const agency = agencyOf(call, 'operadores')
  requireWriter(call)
  const operator = administratorOf(agency)
  if (!operator.isMadeByApi || choices.administratorEdit !== 200)
    choices.administratorEdit === 400
      ? refuseValues(call, 400, { _: ['No fue creado por aquí.'] })
      : refuse(call, 403, 'No fue creado por aquí.')
  const findings = new Findings(call)
  const values = membersOf(call, bodyOf(call), OPERATOR, findings)
  if (choices.operatorAbsent === 'refused')
    for (const name of Object.keys(OPERATOR))
      if (values[name] === undefined) findings.add(name, 'Falta este dato.')
  const whatsApp = values['WhatsApp']
  if (typeof whatsApp === 'string' && !/^\+\d[\d\s-]*$/.test(whatsApp))
    findings.add('WhatsApp', 'Use + y los códigos de país y zona.')
  const place = placeOf(call, values, '', findings)
  findings.settle()
  const next = applied(call, operator, values, place)
  if (choices.administratorFault !== 'unsaved') Object.assign(operator, next)
  return ok(show(call, agency, { ...operator, ...next }))
}

const applied = (
  { choices }: Call,
  operator: Operator,
  values: Values,
  place: Operator['places'][number],
) => {
  const isCleared = choices.operatorAbsent === 'cleared'
  const text = (name: string, old: string): string => {
    const value = values[name]
    return typeof value === 'string' && !choices.putIgnores.includes(`operador.${name}`)
      ? value
      : isCleared
        ? ''
        : old
  }
  const old = operator.places[0]
  const pick = (name: 'Region' | 'Ciudad' | 'Direccion') =>
    place[name] ?? (isCleared ? null : (old?.[name] ?? null))
  // A new region leaves the old city behind.
  const isMoved = place.Region !== null && place.Region !== old?.Region && place.Ciudad === null
  const phones = [
    text('TelefonoLaboral', operator.phones[0] ?? ''),
    ...(choices.whatsAppListed ? [text('WhatsApp', operator.phones[1] ?? '')] : operator.phones.slice(1, 2)),
  ]
  const surname = text('Apellido', operator.surname)
  return {
    name: text('Nombre', operator.name),
    surname: choices.administratorFault === 'other' && values['Nombre'] ? `${surname} H.` : surname,
    phones: [...phones, ...operator.phones.slice(2)]
      .filter((phone) => phone !== '')
      .map((phone) => (choices.phonesShown === 'digits' ? phone.replace(/[^+\d]/g, '') : phone)),
    places: [
      { Region: pick('Region'), Ciudad: isMoved ? null : pick('Ciudad'), Direccion: pick('Direccion') },
      ...operator.places.slice(1),
    ].filter((one) => Object.values(one).some((text) => text !== null)),
  }
}
