import { html } from 'hono/html'
import type { Markup } from '../ui/components/components.ts'
import { type PageContext, requestedWorld } from '../ui/page-context.ts'
import { filterForm } from './filter-form.ts'
import { activeFilterCount, applyFilters, type Filters, filterQuery, readFilters } from './filters.ts'
import { formatInteger, formatMileage, formatPrice, pluralizeEs } from './formats.ts'
import { type Car, type Inventory, loadInventory } from './inventory.ts'
import { listingPath, storefrontPage, storefrontPath } from './layout.ts'
import { resizedPhoto, surroundingsOf } from './photos.ts'
import { openStorefront } from './storefront-api.ts'

const PAGE_SIZE = 24

/** Responds with the list of active publications: by exposure level, filtered, in pages. */
export const listingsPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context).name
  const inventory = await loadInventory(await openStorefront(context))
  const filters = readFilters((name) => context.req.query(name))
  const { cars, incomparable } = applyFilters(inventory.cars, filters)
  const pages = Math.max(1, Math.ceil(cars.length / PAGE_SIZE))
  const page = Math.min(pages, Math.max(1, Math.floor(Number(context.req.query('pagina')) || 1)))
  const shown = cars.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const isFiltered = filters.q !== '' || activeFilterCount(filters) > 0
  const title = titleOf(filters, isFiltered)
  const total = isFiltered
    ? pluralizeEs(cars.length, 'aviso encontrado', 'avisos encontrados')
    : pluralizeEs(cars.length, 'aviso publicado', 'avisos publicados')
  return storefrontPage(context, {
    title,
    search: filters.q,
    body: html`<h1>${title}</h1>
    <p class="about">${total}${pages > 1 ? `, página ${page} de ${pages}` : ''}.${
      isFiltered
        ? html` <a
      href="${storefrontPath(world)}">Quitar los filtros</a>`
        : ''
    }</p>
    ${filterForm(storefrontPath(world), inventory.cars, filters)}
    ${incomparable > 0 ? incomparableNote(world, filters, incomparable) : ''}
    ${inventory.omitted > 0 ? omittedNote(inventory) : ''}
    ${
      shown.length === 0
        ? noListings(world, isFiltered)
        : html`<ul class="cars">${carCards(world, shown)}</ul>`
    }
    ${pages > 1 ? paginationEs(world, filters, page, pages) : ''}`,
  })
}

const titleOf = ({ q, marca, region }: Filters, isFiltered: boolean): string => {
  if (!isFiltered) return 'Autos usados y 0 km'
  const words = [marca, q === '' ? '' : `«${q}»`].filter(Boolean).join(' ')
  return `${words === '' ? 'Autos' : words}${region === '' ? '' : ` en ${region}`}`
}

const incomparableNote = (world: string, filters: Filters, count: number): Markup => {
  const path = storefrontPath(world, filterQuery(filters, { pmin: '', pmax: '', moneda: '' }))
  return html`<p class="note">Hay ${pluralizeEs(count, 'aviso más', 'avisos más')} con precio en otra moneda o
    a consultar, que no se ${count === 1 ? 'puede' : 'pueden'} comparar. <a href="${path}">Ver sin límite de
      precio</a></p>`
}

const omittedNote = ({ cars, omitted }: Inventory): Markup => {
  const [total, shown] = [formatInteger(cars.length + omitted), formatInteger(cars.length)]
  return html`<p class="note">Este mundo tiene ${total} avisos; acá se muestran los ${shown} más nuevos.</p>`
}

const noListings = (world: string, isFiltered: boolean): Markup =>
  isFiltered
    ? html`<div class="message"><h2>Ningún aviso coincide</h2><p>Probá con otra marca, un rango más amplio o
      menos palabras.</p><p><a class="button" href="${storefrontPath(world)}">Ver todos los
        avisos</a></p></div>`
    : html`<div class="message"><h2>Todavía no hay avisos</h2><p>Cuando una agencia publique un auto por la
      API, va a aparecer acá.</p></div>`

/** Cards above the fold, whose photos are not loaded lazily. */
const EAGER_CARDS = 4

/** Renders cards; each shows a photo with other surroundings than the one before it, if its car has one. */
const carCards = (world: string, cars: readonly Car[]): Markup[] => {
  let previous: string | undefined
  return cars.map((car, index) => {
    const photo = car.photos.find((path) => surroundingsOf(path) !== previous) ?? car.photos[0]
    previous = photo && surroundingsOf(photo)
    return carCard(world, { car, photo, index })
  })
}

interface Card {
  readonly car: Car
  readonly photo: string | undefined
  readonly index: number
}

const carCard = (world: string, { car, photo, index }: Card): Markup => {
  const lazy = index >= EAGER_CARDS ? html` loading="lazy"` : ''
  return html`<li class="car"><a href="${listingPath(world, car.agency, car.id)}">
    <span class="photo">${
      photo === undefined
        ? html`<span class="no-photo">${car.photoCount > 0 ? 'Fotos en otro sitio' : 'Sin fotos'}</span>`
        : html`<img src="${resizedPhoto(photo, 480, 270)}" alt="" width="480" height="270"${lazy}>`
    }${car.level === 'Alta' ? html`<span class="tag">Destacado</span>` : ''}</span>
    <span class="name"><strong>${car.brand} ${car.model}</strong><span
      class="version">${car.version}</span></span>
    <span class="price">${formatPrice(car.price)}${
      car.hasInstalments
        ? html` <span
      class="plan">Financiado</span>`
        : ''
    }</span>
    <span class="summary-line">${car.year ?? ''}${car.year === null ? '' : ' · '}${
      car.km === 0 ? '0 km' : formatMileage(car.km)
    }</span>
    <span class="location">${[car.city, car.region].filter(Boolean).join(', ')}</span>
  </a></li>`
}

const paginationEs = (world: string, filters: Filters, page: number, pages: number): Markup => {
  const pathOf = (pagina: number) => storefrontPath(world, filterQuery(filters, { pagina }))
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages)
  return html`<nav class="pagination" aria-label="Páginas">
    ${page > 1 ? html`<a class="button" rel="prev" href="${pathOf(page - 1)}">Anterior</a>` : ''}
    ${near.map((one) =>
      one === page
        ? html`<span class="button current"
      aria-current="page">${one}</span>`
        : html`<a class="button" aria-label="Página ${one}"
        href="${pathOf(one)}">${one}</a>`,
    )}
    ${page < pages ? html`<a class="button" rel="next" href="${pathOf(page + 1)}">Siguiente</a>` : ''}
  </nav>`
}
