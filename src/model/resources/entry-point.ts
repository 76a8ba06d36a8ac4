import { contentHash } from '../../lib/random/content-hash.ts'
import { handlers } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, type RenderContext, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'

/**
 * Representation of the entry point (COM-12, CAT-01, `common/link-reach`). A block has a `self` link only
 * where the list needs no query.
 */
const entryPointRepresentation = representationOf<RenderContext>()({
  schemas: { full: 'EntryPoint' },
  cacheKey: (render) => render,
  entityTag: (render) => entryPointTag(render),
  full: (_, render) => ({
    Agencias: {
      _links: {
        self: link(render, paths.agencies),
        buscar: template(render, paths.agencies, ['q']),
        ...collaboratorLinks(render),
      },
    },
    Regiones: {
      _links: { self: link(render, paths.regions), buscar: template(render, paths.regions, ['q']) },
    },
    Ciudades: {
      _links: {
        buscar: template(render, paths.cities, ['region', 'q']),
        bestmatch: template(render, paths.cityBestMatch, ['region', 'city']),
      },
    },
    Monedas: { _links: { self: link(render, paths.currencies) } },
    Propulsiones: { _links: { self: link(render, paths.fuels) } },
    Carrocerias: { _links: { self: link(render, paths.bodyStyles) } },
    Marcas: {
      _links: {
        self: link(render, paths.brands),
        buscar: template(render, paths.brands, ['q', 'soloMercadoNuevos']),
        bestmatch: template(render, paths.brandBestMatch, ['make']),
      },
    },
    Modelos: {
      _links: {
        buscar: template(render, paths.models, ['marca', 'q', 'soloMercadoNuevos']),
        bestmatch: template(render, paths.modelBestMatch, ['make', 'model', 'bodystyle']),
      },
    },
    Versiones: {
      _links: {
        buscar: template(render, paths.versions, ['modelo', 'q', 'year']),
        bestmatch: template(render, paths.versionBestMatch, [
          'make',
          'model',
          'trim',
          'year',
          'bodystyle',
          'transmissionType',
          'displacement',
          'power',
          'fuelType',
        ]),
      },
    },
    AppNotificaciones: { _links: { self: link(render, paths.topics) } },
    _links: { self: link(render, paths.entry) },
  }),
})

/** Returns links to the two lists by a collaborator's e-mail address (INQ-08, `agencies/operator-form`). */
const collaboratorLinks = (render: RenderContext) => ({
  operador: template(render, paths.operatorByMail, ['operador']),
  consultas: template(render, paths.inquiriesByOperator, [
    'operador',
    'externalid',
    'desde',
    'hasta',
    'pagina',
  ]),
})

const tagByView = new WeakMap<RenderContext, string>()

/** Returns the entity tag, which depends only on the base of links and the assumptions in force (CAT-02). */
const entryPointTag = (render: RenderContext): string => {
  const kept = tagByView.get(render)
  if (kept) return kept
  const tag = contentHash(JSON.stringify([render.base, render.profile.fingerprint])) + render.salt
  tagByView.set(render, tag)
  return tag
}

const readEntryPoint = handlers<RenderContext>({
  representation: entryPointRepresentation,
  find: (context) => context.render,
  decide: (render) => ({ result: { record: render } }),
})

/** Operations on the entry point. */
export const entryPointOperations = {
  'entry.read': readEntryPoint,
}
