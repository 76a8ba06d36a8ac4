import { matchBrand } from '../domain/catalogue/brand-model-match.ts'
import { matchesQuery } from '../domain/catalogue/named-match.ts'
import { isRefusal } from '../domain/refusal.ts'
import { catalogueItem, catalogueList, requireSingleMatch } from '../http/catalogue-operations.ts'
import { handlers } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Brand } from '../world/catalogue.ts'

/** Representation of a brand (CAT-09). */
const brandRepresentation = representationOf<Brand>()({
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

const brands = {
  representation: brandRepresentation,
  entries: (catalogue: { brands: readonly Brand[] }) => catalogue.brands,
} as const

const list = catalogueList('brands.list', {
  ...brands,
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

const bestMatch = handlers<null>({
  representation: brandRepresentation,
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
export const brandOperations = {
  'brands.list': list,
  'brands.read': catalogueItem(brands),
  'brands.best-match': bestMatch,
}
