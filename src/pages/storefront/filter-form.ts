import { html } from 'hono/html'
import type { Markup } from '../ui/components/components.ts'
import { activeFilterCount, currenciesIn, DEFAULT_CURRENCY, type Filters, facetCounts } from './filters.ts'
import { symbolOf } from './formats.ts'
import type { Car } from './inventory.ts'

const CURRENCY_NAMES: Readonly<Record<string, string>> = { ARS: 'Pesos', USD: 'Dólares' }

/** Renders the filters of the list with the values that the cars have. */
export const filterForm = (action: string, cars: readonly Car[], filters: Filters): Markup => {
  const active = activeFilterCount(filters)
  const optionsOf = (member: 'brand' | 'region') =>
    facetCounts(cars, member).map(([name, count]) => [name, `${name} (${count})`] as const)
  const currencies = [...new Set([DEFAULT_CURRENCY, ...currenciesIn(cars)])].map(
    (code) => [code, CURRENCY_NAMES[code] ?? code] as const,
  )
  const symbol = symbolOf(filters.moneda || DEFAULT_CURRENCY)
  return html`<details class="filters"${active > 0 ? html` open` : ''}><summary>Filtros${
    active > 0 ? ` (${active})` : ''
  }</summary>
  <form method="get" action="${action}" aria-label="Filtros">
    ${filters.q === '' ? '' : html`<input type="hidden" name="q" value="${filters.q}">`}
    ${selectFilter('marca', 'Marca', filters.marca, [['', 'Todas'], ...optionsOf('brand')])}
    ${selectFilter('region', 'Provincia', filters.region, [['', 'Todas'], ...optionsOf('region')])}
    ${numberFilter('amin', 'Año desde', filters.amin, '2015')}
    ${numberFilter('amax', 'Año hasta', filters.amax, '2026')}
    ${selectFilter('moneda', 'Moneda', filters.moneda, [['', 'Cualquiera'], ...currencies])}
    ${numberFilter('pmin', 'Precio desde', filters.pmin, `${symbol} mínimo`)}
    ${numberFilter('pmax', 'Precio hasta', filters.pmax, `${symbol} máximo`)}
    <button class="primary">Filtrar</button>
  </form></details>`
}

const selectFilter = (
  name: keyof Filters,
  label: string,
  selected: string,
  options: readonly (readonly [string, string])[],
): Markup =>
  html`<div class="field"><label for="f-${name}">${label}</label><select id="f-${name}"
    name="${name}">${options.map(
      ([value, text]) =>
        html`<option value="${value}"${
          value === selected
            ? html`
      selected`
            : ''
        }>${text}</option>`,
    )}</select></div>`

const numberFilter = (name: keyof Filters, label: string, value: string, placeholder: string): Markup =>
  html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}"
    value="${value}" inputmode="numeric" autocomplete="off" placeholder="${placeholder}"></div>`
