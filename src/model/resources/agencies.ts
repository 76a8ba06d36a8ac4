import { isChosen } from '../../api/assumptions/profile.ts'
import type { AgenciaEdit } from '../../api/wire/request-bodies.ts'
import { textMatcher } from '../../lib/text/text-search.ts'
import { visibleAgencies, writeRefusal } from '../domain/access.ts'
import { admitsCreate, packagePlaces } from '../domain/publications/package.ts'
import { handlers, type RequestContext } from '../http/operation.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { link, type RenderContext, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Agency } from '../world/agency.ts'
import type { World } from '../world/world.ts'

/** Representation of an agency (AGE-06). */
export const agencyRepresentation = representationOf<Agency>()({
  schemas: { full: 'Agencia', ref: 'AgenciaRef' },
  cacheKey: (record) => record,
  // Where suspended publications use places, whether a create can succeed depends on more than this record.
  isCacheable: ({ profile }) => isChosen(profile, 'agencies/package-counts', 'active'),
  full: (record, render, world) => {
    const { adminMail: mail } = record
    const writes = writeRefusal(record, render.app) === undefined
    const search = ['operador', 'externalid', 'desde', 'hasta', 'pagina']
    return {
      AdminMail: mail,
      NombreComercial: record.NombreComercial,
      Productos: { _links: { self: link(render, paths.products(mail)) } },
      Operadores: {
        _links: {
          self: link(render, paths.operators(mail)),
          buscar: template(render, paths.operators(mail), ['operador']),
        },
      },
      Sucursales: {
        _links: {
          self: link(render, paths.branches(mail)),
          ...(writes && { crear: link(render, paths.branches(mail), 'POST') }),
        },
      },
      Notificaciones: {
        _links: {
          self: link(render, paths.notifications(mail)),
          ...(writes && { editar: link(render, paths.notifications(mail), 'PUT') }),
        },
      },
      Publicaciones: {
        _links: {
          self: link(render, paths.publications(mail)),
          buscar: template(render, paths.publications(mail), ['operador', 'estado', 'q', 'pagina']),
          ...(writes &&
            admitsCreate({ world, agency: record }) && {
              crear: link(render, paths.publications(mail), 'POST'),
            }),
        },
      },
      Consultas: {
        _links: {
          self: link(render, paths.inquiries(mail)),
          buscar: template(render, paths.inquiries(mail), search),
        },
      },
      Visitas: {
        _links: {
          self: link(render, paths.visits(mail)),
          buscar: template(render, paths.visits(mail), search),
        },
      },
      _links: {
        self: link(render, paths.agency(mail)),
        ...(writes && { editar: link(render, paths.agency(mail), 'PUT') }),
      },
    }
  },
  ref: (record, render) => ({
    AdminMail: record.adminMail,
    href: link(render, paths.agency(record.adminMail)).href,
    title: record.NombreComercial,
  }),
})

const find = (context: RequestContext) => agencyOfPath(context, 'read')
const findToWrite = (context: RequestContext) => agencyOfPath(context, 'write')

const listAgencies = handlers<null>({
  representation: agencyRepresentation,
  find: () => null,
  decide: (_, context) => {
    const matchesQuery = textMatcher(context.query['q'])
    return {
      result: {
        records: visibleAgencies(context).filter((entry) =>
          matchesQuery(entry.NombreComercial, entry.adminMail),
        ),
        links: {
          self: link(
            context.render,
            paths.agencies + (context.requestTarget.query && `?${context.requestTarget.query}`),
          ),
          buscar: template(context.render, paths.agencies, ['q']),
        },
      },
    }
  },
})

const readAgency = handlers<Agency>({
  representation: agencyRepresentation,
  find,
  decide: (record) => ({ result: { record } }),
})

const editAgency = handlers<Agency>({
  representation: agencyRepresentation,
  find: findToWrite,
  // Only apps with write access (ERR-08, `agencies/commercial-name`).
  authorize: (record, context) => writeRefusal(record, context.app),
  decide: (record, context, parsed) => {
    const { NombreComercial } = parsed.body as AgenciaEdit // the well-formed members of that schema
    const isRequired = isChosen(context.render.profile, 'agencies/commercial-name-absent', '400')
    if (NombreComercial === undefined && isRequired && !parsed.issues.hasIssueAt('NombreComercial')) {
      parsed.issues.add(
        'NombreComercial',
        'Este dato es obligatorio.',
        'AGE-05',
        'agencies/commercial-name-absent',
      )
    }
    if (parsed.issues.hasIssues) return parsed.issues.toRefusal()
    if (NombreComercial === undefined) return { result: { record } }
    const edited = { ...record, NombreComercial }
    return { result: { record: edited }, world: withAgency(context.world, edited) }
  },
})

const withAgency = (world: World, record: Agency): World => ({
  ...world,
  agencies: world.agencies.put(record),
})

/** Representation of the publication package, counted on each read (AGE-07, AGE-08). */
const productsRepresentation = representationOf<{ agency: Agency }>()({
  schemas: { full: 'Productos' },
  full: ({ agency: record }, render: RenderContext, world) => ({
    Baja: packagePlaces(world, record, 'Baja'),
    Media: packagePlaces(world, record, 'Media'),
    Alta: packagePlaces(world, record, 'Alta'),
    _links: {
      self: link(render, paths.products(record.adminMail)),
      agencia: link(render, paths.agency(record.adminMail)),
    },
  }),
})

const readProducts = handlers<Agency>({
  representation: productsRepresentation,
  find,
  decide: (record) => ({ result: { record: { agency: record } } }),
})

/** Operations on agencies. */
export const agencyOperations = {
  'agencies.list': listAgencies,
  'agencies.read': readAgency,
  'agencies.edit': editAgency,
  'agencies.products': readProducts,
}
