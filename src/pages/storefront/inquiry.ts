import { html } from 'hono/html'
import type { Markup } from '../ui/components/components.ts'
import { formFields } from '../ui/form.ts'
import { type PageContext, requestedWorld, worldPath } from '../ui/page-context.ts'
import { ApiError } from '../ui/sandbox/api-error.ts'
import type { DeliverySummaryData, InquiryData } from '../ui/sandbox/api-types.ts'
import { contactErrors, FORM_OF, inquiryBody } from './contact.ts'
import { pluralizeEs } from './formats.ts'
import { listingPath, storefrontPage, storefrontPath, unavailablePage } from './layout.ts'
import { listingGone, requireActiveListing } from './listing.ts'
import { openStorefront } from './storefront-api.ts'

/** Sends the contact form as an inquiry; its notifications go out as for any lead. */
export const sendInquiry = async (context: PageContext): Promise<Response> => {
  const values = await formFields(context)
  const listing = await requireActiveListing(context)
  if (listing instanceof Response) return listing
  const { adminMail } = listing.agency
  const { ExternalId: externalid } = listing.publication
  const { world } = listing.api
  if (Object.keys(contactErrors(values)).length > 0) {
    const path = listingPath(world.name, adminMail, externalid)
    context.var.session.notice = {
      tone: 'bad',
      text: 'Falta corregir',
      values: { ...values, [FORM_OF]: path },
    }
    return context.redirect(`${path}#consultar`, 303)
  }
  try {
    const received = await world.receiveInquiries({
      adminMail,
      externalid,
      interesado: inquiryBody(values),
      origen: 'form',
    })
    const query = new URLSearchParams({ consulta: 'sid' in received ? received.sid : '' }).toString()
    return context.redirect(listingPath(world.name, adminMail, externalid, `/gracias?${query}`), 303)
  } catch (error) {
    // The publication was suspended while the buyer filled in the form.
    if (error instanceof ApiError && error.status === 409) return listingGone(context)
    throw error
  }
}

/** Confirms an inquiry to the buyer; shows a developer where its notifications are. */
export const thanksPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const api = await openStorefront(context)
  const agency = api.agency(context.req.param('agency') ?? '')
  const sid = context.req.query('consulta') ?? ''
  const path = `/v3/consultas/${encodeURIComponent(agency?.adminMail ?? '')}/${encodeURIComponent(sid)}`
  const inquiry = agency && /^\d{1,15}$/.test(sid) ? await api.findByAny<InquiryData>(path) : undefined
  const id = inquiry?.Auto.ExternalId ?? ''
  if (!agency || !inquiry || id.toLowerCase() !== (context.req.param('externalid') ?? '').toLowerCase()) {
    return unavailablePage(context, {
      status: 404,
      heading: 'No encontramos esta consulta',
      sentence: 'Puede ser que la dirección esté mal escrita.',
    })
  }
  const { Auto, Interesado, Momento } = inquiry
  const deliveries = deliveriesOf(id, Momento, await world.deliveries({ limit: 200 }))
  const name = Interesado.Nombre ?? ''
  const contact = [Interesado.Email, Interesado.Telefono].filter(Boolean).join(' o al ')
  const inquiriesPath = worldPath(world.name, `/inquiries?agency=${encodeURIComponent(agency.adminMail)}`)
  return storefrontPage(context, {
    title: 'Consulta enviada',
    body: html`<div class="thanks">
      <h1>¡Gracias${name === '' ? '' : `, ${name}`}!</h1>
      <p>Tu consulta por el ${Auto.Marca} ${Auto.Modelo} le llegó a
        <strong>${agency.nombreComercial}</strong>. Te van a responder a ${contact}.</p>
      <p class="row"><a class="button primary" href="${storefrontPath(world.name)}">Seguir mirando autos</a>
        <a class="button" href="${listingPath(world.name, agency.adminMail, id)}">Volver al aviso</a></p>
      <aside class="developer" aria-labelledby="desarrollo"><h2 id="desarrollo">Para desarrolladores</h2>
        <p>La API devuelve esta consulta en <code>GET /w/${world.name}${path}</code>.</p>
        ${deliveryList(world.name, deliveries)}
        <p class="row"><a target="_top" href="${inquiriesPath}">Consultas en la consola</a> <a target="_top"
          href="${worldPath(world.name, '/deliveries')}">Entregas</a> <a target="_top"
            href="${worldPath(world.name, '/outbox')}">Correos</a></p>
      </aside></div>`,
  })
}

/** Returns what was sent of an inquiry: a fast clock stamps it somewhat later than the inquiry itself. */
const deliveriesOf = (
  id: string,
  momento: string,
  all: readonly DeliverySummaryData[],
): readonly DeliverySummaryData[] => {
  const since = all.filter(
    ({ what, happened }) => what === `an inquiry on ${id}` && Date.parse(happened) >= Date.parse(momento),
  )
  const first = Math.min(...since.map(({ happened }) => Date.parse(happened)))
  return since.filter(({ happened }) => Date.parse(happened) === first)
}

const deliveryList = (world: string, deliveries: readonly DeliverySummaryData[]): Markup => {
  if (deliveries.length === 0) {
    return html`<p>Ni la app que publicó el auto ni la agencia configuraron notificaciones de consultas.</p>`
  }
  return html`<p>${pluralizeEs(deliveries.length, 'notificación enviada', 'notificaciones enviadas')}:</p>
  <ul class="deliveries">${deliveries.map(
    ({ id, channel, app, topic, state, verdict }) =>
      html`<li><a target="_top" href="${worldPath(world, `/deliveries/${id}`)}">${
        channel === 'app-webhook' ? `${topic} a la app ${app}` : channel
      }</a> <span class="state">${STATES[state] ?? state}${
        verdict === null || state === 'delivered' ? '' : html`: ${verdict}`
      }</span></li>`,
  )}</ul>`
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'pendiente',
  delivered: 'entregada',
  failed: 'no se pudo entregar',
  cancelled: 'cancelada',
  copied: 'la envía otro mundo',
}
