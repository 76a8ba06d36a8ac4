import { matchBrand, matchModel } from '../domain/catalogue/brand-model-match.ts'
import type { Model } from '../world/catalogue.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import { BODY_STYLE_FORMS, matchesQuery, matchNamed } from '../domain/catalogue/named-match.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { orderHint, catalogueItemOperation, catalogueListOperation, singleItem } from '../http/catalogue-list.ts'
import { operation } from '../http/operation.ts'
import type { ParameterSpec } from '../http/parameter.ts'
import { newOnly, q, text } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template } from '../http/view.ts'
import { Modelo, Ref } from '../wire/response-schemas.ts'

/** CAT-09. */
const modelRepresentation = representation<Model>({
  name: 'Modelo',
  schemas: { full: Modelo, ref: Ref },
  cacheKey: (record) => record,
  full: (record, view) => ({
    Marca: record.brand.Nombre,
    Nombre: record.Nombre,
    Codename: record.codenames[0],
    Carrocerias: record.Carrocerias,
    Versiones: { _links: { self: link(view, paths.versionsOf(record.id)) } },
    _links: {
      self: link(view, record.path),
      marca: link(view, record.brand.path),
      versiones: link(view, paths.versionsOf(record.id)),
    },
  }),
  ref: (record, view) => ({ href: link(view, record.path).href, title: `${record.brand.Nombre} ${record.Nombre}` }),
})

const brandParameter: ParameterSpec = { name: 'marca', in: 'query', kind: 'int32', required: true, description: 'Id of the brand' }

const lookup = {
  noun: 'models',
  path: paths.models,
  summary: 'Models of a brand',
  assumption: 'catalogue/models',
  shows: modelRepresentation,
  entries: (catalogue: { models: readonly Model[] }) => catalogue.models,
} as const

const list = catalogueListOperation({
  ...lookup,
  filters: [brandParameter, q, newOnly],
  wanted: ({ query }, catalogue) =>
    (catalogue.brands.find(({ id }) => id === query['marca'])?.models ?? []).filter(
      (entry) =>
        matchesQuery(entry, String(query['q'] ?? '')) &&
        (query['soloMercadoNuevos'] !== true || entry.versions.some((version) => version.ActualmenteDisponible)),
    ),
  links: ({ render: view }) => ({ bestmatch: template(view, paths.modelBestMatch, ['make', 'model', 'bodystyle']) }),
})

const bestMatch = operation<null>({
  id: 'models.best-match',
  method: 'GET',
  path: paths.modelBestMatch,
  summary: 'Best match of a model',
  statements: ['CAT-07', 'CAT-12'],
  parameters: [
    text('make', true, 'id, api-url, api-url-path, name or codename of the brand'),
    text('model', true, 'id, api-url, api-url-path, full name, part of the name or codename'),
    text('bodystyle', false, 'id, api-url, api-url-path, name or codename of the body style'),
  ],
  representation: modelRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400],
  find: () => null,
  decide: (_, call) => {
    const catalogue = call.world.setting.catalogue()
    const brand = singleItem(call, 'make', matchBrand(catalogue, String(call.query['make'])))
    if (isRefusal(brand)) return brand
    const asked = call.query['bodystyle']
    const style =
      asked === undefined
        ? undefined
        : orderHint(call, 'bodystyle', matchNamed(catalogue.bodyStyles, String(asked), BODY_STYLE_FORMS))
    if (isRefusal(style)) return style
    const hints = { brand, ...(style && { bodyStyle: style.Nombre }) }
    const found = singleItem(call, 'model', matchModel(catalogue, String(call.query['model']), hints))
    if (isRefusal(found)) return found
    return style && !found.Carrocerias.includes(style.Nombre) ? bodyStyleRefusal(found) : { result: { record: found } }
  },
})

/** `catalogue/bodystyle-no-match`. */
const bodyStyleRefusal = (found: Model): Refusal => {
  const faults = new ValidationIssues()
  const sentence = `${found.Nombre} no existe con esa carrocería; se ofrece ${found.Carrocerias.join(', ')}.`
  faults.add('bodystyle', sentence, 'CAT-12', 'catalogue/bodystyle-no-match')
  return faults.toRefusal()
}

export const modelOperations = [list, catalogueItemOperation(lookup), bestMatch]
