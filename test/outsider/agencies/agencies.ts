import { type Answer, Findings, notFound, ok, refuse, refuseValues } from '../http/answers.ts'
import { bodyOf } from '../http/body.ts'
import { membersOf, type Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'
import { instant } from '../http/days.ts'
import { extended, withMemberFault } from '../http/document-changes.ts'
import { block, by, Href, to } from '../http/href.ts'
import type { Agency } from '../world.ts'
import { agencyOf, requireWriter } from './access.ts'
import { countsOf } from './package.ts'

const addressOf = ({ choices }: Call, agency: Agency): string[] =>
  choices.agencyAddress === 'mail' ? ['agencias', agency.mail] : ['agencias', 'ficha', String(agency.number)]

const fullAgency = (call: Call, agency: Agency) => {
  const { linkFault } = call.choices
  const { mail } = agency
  const branches = linkFault === 'gone' ? to('locales-de', mail) : to('locales', mail)
  return extended(
    call,
    withMemberFault(call, 'agencia', {
      AdminMail: mail,
      NombreComercial: agency.name,
      Productos: block({ paquete: to('agencias', mail, 'productos') }),
      Operadores: block({ colaboradores: to('operadores', mail) }),
      Sucursales: block({ locales: branches }),
      Notificaciones: block({ ajustes: to('notificaciones', mail) }),
      Publicaciones: block({ avisos: to('vidriera', mail), publicar: by('POST', 'publicaciones', mail) }),
      Consultas: block({ contactos: to('consultas', mail) }),
      Visitas: block({ miradas: to('miradas', mail) }),
      _links: { self: to(...addressOf(call, agency)), renombrar: by('PUT', 'agencias', mail) },
    }),
  )
}

const refAgency = (call: Call, agency: Agency) =>
  withMemberFault(call, 'agenciaRef', {
    AdminMail: agency.mail,
    href: new Href(addressOf(call, agency)),
    title: agency.name,
  })

const show = (call: Call, agency: Agency) => (call.form === 'ref' ? refAgency : fullAgency)(call, agency)

/** Lists the agencies that the calling app serves, at an address of this service's own. */
export const listAgencies = (call: Call): Answer => {
  const text = (call.query.get('texto') ?? '').toLowerCase()
  const rows = [...call.world.agencies.values()].filter(
    ({ apps, name }) => apps.includes(call.app) && name.toLowerCase().includes(text),
  )
  const listed = call.choices.agenciesListed === 'first' ? rows.slice(0, 1) : rows
  return ok({ _entries: listed.map((agency) => show(call, agency)), _links: { self: to('directorio') } })
}

/** Shows an agency by its mail. */
export const readAgency = (call: Call): Answer => ok(show(call, agencyOf(call, 'get')))

/** Shows an agency by its number. */
export const readAgencyByNumber = (call: Call): Answer => {
  const found = [...call.world.agencies.values()].find(
    ({ number }) => String(number) === call.params['number'],
  )
  return found?.apps.includes(call.app) ? ok(show(call, found)) : notFound(call, 'No hay tal agencia.')
}

/** Renames an agency: PUT /v3/agencias/{adminmail}. */
export const renameAgency = (call: Call): Answer => {
  const { choices } = call
  const agency = agencyOf(call, 'put', true)
  requireWriter(call)
  if (choices.agencyRename === 403) refuse(call, 403, 'El nombre se cambia por otra vía.')
  const findings = new Findings(call)
  const rules = { NombreComercial: { type: 'text', min: 3, max: 100 } } as const
  const { NombreComercial: name } = membersOf(call, bodyOf(call), rules, findings)
  if (typeof name !== 'string' && choices.nameAbsent === 400) findings.add('NombreComercial', 'Se necesita.')
  findings.settle()
  const next = typeof name === 'string' ? name : agency.name
  if (choices.renameFault === 'unsaved') return ok(show(call, { ...agency, name: next }))
  const before = agency.name
  agency.name = next
  return ok(show(call, choices.renameFault === 'answer' ? { ...agency, name: before } : agency))
}

/** Shows the package: GET /v3/agencias/{adminmail}/productos. */
export const readPackage = (call: Call): Answer => {
  const agency = agencyOf(call, 'productos')
  const { world } = call
  const levels = { Baja: countsOf(world, agency, 'Baja'), Media: countsOf(world, agency, 'Media') }
  const links = { self: to('agencias', agency.mail, 'productos') }
  const alta = withMemberFault(call, 'nivel', countsOf(world, agency, 'Alta'))
  return ok(extended(call, withMemberFault(call, 'productos', { ...levels, Alta: alta, _links: links })))
}

const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  PublicacionConsultadaWebHook: [
    'Callback',
    'Secret',
    'Activo',
    'HeaderCustom01',
    'HeaderCustom02',
    'HeaderCustom03',
  ],
  PublicacionConsultadaAdfHook: ['Callback', 'Activo', 'HeaderCustom01'],
  PublicacionConsultadaAdfMail: ['Email', 'Activo'],
  PublicacionConsultadaHtmlMail: ['EmailsCCO', 'Activo'],
}

/** Shows the notification settings: GET /v3/notificaciones/{adminmail}. */
export const readSettings = (call: Call): Answer => settingsShown(call, agencyOf(call, 'get'))

const settingsShown = (call: Call, agency: Agency): Answer => {
  const channel = (name: string, members: readonly string[]) => {
    const stored = agency.settings[name]
    if (stored === undefined && call.choices.settingsUnset === 'null') return null
    const empty = Object.fromEntries(members.map((member) => [member, member === 'Activo' ? false : null]))
    return { ...empty, ...stored, ...('Secret' in empty ? { Secret: null } : {}) }
  }
  const channels = Object.fromEntries(
    Object.entries(CHANNELS).map(([name, members]) => [name, channel(name, members)]),
  )
  const edit = by('PUT', 'ajustes-de-aviso', agency.mail)
  const links = {
    self: to('notificaciones', agency.mail),
    ...(call.choices.settingsEdit === 200 ? { ajustar: edit } : {}),
  }
  return ok(extended(call, withMemberFault(call, 'ajustes', { ...channels, _links: links })))
}

/** Edits the notification settings at an address of this service's own. */
export const editSettings = (call: Call): Answer => {
  const agency = agencyOf(call, 'put')
  requireWriter(call)
  const status = call.choices.settingsEdit
  if (status !== 200) refuse(call, status, 'Los ajustes se cambian por otra vía.')
  const body = bodyOf(call)
  for (const [name, members] of Object.entries(CHANNELS)) {
    const sent = body[name]
    if (sent === undefined || sent === null) continue
    if (typeof sent !== 'object') refuseValues(call, 400, { [name]: ['Se espera un objeto.'] })
    const kept = Object.entries(sent as Values).filter(([member]) => members.includes(member))
    agency.settings[name] = { ...agency.settings[name], ...Object.fromEntries(kept) }
  }
  return settingsShown(call, agency)
}

/** Lists branches at an address of this service's own. */
export const listBranches = (call: Call): Answer => {
  const { mail, operators } = agencyOf(call, 'list')
  const places = call.choices.branchesAndVisits ? (operators[0]?.places ?? []) : []
  const self = to('locales', mail)
  return ok({
    _entries: places.map((place, at) => ({ Numero: at + 1, ...place, _links: { self } })),
    _links: { self },
  })
}

/** Lists visits at an address of this service's own. */
export const listVisits = (call: Call): Answer => {
  const agency = agencyOf(call, 'list')
  const self = to('miradas', agency.mail)
  const own = [...call.world.publications.values()].filter(
    (one) => one.agency === agency && one.app === call.app,
  )
  const rows = call.choices.branchesAndVisits ? own.slice(0, 10) : []
  const day = instant(call.choices, call.world.now()).slice(0, 10)
  const entries = rows.map(({ members }, at) => ({
    Dia: day,
    Aviso: members.ExternalId,
    Cantidad: at,
    _links: { self },
  }))
  return ok({ _entries: entries, _links: { self } })
}
