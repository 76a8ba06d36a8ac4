import { matchBrand, matchModel } from '../domain/catalogue/brand-model-match.ts'
import type { Model } from '../world/catalogue.ts'
import { FaultList } from '../domain/validation-issues.ts'
import { BODY_STYLE_FORMS, matchesQ, matchNamed } from '../domain/catalogue/named-match.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { hint, lookupItem, lookupList, single } from '../http/catalogue-list.ts'
import { operation } from '../http/operation.ts'
import type { Parameter } from '../http/parameter.ts'
import { newOnly, q, text } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template } from '../http/view.ts'
import { Modelo, Ref } from '../wire/answers.ts'

/** CAT-09. */
const model = representation<Model>({
  name: 'Modelo',
  schemas: { full: Modelo, ref: Ref },
  keptBy: (record) => record,
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

const marca: Parameter = { name: 'marca', in: 'query', kind: 'int32', required: true, description: 'Id of the brand' }

const lookup = {
  noun: 'models',
  path: paths.models,
  summary: 'Models of a brand',
  assumption: 'catalogue/models',
  shows: model,
  entries: (catalogue: { models: readonly Model[] }) => catalogue.models,
} as const

const list = lookupList({
  ...lookup,
  filters: [marca, q, newOnly],
  wanted: ({ query }, catalogue) =>
    (catalogue.brands.find(({ id }) => id === query['marca'])?.models ?? []).filter(
      (entry) =>
        matchesQ(entry, String(query['q'] ?? '')) &&
        (query['soloMercadoNuevos'] !== true || entry.versions.some((version) => version.ActualmenteDisponible)),
    ),
  links: ({ view }) => ({ bestmatch: template(view, paths.modelBestMatch, ['make', 'model', 'bodystyle']) }),
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
  shows: model,
  as: 'entry',
  refusals: [400],
  find: () => null,
  decide: (_, call) => {
    const catalogue = call.world.setting.catalogue()
    const brand = single(call, 'make', matchBrand(catalogue, String(call.query['make'])))
    if (isRefusal(brand)) return brand
    const asked = call.query['bodystyle']
    const style =
      asked === undefined
        ? undefined
        : hint(call, 'bodystyle', matchNamed(catalogue.bodyStyles, String(asked), BODY_STYLE_FORMS))
    if (isRefusal(style)) return style
    const hints = { brand, ...(style && { bodyStyle: style.Nombre }) }
    const found = single(call, 'model', matchModel(catalogue, String(call.query['model']), hints))
    if (isRefusal(found)) return found
    return style && !found.Carrocerias.includes(style.Nombre) ? lacksStyle(found) : { shown: { record: found } }
  },
})

/** `catalogue/bodystyle-no-match`. */
const lacksStyle = (found: Model): Refusal => {
  const faults = new FaultList()
  const sentence = `${found.Nombre} no existe con esa carrocería; se ofrece ${found.Carrocerias.join(', ')}.`
  faults.add('bodystyle', sentence, 'CAT-12', 'catalogue/bodystyle-no-match')
  return faults.refusal()
}

export const modelOperations = [list, lookupItem(lookup), bestMatch]
