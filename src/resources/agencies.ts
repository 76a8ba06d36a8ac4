import { agenciesFor, findAgency, needsWrite } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { placesAt } from '../domain/publications/package.ts'
import { matchesText } from '../text/text-search.ts'
import type { World } from '../world/world.ts'
import { type Call, operation } from '../http/operation.ts'
import { adminMail, q } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template, type View } from '../http/view.ts'
import { Agencia, AgenciaRef, Productos } from '../wire/answers.ts'
import { AgenciaEdit } from '../wire/bodies.ts'

/** AGE-06. */
export const agency = representation<Agency>({
  name: 'Agencia',
  schemas: { full: Agencia, ref: AgenciaRef },
  keptBy: (record) => record,
  full: (record, view) => {
    const { adminMail: mail } = record
    const writes = needsWrite(record, view.app) === undefined
    const search = ['operador', 'externalid', 'desde', 'hasta', 'pagina']
    return {
      AdminMail: mail,
      NombreComercial: record.NombreComercial,
      Productos: { _links: { self: link(view, paths.products(mail)) } },
      Operadores: {
        _links: {
          self: link(view, paths.operators(mail)),
          buscar: template(view, paths.operators(mail), ['operador']),
        },
      },
      Sucursales: {
        _links: {
          self: link(view, paths.branches(mail)),
          ...(writes && { crear: link(view, paths.branches(mail), 'POST') }),
        },
      },
      Notificaciones: {
        _links: {
          self: link(view, paths.notifications(mail)),
          ...(writes && { editar: link(view, paths.notifications(mail), 'PUT') }),
        },
      },
      Publicaciones: {
        _links: {
          self: link(view, paths.publications(mail)),
          buscar: template(view, paths.publications(mail), ['operador', 'estado', 'q', 'pagina']),
          ...(writes && { crear: link(view, paths.publications(mail), 'POST') }),
        },
      },
      Consultas: {
        _links: { self: link(view, paths.inquiries(mail)), buscar: template(view, paths.inquiries(mail), search) },
      },
      Visitas: { _links: { self: link(view, paths.visits(mail)), buscar: template(view, paths.visits(mail), search) } },
      _links: {
        self: link(view, paths.agency(mail)),
        ...(writes && { editar: link(view, paths.agency(mail), 'PUT') }),
      },
    }
  },
  ref: (record, view) => ({
    AdminMail: record.adminMail,
    href: link(view, paths.agency(record.adminMail)).href,
    title: record.NombreComercial,
  }),
})

const find = (call: Call) => findAgency(call, String(call.path['adminmail']), true)
const findToWrite = (call: Call) => findAgency(call, String(call.path['adminmail']), false)

const listAgencies = operation<null>({
  id: 'agencies.list',
  method: 'GET',
  path: paths.agencies,
  summary: 'Agencies that exist for the calling app',
  statements: ['CAT-11', 'COM-05'],
  assumption: 'agencies/address',
  parameters: [q],
  shows: agency,
  as: 'list',
  refusals: [400],
  find: () => null,
  decide: (_, call) => ({
    shown: {
      records: agenciesFor(call).filter((entry) =>
        matchesText(call.query['q'], entry.NombreComercial, entry.adminMail),
      ),
      links: {
        self: link(call.view, paths.agencies + (call.self.query && `?${call.self.query}`)),
        buscar: template(call.view, paths.agencies, ['q']),
      },
    },
  }),
})

const readAgency = operation<Agency>({
  id: 'agencies.read',
  method: 'GET',
  path: '/v3/agencias/{adminmail}',
  summary: 'One agency',
  statements: ['AGE-06', 'AGE-12'],
  assumption: 'agencies/address',
  parameters: [adminMail],
  shows: agency,
  as: 'entry',
  refusals: [400, 404],
  find,
  decide: (record) => ({ shown: { record } }),
})

const editAgency = operation<Agency>({
  id: 'agencies.edit',
  method: 'PUT',
  path: '/v3/agencias/{adminmail}',
  summary: 'Edit the commercial name',
  statements: ['AGE-05', 'AGE-06'],
  parameters: [adminMail],
  body: { name: 'AgenciaEdit', schema: AgenciaEdit },
  shows: agency,
  as: 'entry',
  refusals: [400, 403],
  find: findToWrite,
  // `agencies/commercial-name`.
  permit: (record, call) => needsWrite(record, call.app),
  decide: (record, call, said) => {
    const { NombreComercial } = said.body as AgenciaEdit // the well-formed members of that schema
    if (NombreComercial === undefined && !said.faults.touches('NombreComercial')) {
      said.faults.add('NombreComercial', 'Este dato es obligatorio.', 'AGE-05', 'agencies/commercial-name-absent')
    }
    if (NombreComercial === undefined || said.faults.any) return said.faults.refusal()
    const edited = { ...record, NombreComercial }
    return { shown: { record: edited }, world: withAgency(call.world, edited) }
  },
})

const withAgency = (world: World, record: Agency): World => ({ ...world, agencies: world.agencies.put(record) })

/** AGE-07, AGE-08: counted at the moment of asking. */
const products = representation<{ agency: Agency }>({
  name: 'Productos',
  schemas: { full: Productos },
  full: ({ agency: record }, view: View, world) => ({
    Baja: placesAt(world, record, 'Baja'),
    Media: placesAt(world, record, 'Media'),
    Alta: placesAt(world, record, 'Alta'),
    _links: {
      self: link(view, paths.products(record.adminMail)),
      agencia: link(view, paths.agency(record.adminMail)),
    },
  }),
})

const readProducts = operation<Agency>({
  id: 'agencies.products',
  method: 'GET',
  path: '/v3/agencias/{adminmail}/productos',
  summary: 'State of the publication package',
  statements: ['AGE-07', 'AGE-08', 'AGE-09'],
  parameters: [adminMail],
  shows: products,
  as: 'entry',
  refusals: [400, 404],
  find,
  decide: (record) => ({ shown: { record: { agency: record } } }),
})

export const agencyOperations = [listAgencies, readAgency, editAgency, readProducts]
