import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut } from '../../web-ui/form.ts'
import { bodyView } from '../../web-ui/json-view.ts'
import { page } from '../../web-ui/layout.ts'
import {
  badge,
  buttonForm,
  counted,
  empty,
  facts,
  heading,
  instant,
  type Markup,
  statusBadge,
  type Tone,
  table,
} from '../../web-ui/components.ts'
import type { Attempt, DeliveryRow } from '../../web-ui/api-types.ts'

/** Webhooks, ADF and mails on their way, with every attempt. */
export const bindDeliveries = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/deliveries`
  app.get(at, list)
  app.get(`${at}/:delivery`, show)
  app.post(`${at}/:delivery/redeliver`, (visit) => {
    const id = visit.req.param('delivery')
    return carryOut(
      visit,
      { leadsTo: worldPath(worldOf(visit).name, `/deliveries/${encodeURIComponent(id)}`) },
      async () => {
        await worldOf(visit).send('POST', `/deliveries/${encodeURIComponent(id)}/redeliver`)
        return 'It was attempted again, under the same hook id.'
      },
    )
  })
}

const STATES = ['pending', 'delivered', 'failed', 'cancelled', 'copied'] as const

const TONES: Readonly<Record<string, Tone>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'plain',
  copied: 'plain',
}

const list = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const state = STATES.find((one) => one === visit.req.query('state'))
  const rows = await world.deliveries(`?limit=200${state ? `&state=${state}` : ''}`)
  const at = worldPath(world.name, '/deliveries')
  return page(visit, {
    title: 'Deliveries',
    live: true,
    body: html`${heading('Deliveries', 'Notifications to the webhooks of apps and to the channels of agencies. Retries wait for the world’s clock.')}
    <nav class="tabs" aria-label="State"><a href="${at}"${state ? '' : html` aria-current="page"`}>all</a>${STATES.map(
      (one) => html`<a href="${at}?state=${one}"${one === state ? html` aria-current="page"` : ''}>${one}</a>`,
    )}</nav>
    <div id="deliveries" hx-get="${at}${state ? `?state=${state}` : ''}" hx-select="#deliveries" hx-swap="outerHTML" hx-trigger="playa:delivery from:body, playa:world from:body">
    ${
      rows.length === 0
        ? empty(
            state ? `No delivery is ${state}.` : 'Nothing was to be delivered yet.',
            html`Configure a webhook with <code>PUT /v3/appnotificaciones/{topic}</code> or an agency’s channels with <code>PUT /v3/notificaciones/{adminmail}</code>, then <a href="${worldPath(world.name, '/inquiries')}">receive a lead</a>.`,
          )
        : table(
            'Deliveries',
            COLUMNS,
            rows.map((row) => line(at, row)),
          )
    }</div>`,
  })
}

const COLUMNS = [
  { title: 'Delivery' },
  { title: 'State' },
  { title: 'What happened' },
  { title: 'To' },
  { title: 'Attempts', kind: 'number' },
  { title: 'When', kind: 'wide' },
  { title: 'Last verdict', kind: 'wide' },
] as const

const line = (at: string, row: DeliveryRow): Markup => html`<tr>
  <th scope="row"><a id="${row.id}" href="${at}/${row.id}">${row.id}</a></th>
  <td>${badge(row.state, TONES[row.state])}</td>
  <td>${row.what}<br><small>${row.agency}</small></td>
  <td>${destination(row)}</td>
  <td class="number">${row.attempts}</td>
  <td class="wide">${instant(row.happened)}${row.due ? html`<br><small>next ${instant(row.due)}</small>` : ''}</td>
  <td class="wide">${row.why ?? row.verdict ?? '–'}</td>
</tr>`

const destination = ({ channel, topic, app }: Pick<DeliveryRow, 'channel' | 'topic' | 'app'>): string =>
  channel === 'app-webhook' ? `${app ?? 'app'}, ${topic ?? ''}` : channel

const show = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const one = await world.delivery(visit.req.param('delivery') ?? '')
  const mails = one.channel.endsWith('Mail') ? (await world.outbox()).filter(({ delivery }) => delivery === one.id) : []
  const at = worldPath(world.name, '/deliveries')
  return page(visit, {
    title: `Delivery ${one.id}`,
    body: html`${heading(
      html`Delivery ${one.id} ${badge(one.state, TONES[one.state])}`,
      html`Because ${one.what}, at ${instant(one.happened)}.`,
      html`${buttonForm(visit, { action: `${at}/${encodeURIComponent(one.id)}/redeliver`, label: 'Attempt again now', tone: 'primary' })}<a class="button" href="${at}">All deliveries</a>`,
    )}
    ${facts([
      ['To', destination(one)],
      ['Agency', one.agency],
      ['Notification-Hook-ID', html`<code>${one.hookId}</code>`],
      ...(one.due ? [['Next attempt', instant(one.due)] as const] : []),
      ...(one.why ? [['Why', one.why] as const] : []),
      ...mails.map(
        ({ id, subject }) =>
          ['Mail', html`<a href="${worldPath(world.name, `/outbox/${id}`)}">${subject}</a>`] as const,
      ),
    ])}
    <h2>${counted(one.attempts.length, 'attempt')}</h2>
    ${one.attempts.length === 0 ? html`<p class="nothing">${one.due ? html`It waits for the world’s clock. <a href="${worldPath(world.name, '/clock')}">Move it on</a>.` : 'None was made.'}</p>` : ''}
    ${one.attempts.map(attempt).reverse()}`,
  })
}

const attempt = (
  { at, verdict, delivered, tookMs, request, response }: Attempt,
  index: number,
): Markup => html`<section class="attempt">
  <h3>Attempt ${index + 1} ${badge(verdict, delivered ? 'good' : 'bad')} <small>${instant(at)}, ${Math.round(tookMs)} ms</small></h3>
  ${
    request
      ? html`<p><strong>${request.method}</strong> <code>${request.url}</code></p>
      <details><summary>Request: ${counted(request.headers.length, 'header')}, body</summary>${headerList(request.headers)}${bodyView(request.body, `Body of attempt ${index + 1}`)}</details>`
      : delivered
        ? ''
        : html`<p>Nothing was sent.</p>`
  }
  ${
    response
      ? html`<details open><summary>Answer ${statusBadge(response.status)}</summary>${headerList(Object.entries(response.headers))}${bodyView(response.body, `Answer to attempt ${index + 1}`)}</details>`
      : delivered
        ? ''
        : html`<p>No answer came.</p>`
  }
</section>`

export const headerList = (headers: readonly (readonly [string, string])[]): Markup =>
  html`<dl class="headers">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
