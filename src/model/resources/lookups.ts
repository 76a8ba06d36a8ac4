import type { OperationId } from '../../api/operations.ts'
import { codenameOf } from '../domain/catalogue/codename.ts'
import { type CatalogueSpec, catalogueItem, catalogueList } from '../http/catalogue-operations.ts'
import { link } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Catalogue, Currency, Named } from '../world/catalogue.ts'

/**
 * Short lists: currencies, fuel types, body styles (`catalogue/currencies`, `catalogue/fuels`,
 * `catalogue/body-styles`).
 */

const currencyRepresentation = representationOf<Currency>()({
  schemas: { full: 'Moneda', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Codename: codenameOf(record),
    Simbolo: record.Simbolo,
    _links: { self: link(render, record.path) },
  }),
  ref: (record, render) => ({ href: link(render, record.path).href, title: record.Nombre }),
})

const namedRepresentation = representationOf<Named>()({
  schemas: { full: 'Nombrado', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Codename: codenameOf(record),
    _links: { self: link(render, record.path) },
  }),
  ref: (record, render) => ({ href: link(render, record.path).href, title: record.Nombre }),
})

const currencies = {
  representation: currencyRepresentation,
  entries: (catalogue: Catalogue) => catalogue.currencies,
}
const fuels = { representation: namedRepresentation, entries: (catalogue: Catalogue) => catalogue.fuels }
const bodyStyles = {
  representation: namedRepresentation,
  entries: (catalogue: Catalogue) => catalogue.bodyStyles,
}

/** Lists all entries, which no query narrows. */
const wholeList = (id: OperationId, spec: CatalogueSpec) =>
  catalogueList(id, { ...spec, select: (_, catalogue) => spec.entries(catalogue) })

/** Operations on the short lists. */
export const lookupOperations = {
  'currencies.list': wholeList('currencies.list', currencies),
  'currencies.read': catalogueItem(currencies),
  'fuels.list': wholeList('fuels.list', fuels),
  'fuels.read': catalogueItem(fuels),
  'body-styles.list': wholeList('body-styles.list', bodyStyles),
  'body-styles.read': catalogueItem(bodyStyles),
}
