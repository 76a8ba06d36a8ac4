import type { Hono } from 'hono'
import { html } from 'hono/html'
import { dataTable, emptyState, pageHeading, timestamp } from '../../ui/components/components.ts'
import { pluralize } from '../../ui/components/format.ts'
import { breakableMail } from '../../ui/components/readable-path.ts'
import { formFields, numberField, optionalField, runAction } from '../../ui/form.ts'
import { agencyPicker } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  submittedValues,
  worldPath,
} from '../../ui/page-context.ts'
import { pagePart, pagination } from '../../ui/pagination.ts'
import type { InquiryData, InquiryPageData } from '../../ui/sandbox/api-types.ts'
import { leadForms } from './lead-forms.ts'

/** Registers the page of an agency's inquiries and the forms that create leads. */
export const registerInquiriesPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/inquiries`
  app.get(route, inquiriesPage)
  app.post(route, receiveLeads)
  app.post(`${route}/live`, setLiveLeads)
}

const receiveLeads = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: inquiriesPath(context, fields['agency']), fields }, async () => {
    const count = numberField(fields, 'count')
    const [adminMail, externalid, comment] = ['agency', 'externalid', 'comment'].map((name) =>
      optionalField(fields, name),
    )
    const isMany = count !== undefined && count > 1
    const received = await requestedWorld(context).receiveInquiries({
      ...(adminMail && { adminMail }),
      ...(externalid && { externalid }),
      ...(isMany && { count, over: fields['over'] || 'P7D' }),
      ...(!isMany && comment && { interesado: { Comentario: comment } }),
    })
    return 'sid' in received
      ? t('Inquiry {sid} received for {operator}.', { sid: received.sid, operator: received.operador })
      : `${pluralize(received.count, 'inquiry received|inquiries received')}.`
  })
}

const setLiveLeads = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: inquiriesPath(context, fields['agency']), fields }, async () => {
    const { perMinute } = await requestedWorld(context).setLiveLeads(numberField(fields, 'perMinute') ?? 0)
    return perMinute === 0
      ? t('Automatic leads stopped.')
      : t('Automatic leads: about {n} per minute of the world clock.', { n: perMinute })
  })
}

const inquiriesPath = (context: PageContext, agency?: string): string =>
  worldPath(
    requestedWorld(context).name,
    `/inquiries${agency ? `?agency=${encodeURIComponent(agency)}` : ''}`,
  )

const inquiriesPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const { all, chosen } = await world.agency(context.req.query('agency'))
  if (!chosen) {
    return consolePage(context, {
      title: t('Inquiries'),
      body: html`${pageHeading(t('Inquiries'))}${emptyState(
        t('No agency'),
        t('Create a world from a scenario with an agency.'),
      )}`,
    })
  }
  const apiPath = context.req.query('at') ?? `/v3/consultas/${encodeURIComponent(chosen.adminMail)}`
  const inquiries = await world.api.read<InquiryPageData>(apiPath)
  const liveLeads = await world.liveLeads().catch(() => undefined)
  const path = inquiriesPath(context, chosen.adminMail)
  const { pathname, search } = new URL(context.req.url)
  const part = pagePart(context, inquiries, PER_PAGE)
  return consolePage(context, {
    title: t('Inquiries'),
    isLive: true,
    body: html`${pageHeading(
      t('Inquiries'),
      t('Recent leads as the API lists them, newest first.'),
      agencyPicker(all, chosen),
    )}
    <details class="fold"${submittedValues(context)['agency'] ? html` open` : ''}><summary><h2>${t('Create leads')}</h2></summary>${leadForms(context, chosen.adminMail, liveLeads)}</details>
    <div id="inquiries" hx-get="${pathname + search}" hx-select="#inquiries" hx-swap="outerHTML"
      hx-trigger="playa:delivery from:body, playa:world from:body, playa:clock from:body">
    ${
      inquiries._entries.length === 0
        ? emptyState(
            t('No inquiries in this period'),
            rich('Use “Create leads” above, or call `POST /_playa/worlds/{world}/inquiries`.', {
              world: world.name,
            }),
          )
        : html`${dataTable(
            t('Inquiries'),
            COLUMNS,
            part.entries.map((inquiry) => inquiryRow(world.name, chosen.adminMail, inquiry)),
          )}${pagination(context, inquiries, path, part)}`
    }</div>`,
  })
}

/** Rows of a page: a quarter of the API's, since on a phone each is a block of lines. */
const PER_PAGE = 25

const COLUMNS = [
  { title: 'Time', kind: 'name' },
  { title: 'Contact' },
  { title: 'Vehicle' },
  { title: 'Comment', kind: 'wide' },
  { title: 'Operator', kind: 'wide' },
] as const

const inquiryRow = (
  world: string,
  agency: string,
  { Momento, OrigenLead, Auto, Interesado, OperadorResponsable, _links }: InquiryData,
) => {
  const vehicle = [Auto.Marca, Auto.Modelo].filter(Boolean).join(' ') || '–'
  const id = Auto.ExternalId
  const query = new URLSearchParams({ agency, id }).toString()
  return [
    html`${timestamp(Momento)}<br><small>${OrigenLead}</small>`,
    html`${
      [Interesado.Nombre, Interesado.Apellido].filter(Boolean).join(' ') || t('(no name)')
    }<br><small>${breakableMail(Interesado.Email ?? Interesado.Telefono ?? '')}</small>`,
    id
      ? // Another app's publication is linked only where the app may read it.
        html`${
          _links['publicacion']
            ? html`<a href="${worldPath(world, `/publications/one?${query}`)}">${vehicle}</a>`
            : vehicle
        }<br><small>${id}</small>`
      : html`${vehicle}<br><small>${t('from the catalogue')}</small>`,
    html`<div class="excerpt" title="${Interesado.Comentario ?? ''}">${Interesado.Comentario ?? ''}</div>`,
    breakableMail(OperadorResponsable),
  ]
}
