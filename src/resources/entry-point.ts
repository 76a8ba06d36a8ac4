import { contentHash } from '../random/prng.ts'
import { operation } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template, type RenderContext } from '../http/view.ts'
import { EntryPoint } from '../wire/response-schemas.ts'

/** Where a client starts (COM-12, CAT-01, `common/link-reach`). A block offers a plain link only where the list answers without a query. */
const entryPointRepresentation = representation<RenderContext>({
  name: 'EntryPoint',
  schemas: { full: EntryPoint },
  cacheKey: (view) => view,
  entityTag: (view) => entryPointTag(view),
  full: (_, view) => ({
    Agencias: {
      _links: { self: link(view, paths.agencies), buscar: template(view, paths.agencies, ['q']), ...collaboratorLinks(view) },
    },
    Regiones: { _links: { self: link(view, paths.regions), buscar: template(view, paths.regions, ['q']) } },
    Ciudades: {
      _links: {
        buscar: template(view, paths.cities, ['region', 'q']),
        bestmatch: template(view, paths.cityBestMatch, ['region', 'city']),
      },
    },
    Monedas: { _links: { self: link(view, paths.currencies) } },
    Propulsiones: { _links: { self: link(view, paths.fuels) } },
    Carrocerias: { _links: { self: link(view, paths.bodyStyles) } },
    Marcas: {
      _links: {
        self: link(view, paths.brands),
        buscar: template(view, paths.brands, ['q', 'soloMercadoNuevos']),
        bestmatch: template(view, paths.brandBestMatch, ['make']),
      },
    },
    Modelos: {
      _links: {
        buscar: template(view, paths.models, ['marca', 'q', 'soloMercadoNuevos']),
        bestmatch: template(view, paths.modelBestMatch, ['make', 'model', 'bodystyle']),
      },
    },
    Versiones: {
      _links: {
        buscar: template(view, paths.versions, ['modelo', 'q', 'year']),
        bestmatch: template(view, paths.versionBestMatch, [
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
    AppNotificaciones: { _links: { self: link(view, paths.topics) } },
    _links: { self: link(view, paths.entry) },
  }),
})

/** The two lists that a collaborator's e-mail alone names (INQ-08, `agencies/operator-form`). */
const collaboratorLinks = (view: RenderContext) => ({
  operador: template(view, paths.operatorByMail, ['operador']),
  consultas: template(view, paths.inquiriesByOperator, ['operador', 'externalid', 'desde', 'hasta', 'pagina']),
})

const tagByView = new WeakMap<RenderContext, string>()

/** The entry point changes only with where its links start and with the assumptions in force (CAT-02). */
const entryPointTag = (view: RenderContext): string => {
  const kept = tagByView.get(view)
  if (kept) return kept
  const tag = contentHash(JSON.stringify([view.base, view.profile.fingerprint])) + view.salt
  tagByView.set(view, tag)
  return tag
}

const readEntryPoint = operation<RenderContext>({
  id: 'entry.read',
  method: 'GET',
  path: paths.entry,
  summary: 'Entry points',
  statements: ['CAT-01', 'CAT-02', 'COM-12'],
  parameters: [],
  representation: entryPointRepresentation,
  resultKind: 'entry',
  refusalStatuses: [304],
  find: (call) => call.render,
  decide: (view) => ({ result: { record: view } }),
})

export const entryPointOperations = [readEntryPoint]
