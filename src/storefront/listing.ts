import { html } from 'hono/html'
import { type Visit, worldOf } from '../web-ui/page-context.ts'
import type { Markup } from '../web-ui/components.ts'
import type { AgencyBrief, Publicacion } from '../web-ui/api-types.ts'
import { type Contact, contactForm } from './contact.ts'
import { filtersIn, queryOf } from './filters.ts'
import { gonePage, shopPage, storefrontPath } from './frame.ts'
import { ownPhoto, sized } from './photos.ts'
import { Shop } from './shop.ts'
import { mileage, money, price } from './formats.ts'

/** A listing on the market with its agency, or the page that says why there is none. */
export interface OnSale {
  readonly shop: Shop
  readonly agency: AgencyBrief
  readonly car: Publicacion
}

export const needOnSale = async (visit: Visit): Promise<OnSale | Response> => {
  const shop = await Shop.open(worldOf(visit))
  const agency = shop.agency(visit.req.param('agency') ?? '')
  const car = agency && (await shop.publication(agency.adminMail, visit.req.param('externalid') ?? ''))
  if (!agency || !car)
    return gonePage(visit, 404, 'No encontramos este aviso', 'Puede ser que la dirección esté mal escrita.')
  if (car.EstadoActual !== shop.activeWord) return noLongerThere(visit)
  return { shop, agency, car }
}

/** PUB-32: what is suspended or archived is not shown. */
export const noLongerThere = (visit: Visit): Promise<Response> =>
  gonePage(visit, 410, 'Esta publicación ya no está disponible', 'La agencia la pausó o el auto ya se vendió.')

/** Views that a session was counted for lately, so that going back and forth counts once. */
const counted = new WeakMap<object, Map<string, number>>()
const AGAIN_AFTER_MS = 60_000

/** A look by a person: neither a look ahead of the browser, nor the same page once more. */
const isView = (visit: Visit, key: string): boolean => {
  const said = (name: string) => visit.req.header(name) ?? ''
  if (visit.req.method !== 'GET' || /prefetch|preview|prerender/.test(said('sec-purpose') + said('purpose')))
    return false
  const { session } = visit.get('desk')
  const seen = counted.get(session) ?? new Map<string, number>()
  counted.set(session, seen)
  const [lastMs, nowMs] = [seen.get(key) ?? 0, Date.now()]
  seen.set(key, nowMs)
  return nowMs - lastMs > AGAIN_AFTER_MS
}

export const listingPage = async (visit: Visit): Promise<Response> => {
  const found = await needOnSale(visit)
  if (found instanceof Response) return found
  const { shop, agency, car } = found
  const { adminMail } = agency
  if (isView(visit, `${shop.world.name} ${adminMail} ${car.ExternalId}`)) {
    // A suspension in between is no reason to show nothing.
    await shop.world.send('POST', '/visits', { adminMail, externalid: car.ExternalId, count: 1 }).catch(() => undefined)
  }
  return showListing(visit, { shop, agency, car })
}

export const showListing = (visit: Visit, { shop, agency, car }: OnSale, contact?: Contact): Promise<Response> => {
  const { name } = shop.world
  const none = filtersIn(() => '')
  const title = [car.Marca, car.Modelo].filter(Boolean).join(' ')
  return shopPage(visit, {
    title: [title, car.Version, car.VersionYear].filter(Boolean).join(' '),
    status: contact && Object.keys(contact.faults).length > 0 ? 422 : 200,
    body: html`<nav class="crumbs" aria-label="Dónde estás"><ol>
      <li><a href="${storefrontPath(name)}">Autos</a></li>
      <li><a href="${storefrontPath(name, queryOf(none, { marca: car.Marca }))}">${car.Marca}</a></li>
      <li aria-current="page">${car.Modelo}</li></ol></nav>
    <div class="listing">
      <div class="gallery">${gallery(car, shop.world.client.origin, title)}</div>
      <div class="side">
        <section class="summary">
          <p class="facts">${[car.VersionYear, car.Kilometraje === 0 ? '0 km' : mileage(car.Kilometraje), placeOf(car)].filter(Boolean).join(' · ')}</p>
          <h1>${title} <span class="version">${car.Version ?? ''}</span></h1>
          <p class="cost">${price(car.Precio)}</p>
          ${financing(car)}
          ${isWarranted(car) ? html`<p class="warranty">Con certificado de garantía de usado</p>` : ''}
          <p class="seller">Vende <strong>${agency.nombreComercial}</strong>${placeOf(car) === '' ? '' : html`<br>${[car.Locacion?.Direccion, placeOf(car)].filter(Boolean).join(', ')}`}${
            car.Telefono ? html`<br><a href="tel:${car.Telefono.replace(/[^+\d]/g, '')}">${car.Telefono}</a>` : ''
          }</p>
        </section>
        ${contactForm(visit, { agency, car }, contact)}
      </div>
      <div class="details">
        ${car.Descripcion ? html`<section><h2>Descripción</h2><p class="description">${car.Descripcion}</p></section>` : ''}
        <section><h2>Datos técnicos</h2>${sheet(car)}</section>
        <p class="number">Aviso ${car.ExternalId}</p>
      </div>
    </div>`,
  })
}

const placeOf = ({ Locacion }: Publicacion): string => [Locacion?.Ciudad, Locacion?.Region].filter(Boolean).join(', ')

const isWarranted = ({ CertificadoDeGarantiaUsado: said }: Publicacion): boolean =>
  typeof said === 'object' ? said?.Aplica === true : said

const financing = ({ Adelanto, Cuota }: Publicacion): Markup | string => {
  const [down, instalment] = [money(Adelanto), money(Cuota)]
  if (down === undefined && instalment === undefined) return ''
  return html`<dl class="financing">${down === undefined ? '' : html`<div><dt>Adelanto</dt><dd>${down}</dd></div>`}${
    instalment === undefined ? '' : html`<div><dt>Cuota</dt><dd>${instalment}</dd></div>`
  }</dl>`
}

/** The pictures in a row that is scrolled, and small ones that lead to each: nothing of it needs a script. */
const gallery = ({ Fotos }: Publicacion, origin: string, title: string): Markup => {
  const own = (Fotos ?? []).flatMap((url) => ownPhoto(url, origin) ?? [])
  const [elsewhere, last] = [(Fotos ?? []).length - own.length, own.length]
  if (last === 0) {
    return html`<p class="no-photo large">${elsewhere > 0 ? `Tiene ${elsewhere} ${elsewhere === 1 ? 'foto' : 'fotos'} en otro sitio, que acá no se cargan` : 'Sin fotos'}</p>`
  }
  return html`<div class="strip" role="region" aria-label="Fotos de ${title}" tabindex="0">${own.map(
    (path, i) =>
      html`<img id="foto-${i + 1}" src="${sized(path, 960, 540)}" alt="${title}, foto ${i + 1} de ${last}" width="960" height="540"${i === 0 ? '' : html` loading="lazy"`}>`,
  )}</div>
  ${
    last > 1
      ? html`<ul class="thumbs" aria-label="Fotos">${own.map(
          (path, i) =>
            html`<li><a href="#foto-${i + 1}" aria-label="Foto ${i + 1}"><img src="${sized(path, 160, 90)}" alt="" width="160" height="90" loading="lazy"></a></li>`,
        )}</ul>`
      : ''
  }`
}

const sheet = (car: Publicacion): Markup => {
  const custom = car.DatosTecnicosCustom.map((row): readonly [string, string] =>
    typeof row === 'string' ? ['Otro dato', row] : [row.Datos, row.Valor],
  )
  const rows: readonly (readonly [string, string | number | null])[] = [
    ['Marca', car.Marca],
    ['Modelo', car.Modelo],
    ['Versión', car.Version],
    ['Año', car.VersionYear],
    ['Kilometraje', car.Kilometraje === null ? null : mileage(car.Kilometraje)],
    ['Color', car.Color],
    ['Transmisión', car.Transmision],
    ['Combustible', car.Propulsion],
    ...custom,
  ]
  return html`<dl class="sheet">${rows.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )}</dl>`
}
