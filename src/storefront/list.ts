import { html } from 'hono/html'
import { type Visit, worldOf } from '../web-ui/page-context.ts'
import type { Markup } from '../web-ui/components.ts'
import {
  currenciesOf,
  DEFAULT_CURRENCY,
  type Filters,
  facetOf,
  filtered,
  filtersIn,
  filtersSet,
  queryOf,
} from './filters.ts'
import { listingPath, shopPage, storefrontPath } from './frame.ts'
import { sized } from './photos.ts'
import { Shop } from './shop.ts'
import { type Car, type Stock, stockOf } from './stock.ts'
import { counted, mileage, number, price, symbolOf } from './formats.ts'

const PER_PAGE = 24

/** The cars on the market, by exposure. */
export const listPage = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit).name
  const stock = await stockOf(await Shop.open(worldOf(visit)))
  const filters = filtersIn((name) => visit.req.query(name))
  const { cars, incomparable } = filtered(stock.cars, filters)
  const pages = Math.max(1, Math.ceil(cars.length / PER_PAGE))
  const page = Math.min(pages, Math.max(1, Math.floor(Number(visit.req.query('pagina')) || 1)))
  const shown = cars.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const seeking = filters.q !== '' || filtersSet(filters) > 0
  return shopPage(visit, {
    title: headingOf(filters, seeking),
    sought: filters.q,
    body: html`<h1>${headingOf(filters, seeking)}</h1>
    <p class="about">${counted(cars.length, seeking ? 'aviso encontrado' : 'aviso publicado', seeking ? 'avisos encontrados' : 'avisos publicados')}${
      pages > 1 ? html`, página ${page} de ${pages}` : ''
    }.${seeking ? html` <a href="${storefrontPath(world)}">Quitar los filtros</a>` : ''}</p>
    ${filterForm(world, stock, filters)}
    ${incomparable > 0 ? html`<p class="note">Hay ${counted(incomparable, 'aviso más', 'avisos más')} con precio en otra moneda o a consultar, que no se ${incomparable === 1 ? 'puede' : 'pueden'} comparar. <a href="${storefrontPath(world, queryOf(filters, { pmin: '', pmax: '', moneda: '' }))}">Ver sin límite de precio</a></p>` : ''}
    ${stock.beyond > 0 ? html`<p class="note">Este mundo tiene ${number(stock.cars.length + stock.beyond)} avisos; acá se muestran los ${number(stock.cars.length)} más nuevos.</p>` : ''}
    ${shown.length === 0 ? nothing(world, seeking) : html`<ul class="cars">${shown.map((car, place) => card(world, car, place))}</ul>`}
    ${pages > 1 ? turner(world, filters, page, pages) : ''}`,
  })
}

const headingOf = ({ q, marca, region }: Filters, seeking: boolean): string => {
  if (!seeking) return 'Autos usados y 0 km'
  const words = [marca, q === '' ? '' : `«${q}»`].filter(Boolean).join(' ')
  return `${words === '' ? 'Autos' : words}${region === '' ? '' : ` en ${region}`}`
}

const nothing = (world: string, seeking: boolean): Markup =>
  seeking
    ? html`<div class="gone"><h2>Ningún aviso coincide</h2><p>Probá con otra marca, un rango más amplio o menos palabras.</p><p><a class="button" href="${storefrontPath(world)}">Ver todos los avisos</a></p></div>`
    : html`<div class="gone"><h2>Todavía no hay avisos</h2><p>Cuando una agencia publique un auto por la API, aparecerá acá.</p></div>`

const select = (name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Markup =>
  html`<div class="field"><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}">${options.map(
    ([value, said]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${said}</option>`,
  )}</select></div>`

const from = (name: string, label: string, value: string, placeholder: string): Markup =>
  html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${value}" inputmode="numeric" autocomplete="off" placeholder="${placeholder}"></div>`

const filterForm = (world: string, { cars }: Stock, filters: Filters): Markup => {
  const set = filtersSet(filters)
  const brands = facetOf(cars, 'brand').map(([name, count]) => [name, `${name} (${count})`] as const)
  const regions = facetOf(cars, 'region').map(([name, count]) => [name, `${name} (${count})`] as const)
  const currencies = [...new Set([DEFAULT_CURRENCY, ...currenciesOf(cars)])].map(
    (code) => [code, NAMES[code] ?? code] as const,
  )
  return html`<details class="filters"${set > 0 ? html` open` : ''}><summary>Filtros${set > 0 ? ` (${set})` : ''}</summary>
  <form method="get" action="${storefrontPath(world)}" aria-label="Filtros">
    ${filters.q === '' ? '' : html`<input type="hidden" name="q" value="${filters.q}">`}
    ${select('marca', 'Marca', filters.marca, [['', 'Todas'], ...brands])}
    ${select('region', 'Provincia', filters.region, [['', 'Todas'], ...regions])}
    ${from('amin', 'Año desde', filters.amin, '2015')}
    ${from('amax', 'Año hasta', filters.amax, '2026')}
    ${select('moneda', 'Moneda', filters.moneda, [['', 'Cualquiera'], ...currencies])}
    ${from('pmin', 'Precio desde', filters.pmin, `${symbolOf(filters.moneda || DEFAULT_CURRENCY)} mínimo`)}
    ${from('pmax', 'Precio hasta', filters.pmax, `${symbolOf(filters.moneda || DEFAULT_CURRENCY)} máximo`)}
    <button class="primary">Filtrar</button>
  </form></details>`
}

const NAMES: Readonly<Record<string, string>> = { ARS: 'Pesos', USD: 'Dólares' }

/** The first ones are seen at once, the others when somebody scrolls. */
const SEEN_AT_ONCE = 4

const card = (world: string, car: Car, place: number): Markup => {
  const lazy = place >= SEEN_AT_ONCE ? html` loading="lazy"` : ''
  return html`<li class="car"><a href="${listingPath(world, car.agency, car.id)}">
    <span class="frame">${
      car.photo === undefined
        ? html`<span class="no-photo">${car.photos > 0 ? 'Fotos en otro sitio' : 'Sin fotos'}</span>`
        : html`<img src="${sized(car.photo, 480, 270)}" alt="" width="480" height="270"${lazy}>`
    }${car.level === 'Alta' ? html`<span class="tag">Destacado</span>` : ''}</span>
    <span class="what"><strong>${car.brand} ${car.model}</strong><span class="version">${car.version}</span></span>
    <span class="cost">${price(car.price)}${car.instalments ? html` <span class="plan">Financiado</span>` : ''}</span>
    <span class="facts">${car.year ?? ''}${car.year === null ? '' : ' · '}${car.km === 0 ? '0 km' : mileage(car.km)}</span>
    <span class="place">${[car.city, car.region].filter(Boolean).join(', ')}</span>
  </a></li>`
}

const turner = (world: string, filters: Filters, page: number, pages: number): Markup => {
  const to = (pagina: number) => storefrontPath(world, queryOf(filters, { pagina }))
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages)
  return html`<nav class="turner" aria-label="Páginas">
    ${page > 1 ? html`<a class="button" rel="prev" href="${to(page - 1)}">Anterior</a>` : ''}
    ${near.map((one) => (one === page ? html`<span class="button here" aria-current="page">${one}</span>` : html`<a class="button" aria-label="Página ${one}" href="${to(one)}">${one}</a>`))}
    ${page < pages ? html`<a class="button" rel="next" href="${to(page + 1)}">Siguiente</a>` : ''}
  </nav>`
}
