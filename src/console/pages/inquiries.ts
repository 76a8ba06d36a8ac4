import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf, numberIn, textIn } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import {
  agencyPicker,
  buttonForm,
  count,
  counted,
  empty,
  field,
  heading,
  hiddenKey,
  instant,
  type Markup,
  table,
} from '../../web-ui/components.ts'
import type { Consulta, Live, Page } from '../../web-ui/api-types.ts'
import { turner } from '../../web-ui/pagination.ts'

/** Leads of an agency, as the API lists them, and letting more come. */
export const bindInquiries = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/inquiries`
  app.get(at, list)
  app.post(at, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: here(visit, fields['agency']), fields }, async () => {
      const many = numberIn(fields, 'count')
      const [adminMail, externalid, comment] = ['agency', 'externalid', 'comment'].map((name) => textIn(fields, name))
      if (many !== undefined && many > 1) {
        await worldOf(visit).send('POST', '/inquiries', {
          ...(adminMail && { adminMail }),
          ...(externalid && { externalid }),
          count: many,
          over: fields['over'] || 'P7D',
        })
        return `${counted(many, 'inquiry', 'inquiries')} came in.`
      }
      const came = await worldOf(visit).send<{ sid: string; operador: string }>('POST', '/inquiries', {
        ...(adminMail && { adminMail }),
        ...(externalid && { externalid }),
        ...(comment && { interesado: { Comentario: comment } }),
      })
      return `Inquiry ${came.sid} came in for ${came.operador}.`
    })
  })
  app.post(`${at}/live`, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: here(visit, fields['agency']), fields }, async () => {
      const { perMinute } = await worldOf(visit).send<Live>('PUT', '/live', {
        perMinute: numberIn(fields, 'perMinute') ?? 0,
      })
      return perMinute === 0
        ? 'No more leads come by themselves.'
        : `About ${perMinute} leads a minute of the world’s clock come by themselves.`
    })
  })
}

const here = (visit: Visit, agency?: string): string =>
  worldPath(worldOf(visit).name, `/inquiries${agency ? `?agency=${encodeURIComponent(agency)}` : ''}`)

const list = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const { all, chosen } = await world.agency(visit.req.query('agency'))
  if (!chosen) {
    return page(visit, {
      title: 'Inquiries',
      body: html`${heading('Inquiries')}${empty('This world has no agency.', 'Make a world from a scenario that has one.')}`,
    })
  }
  const path = visit.req.query('at') ?? `/v3/consultas/${encodeURIComponent(chosen.adminMail)}`
  const listed = await world.read<Page<Consulta>>(path)
  const live = await world.get<Live>('/live').catch(() => undefined)
  const at = here(visit, chosen.adminMail)
  return page(visit, {
    title: 'Inquiries',
    live: true,
    body: html`${heading('Inquiries', 'Leads as the API lists them: those of the last days, newest first.', agencyPicker(all, chosen))}
    <details class="fold"${filledIn(visit)['agency'] ? html` open` : ''}><summary>Let leads come in</summary>${leadForm(visit, chosen.adminMail, live)}</details>
    <div id="inquiries" hx-get="${at}" hx-select="#inquiries" hx-swap="outerHTML" hx-trigger="playa:delivery from:body, playa:world from:body, playa:clock from:body">
    ${
      listed._entries.length === 0
        ? empty(
            'No inquiry came in these days.',
            html`Open “Let leads come in” above, or send one: <code>POST /_playa/worlds/${world.name}/inquiries</code>.`,
          )
        : html`${table(
            'Inquiries',
            COLUMNS,
            listed._entries.map((inquiry) => row(world.name, chosen.adminMail, inquiry)),
          )}${turner(visit, listed, here(visit, chosen.adminMail))}`
    }</div>`,
  })
}

const COLUMNS = [
  { title: 'Moment' },
  { title: 'Who' },
  { title: 'Car' },
  { title: 'Comment', kind: 'wide' },
  { title: 'Operator', kind: 'wide' },
] as const

const row = (
  world: string,
  agency: string,
  { Momento, OrigenLead, Auto, Interesado, OperadorResponsable }: Consulta,
): Markup => {
  const car = [Auto?.Marca, Auto?.Modelo].filter(Boolean).join(' ') || '–'
  const id = Auto?.ExternalId
  return html`<tr>
    <th scope="row">${instant(Momento)}<br><small>${OrigenLead ?? ''}</small></th>
    <td>${[Interesado?.Nombre, Interesado?.Apellido].filter(Boolean).join(' ') || 'nameless'}<br><small>${Interesado?.Email ?? Interesado?.Telefono ?? ''}</small></td>
    <td>${id ? html`<a href="${worldPath(world, `/publications/one?agency=${encodeURIComponent(agency)}&id=${encodeURIComponent(id)}`)}">${car}</a><br><small>${id}</small>` : html`${car}<br><small>from the catalogue</small>`}</td>
    <td class="wide">${Interesado?.Comentario ?? ''}</td>
    <td class="wide">${OperadorResponsable ?? ''}</td>
  </tr>`
}

const leadForm = (visit: Visit, agency: string, live: Live | undefined): Markup => {
  const filled = filledIn(visit)
  const at = worldPath(worldOf(visit).name, '/inquiries')
  const fixed = html`<input type="hidden" name="agency" value="${agency}">`
  return html`<div class="cards">
    <div class="card"><h3>One, at once</h3><p>On a catalogue entry, from somebody drawn by the world.</p>
      ${buttonForm(visit, { action: at, label: 'Receive a lead', fields: { agency }, tone: 'primary' })}</div>
    <form class="card" method="post" action="${at}">${hiddenKey(visit)}${fixed}<h3>One on a publication</h3>
      ${field({ name: 'externalid', label: 'ExternalId', value: filled['externalid'], required: true })}
      ${field({ name: 'comment', label: 'Comment', value: filled['comment'], placeholder: 'drawn' })}
      <button>Receive it</button></form>
    <form class="card" method="post" action="${at}">${hiddenKey(visit)}${fixed}<h3>Many</h3>
      ${field({ name: 'count', label: 'How many', type: 'number', value: filled['count'] ?? '20', range: { min: 2, max: 100_000 }, required: true })}
      ${field({ name: 'over', label: 'Spread over', value: filled['over'] ?? 'P7D', hint: 'The period that ends now' })}
      <button>Receive them</button></form>
    ${live === undefined ? '' : liveForm(visit, agency, live)}
  </div>`
}

const liveForm = (
  visit: Visit,
  agency: string,
  { perMinute, leads }: Live,
): Markup => html`<form class="card" method="post" action="${worldPath(worldOf(visit).name, '/inquiries/live')}">
  ${hiddenKey(visit)}<input type="hidden" name="agency" value="${agency}"><h3>By themselves</h3>
  <p>${perMinute === 0 ? 'None come by themselves.' : html`${perMinute} a minute; ${count(leads)} came so far.`}</p>
  ${field({ name: 'perMinute', label: 'A minute', type: 'number', value: String(perMinute), range: { min: 0, step: 'any' }, hint: '0 stops them' })}
  <button>Set</button>
</form>`
