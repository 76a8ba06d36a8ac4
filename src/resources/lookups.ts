import type { AssumptionId } from '../assumptions/profile.ts'
import { catalogueItemOperation, catalogueListOperation } from '../http/catalogue-operations.ts'
import { paths } from '../http/paths.ts'
import { link } from '../http/render-context.ts'
import { representation } from '../http/representation.ts'
import type { Catalogue, Currency, Named } from '../world/catalogue.ts'

/**
 * Short lists: currencies, fuel types, body styles (`catalogue/currencies`, `catalogue/fuels`,
 * `catalogue/body-styles`).
 */

const currencyRepresentation = representation<Currency>({
  name: 'Moneda',
  schemas: { full: 'Moneda', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Codename: record.codenames[0],
    Simbolo: record.Simbolo,
    _links: { self: link(render, record.path) },
  }),
  ref: (record, render) => ({ href: link(render, record.path).href, title: record.Nombre }),
})

const namedRepresentation = representation<Named>({
  name: 'Nombrado',
  schemas: { full: 'Nombrado', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Nombre: record.Nombre,
    Codename: record.codenames[0],
    _links: { self: link(render, record.path) },
  }),
  ref: (record, render) => ({ href: link(render, record.path).href, title: record.Nombre }),
})

const listAndItem = (lookup: {
  noun: string
  path: string
  summary: string
  assumption: AssumptionId
  representation: typeof namedRepresentation
  entries(catalogue: Catalogue): readonly Named[]
}) => [
  catalogueListOperation({ ...lookup, filters: [], select: (_, catalogue) => lookup.entries(catalogue) }),
  catalogueItemOperation(lookup),
]

/** Operations on the short lists. */
export const lookupOperations = [
  ...listAndItem({
    noun: 'currencies',
    path: paths.currencies,
    summary: 'Currencies',
    assumption: 'catalogue/currencies',
    representation: currencyRepresentation,
    entries: (catalogue) => catalogue.currencies,
  }),
  ...listAndItem({
    noun: 'fuels',
    path: paths.fuels,
    summary: 'Fuel types',
    assumption: 'catalogue/fuels',
    representation: namedRepresentation,
    entries: (catalogue) => catalogue.fuels,
  }),
  ...listAndItem({
    noun: 'body-styles',
    path: paths.bodyStyles,
    summary: 'Body styles',
    assumption: 'catalogue/body-styles',
    representation: namedRepresentation,
    entries: (catalogue) => catalogue.bodyStyles,
  }),
]
