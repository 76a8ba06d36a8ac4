import { html } from 'hono/html'
import { Refused } from '../web-ui/client.ts'
import { type Visit, worldOf, worldPath } from '../web-ui/page-context.ts'
import { fieldsOf } from '../web-ui/form.ts'
import type { Markup } from '../web-ui/components.ts'
import type { Consulta, DeliveryRow } from '../web-ui/api-types.ts'
import { faultsIn, inquiryOf } from './contact.ts'
import { gonePage, listingPath, shopPage, storefrontPath } from './frame.ts'
import { needOnSale, noLongerThere, showListing } from './listing.ts'
import { Shop } from './shop.ts'
import { counted } from './formats.ts'

/** A shopper asks: a real inquiry comes in, and travels to whoever must be told of it. */
export const sendInquiry = async (visit: Visit): Promise<Response> => {
  const values = await fieldsOf(visit)
  const found = await needOnSale(visit)
  if (found instanceof Response) return found
  const { shop, agency, car } = found
  const faults = faultsIn(values)
  if (Object.keys(faults).length > 0) return showListing(visit, found, { values, faults })
  try {
    const { sid } = await shop.world.send<{ sid: string }>('POST', '/inquiries', {
      adminMail: agency.adminMail,
      externalid: car.ExternalId,
      interesado: inquiryOf(values),
      origen: 'form',
    })
    return visit.redirect(
      listingPath(shop.world.name, agency.adminMail, car.ExternalId, `/gracias?consulta=${sid}`),
      303,
    )
  } catch (error) {
    // It was taken off the market while the shopper wrote.
    if (error instanceof Refused && error.status === 409) return noLongerThere(visit)
    throw error
  }
}

/** What became of an inquiry, for the shopper, and where it can be watched, for whoever develops. */
export const thanksPage = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const shop = await Shop.open(world)
  const agency = shop.agency(visit.req.param('agency') ?? '')
  const sid = visit.req.query('consulta') ?? ''
  const path = `/v3/consultas/${encodeURIComponent(agency?.adminMail ?? '')}/${encodeURIComponent(sid)}`
  const asked = agency && /^\d{1,15}$/.test(sid) ? await shop.findByAny<Consulta>(path) : undefined
  const id = asked?.Auto?.ExternalId ?? ''
  if (!agency || !asked || id.toLowerCase() !== (visit.req.param('externalid') ?? '').toLowerCase())
    return gonePage(visit, 404, 'No encontramos esta consulta', 'Puede ser que la dirección esté mal escrita.')
  const told = (await world.deliveries('?limit=200')).filter(
    ({ what, happened }) => what === `an inquiry on ${id}` && Date.parse(happened) === Date.parse(asked.Momento),
  )
  const name = asked.Interesado?.Nombre ?? ''
  const reply = [asked.Interesado?.Email, asked.Interesado?.Telefono].filter(Boolean).join(' o al ')
  return shopPage(visit, {
    title: 'Consulta enviada',
    body: html`<div class="thanks">
      <h1>¡Gracias${name === '' ? '' : `, ${name}`}!</h1>
      <p>Tu consulta por el ${asked.Auto?.Marca} ${asked.Auto?.Modelo} le llegó a <strong>${agency.nombreComercial}</strong>. Te van a responder a ${reply}.</p>
      <p class="row"><a class="button primary" href="${storefrontPath(world.name)}">Seguir mirando autos</a> <a class="button" href="${listingPath(world.name, agency.adminMail, id)}">Volver al aviso</a></p>
      <aside class="behind" aria-labelledby="detras"><h2 id="detras">Detrás de la vidriera</h2>
        <p>La API la muestra como <code>GET /w/${world.name}${path}</code>.</p>
        ${journeyOf(world.name, told)}
        <p class="row"><a href="${worldPath(world.name, `/inquiries?agency=${encodeURIComponent(agency.adminMail)}`)}">Consultas en la consola</a> <a href="${worldPath(world.name, '/deliveries')}">Entregas</a> <a href="${worldPath(world.name, '/outbox')}">Correos</a></p>
      </aside></div>`,
  })
}

const journeyOf = (world: string, told: readonly DeliveryRow[]): Markup => {
  if (told.length === 0)
    return html`<p>Ni la app que publicó el auto ni la agencia configuraron una notificación de consultas.</p>`
  return html`<p>${counted(told.length, 'notificación salió', 'notificaciones salieron')} por ella:</p>
  <ul class="journey">${told.map(
    ({ id, channel, app, topic, state, verdict }) =>
      html`<li><a href="${worldPath(world, `/deliveries/${id}`)}">${
        channel === 'app-webhook' ? `${topic} a la app ${app}` : channel
      }</a> <span class="state">${STATES[state] ?? state}${verdict === null || state === 'delivered' ? '' : html`: ${verdict}`}</span></li>`,
  )}</ul>`
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'en camino',
  delivered: 'entregado',
  failed: 'no se pudo entregar',
  cancelled: 'cancelado',
  copied: 'lo envía otro mundo',
}
