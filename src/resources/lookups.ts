import type { AssumptionId } from '../assumptions/profile.ts'
import type { Catalogue, Currency, Named } from '../world/catalogue.ts'
import { lookupItem, lookupList } from '../http/catalogue-list.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link } from '../http/view.ts'
import { Moneda, Nombrado, Ref } from '../wire/answers.ts'

/** The short lists: currencies, fuel types, body styles (`catalogue/currencies`, `catalogue/fuels`, `catalogue/body-styles`). */

const currency = representation<Currency>({
  name: 'Moneda',
  schemas: { full: Moneda, ref: Ref },
  keptBy: (record) => record,
  full: (record, view) => ({
    Nombre: record.Nombre,
    Codename: record.codenames[0],
    Simbolo: record.Simbolo,
    _links: { self: link(view, record.path) },
  }),
  ref: (record, view) => ({ href: link(view, record.path).href, title: record.Nombre }),
})

const named = representation<Named>({
  name: 'Nombrado',
  schemas: { full: Nombrado, ref: Ref },
  keptBy: (record) => record,
  full: (record, view) => ({
    Nombre: record.Nombre,
    Codename: record.codenames[0],
    _links: { self: link(view, record.path) },
  }),
  ref: (record, view) => ({ href: link(view, record.path).href, title: record.Nombre }),
})

const whole = (lookup: {
  noun: string
  path: string
  summary: string
  assumption: AssumptionId
  shows: typeof named
  entries(catalogue: Catalogue): readonly Named[]
}) => [lookupList({ ...lookup, filters: [], wanted: (_, catalogue) => lookup.entries(catalogue) }), lookupItem(lookup)]

export const lookupOperations = [
  ...whole({
    noun: 'currencies',
    path: paths.currencies,
    summary: 'Currencies',
    assumption: 'catalogue/currencies',
    shows: currency,
    entries: (catalogue) => catalogue.currencies,
  }),
  ...whole({
    noun: 'fuels',
    path: paths.fuels,
    summary: 'Fuel types',
    assumption: 'catalogue/fuels',
    shows: named,
    entries: (catalogue) => catalogue.fuels,
  }),
  ...whole({
    noun: 'body-styles',
    path: paths.bodyStyles,
    summary: 'Body styles',
    assumption: 'catalogue/body-styles',
    shows: named,
    entries: (catalogue) => catalogue.bodyStyles,
  }),
]
