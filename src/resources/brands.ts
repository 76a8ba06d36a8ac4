import { matchBrand } from '../domain/catalogue/brand-model-match.ts'
import { matchesQuery } from '../domain/catalogue/named-match.ts'
import { isRefusal } from '../domain/refusal.ts'
import {
  catalogueItemOperation,
  catalogueListOperation,
  requireSingleMatch,
} from '../http/catalogue-operations.ts'
import { operation } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import { representation } from '../http/representation.ts'
import { newOnlyParameter, searchParameter, textParameter } from '../http/shared-parameters.ts'
import type { Brand } from '../world/catalogue.ts'

/** Representation of a brand (CAT-09). */
const brandRepresentation = representation<Brand>({
  name: 'Marca',
  schemas: { full: 'Marca', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Codenames: record.codenames,
    Modelos: { _links: { self: link(render, paths.modelsOf(record.id)) } },
    _links: { self: link(render, record.path), modelos: link(render, paths.modelsOf(record.id)) },
  }),
  ref: (record, render) => ({ href: link(render, record.path).href, title: record.Nombre }),
})

const lookup = {
  noun: 'brands',
  path: paths.brands,
  summary: 'Brands',
  assumption: 'catalogue/brands',
  representation: brandRepresentation,
  entries: (catalogue: { brands: readonly Brand[] }) => catalogue.brands,
} as const

const list = catalogueListOperation({
  ...lookup,
  filters: [searchParameter, newOnlyParameter],
  select: ({ query }, catalogue) =>
    catalogue.brands.filter(
      (entry) =>
        matchesQuery(entry, String(query['q'] ?? '')) &&
        (query['soloMercadoNuevos'] !== true || isSoldNew(entry)),
    ),
  links: ({ render }) => ({ bestmatch: template(render, paths.brandBestMatch, ['make']) }),
})

const isSoldNew = ({ models }: Brand): boolean =>
  models.some(({ versions }) => versions.some((version) => version.ActualmenteDisponible))

const bestMatch = operation<null>({
  id: 'brands.best-match',
  method: 'GET',
  path: paths.brandBestMatch,
  summary: 'Best match of a brand',
  statements: ['CAT-08', 'CAT-12'],
  parameters: [textParameter('make', true, 'id, api-url, api-url-path, name or codename')],
  representation: brandRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400],
  addedStatuses: [{ status: 404, addedBy: 'catalogue/no-match' }],
  find: () => null,
  decide: (_, context) => {
    const found = requireSingleMatch(
      context,
      'make',
      matchBrand(context.world.setting.catalogue(), String(context.query['make'])),
    )
    return isRefusal(found) ? found : { result: { record: found } }
  },
})

/** Operations on brands. */
export const brandOperations = [list, catalogueItemOperation(lookup), bestMatch]
