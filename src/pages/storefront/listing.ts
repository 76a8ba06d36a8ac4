import { html } from 'hono/html'
import type { Markup } from '../ui/components/components.ts'
import type { PageContext } from '../ui/page-context.ts'
import type { AgencyData, PublicationData } from '../ui/sandbox/api-types.ts'
import { type ContactSubmission, contactErrors, contactForm, FORM_OF } from './contact.ts'
import { filterQuery, readFilters } from './filters.ts'
import { formatAmount, formatMileage, formatPrice } from './formats.ts'
import { listingPath, storefrontPage, storefrontPath, unavailablePage } from './layout.ts'
import { photoGallery, technicalData } from './listing-parts.ts'
import { openStorefront, type StorefrontApi } from './storefront-api.ts'

/** An active publication with its agency. */
interface ActiveListing {
  readonly api: StorefrontApi
  readonly agency: AgencyData
  readonly publication: PublicationData
}

/** Returns the active publication that the path names, or the page for a missing one. */
export const requireActiveListing = async (context: PageContext): Promise<ActiveListing | Response> => {
  const api = await openStorefront(context)
  const agency = api.agency(context.req.param('agency') ?? '')
  const publication =
    agency && (await api.publication(agency.adminMail, context.req.param('externalid') ?? ''))
  if (!agency || !publication) {
    return unavailablePage(context, {
      status: 404,
      heading: 'No encontramos este aviso',
      sentence: 'Puede ser que la dirección esté mal escrita.',
    })
  }
  if (publication.EstadoActual !== api.activeWord) return listingGone(context)
  return { api, agency, publication }
}

/** Responds with the page of a suspended or archived publication (PUB-32). */
export const listingGone = (context: PageContext): Promise<Response> =>
  unavailablePage(context, {
    status: 410,
    heading: 'Esta publicación ya no está disponible',
    sentence: 'La agencia la pausó o el auto ya se vendió.',
  })

/** Times of the last view by session and listing: a reload within a minute is not counted again. */
const viewedAtMs = new WeakMap<object, Map<string, number>>()
const RECOUNT_AFTER_MS = 60_000

/** True for a view by a person: no prefetch and no reload of the same page. */
const isNewView = (context: PageContext, key: string): boolean => {
  const purpose = ['sec-purpose', 'purpose'].map((name) => context.req.header(name) ?? '').join('')
  if (context.req.method !== 'GET' || /prefetch|preview|prerender/.test(purpose)) return false
  const { session } = context.var
  const views = viewedAtMs.get(session) ?? new Map<string, number>()
  viewedAtMs.set(session, views)
  const [lastMs, nowMs] = [views.get(key) ?? 0, Date.now()]
  views.set(key, nowMs)
  return nowMs - lastMs > RECOUNT_AFTER_MS
}

/** Responds with a listing and counts the view. */
export const listingPage = async (context: PageContext): Promise<Response> => {
  const listing = await requireActiveListing(context)
  if (listing instanceof Response) return listing
  const { world } = listing.api
  const { adminMail } = listing.agency
  const { ExternalId: externalid } = listing.publication
  if (isNewView(context, `${world.name} ${adminMail} ${externalid}`)) {
    // A suspension in between refuses the view, but the page is shown anyway.
    await world.countView({ adminMail, externalid, count: 1 }).catch(() => undefined)
  }
  return showListing(context, listing, refusedSubmission(context, listing))
}

/** Returns the refused contact form of the listing, which the session keeps for the next page. */
const refusedSubmission = (
  { var: { session } }: PageContext,
  { api, agency, publication }: ActiveListing,
): ContactSubmission | undefined => {
  const { [FORM_OF]: path, ...values } = session.notice?.values ?? {}
  if (path !== listingPath(api.world.name, agency.adminMail, publication.ExternalId)) return undefined
  session.notice = undefined
  return { values, errors: contactErrors(values) }
}

/** Responds with a listing, after a refused contact form with its errors. */
const showListing = (
  context: PageContext,
  { api, agency, publication }: ActiveListing,
  submission?: ContactSubmission,
): Promise<Response> => {
  const { Marca, Modelo, Version, VersionYear, Descripcion, Fotos, ExternalId } = publication
  const world = api.world.name
  const name = [Marca, Modelo].filter(Boolean).join(' ')
  const brandPath = storefrontPath(
    world,
    filterQuery(
      readFilters(() => ''),
      { marca: Marca },
    ),
  )
  return storefrontPage(context, {
    title: [name, Version, VersionYear].filter(Boolean).join(' '),
    body: html`<nav class="crumbs" aria-label="Ubicación"><ol>
      <li><a href="${storefrontPath(world)}">Autos</a></li>
      <li><a href="${brandPath}">${Marca}</a></li>
      <li aria-current="page">${Modelo}</li></ol></nav>
    <div class="listing">
      <div class="gallery">${photoGallery(Fotos ?? [], api.world.api.origin, name)}</div>
      <div class="side">
        ${summary(publication, agency, name)}
        ${contactForm(context, { agency, publication }, submission)}
      </div>
      <div class="details">
        ${Descripcion ? html`<section><h2>Descripción</h2><p class="description">${Descripcion}</p></section>` : ''}
        <section><h2>Datos técnicos</h2>${technicalData(publication)}</section>
        <p class="listing-id">Aviso ${ExternalId}</p>
      </div>
    </div>`,
  })
}

const locationOf = ({ Locacion }: PublicationData): string =>
  [Locacion?.Ciudad, Locacion?.Region].filter(Boolean).join(', ')

const summary = (publication: PublicationData, agency: AgencyData, name: string): Markup => {
  const { VersionYear, Kilometraje, Version, Precio, Locacion, Telefono } = publication
  const location = locationOf(publication)
  const address = [Locacion?.Direccion, location].filter(Boolean).join(', ')
  const mileage = Kilometraje === 0 ? '0 km' : formatMileage(Kilometraje)
  return html`<section class="summary" id="aviso">
    <p class="summary-line">${[VersionYear, mileage, location].filter(Boolean).join(' · ')}</p>
    <h1>${name} <span class="version">${Version ?? ''}</span></h1>
    <p class="price">${formatPrice(Precio)}</p>
    ${financing(publication)}
    ${hasWarranty(publication) ? html`<p class="warranty">Con certificado de garantía de usado</p>` : ''}
    <p class="seller">Vende <strong>${agency.nombreComercial}</strong>${location === '' ? '' : html`<br>${address}`}${
      Telefono ? html`<br><a href="tel:${Telefono.replace(/[^+\d]/g, '')}">${Telefono}</a>` : ''
    }</p>
  </section>`
}

const hasWarranty = ({ CertificadoDeGarantiaUsado: certificate }: PublicationData): boolean =>
  typeof certificate === 'object' ? certificate?.Aplica === true : certificate

const financing = ({ Adelanto, Cuota }: PublicationData): Markup | string => {
  const [down, instalment] = [formatAmount(Adelanto), formatAmount(Cuota)]
  if (down === undefined && instalment === undefined) return ''
  return html`<dl class="financing">${down === undefined ? '' : html`<div><dt>Adelanto</dt><dd>${down}</dd></div>`}${
    instalment === undefined ? '' : html`<div><dt>Cuota</dt><dd>${instalment}</dd></div>`
  }</dl>`
}
