import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, dataTable, emptyState, pageHeading, timestamp } from '../../ui/components/components.ts'
import { breakableName } from '../../ui/components/readable-path.ts'
import { rich, serverText, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { DeliverySummaryData } from '../../ui/sandbox/api-types.ts'
import { DELIVERY_TONES, deliveryDestination, registerDeliveryPages } from './delivery.ts'

/** Registers the pages of deliveries: webhooks, ADF documents and mails, with every attempt. */
export const registerDeliveriesPages = (app: Hono<PageEnv>): void => {
  app.get(`${CONSOLE_ROOT}/w/:world/deliveries`, deliveriesPage)
  registerDeliveryPages(app)
}

const STATES = ['pending', 'delivered', 'failed', 'cancelled', 'copied'] as const

const MAX_LISTED = 200

const deliveriesPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const state = STATES.find((one) => one === context.req.query('state'))
  const rows = await world.deliveries({ limit: MAX_LISTED, ...(state && { state }) })
  const path = worldPath(world.name, '/deliveries')
  return consolePage(context, {
    title: t('Deliveries'),
    isLive: true,
    body: html`${pageHeading(
      t('Deliveries'),
      t('Notifications to app webhooks and agency channels. Retries are scheduled on the world clock.'),
    )}
    <nav class="tabs" aria-label="${t('State')}"><a href="${path}"${
      state
        ? ''
        : html`
      aria-current="page"`
    }>${t('all')}</a>${STATES.map(
      (one) =>
        html`<a href="${path}?state=${one}"${
          one === state
            ? html`
        aria-current="page"`
            : ''
        }>${t(one)}</a>`,
    )}</nav>
    <div id="deliveries" hx-get="${path}${state ? `?state=${state}` : ''}" hx-select="#deliveries"
      hx-swap="outerHTML" hx-trigger="playa:delivery from:body, playa:world from:body">
    ${
      rows.length === 0
        ? emptyState(
            state ? t('No deliveries in this state') : t('No deliveries yet'),
            rich(
              'Configure a webhook with `PUT /v3/appnotificaciones/{topic}` or agency channels with `PUT /v3/notificaciones/{adminmail}`, then {receive}.',
              {
                receive: html`<a href="${worldPath(world.name, '/inquiries')}">${t('receive a lead')}</a>`,
              },
            ),
          )
        : dataTable(
            t('Deliveries'),
            COLUMNS,
            rows.map((row) => deliveryRow(path, row)),
          )
    }</div>`,
  })
}

const COLUMNS = [
  { title: 'Delivery', kind: 'name' },
  { title: 'State' },
  { title: 'Event' },
  { title: 'Destination' },
  { title: 'Attempts', kind: 'number' },
  { title: 'Time', kind: 'wide' },
  { title: 'Last result', kind: 'wide' },
] as const

const deliveryRow = (path: string, row: DeliverySummaryData) => [
  html`<a id="${row.id}" href="${path}/${row.id}">${row.id}</a>`,
  badge(t(row.state), DELIVERY_TONES[row.state]),
  html`${serverText(row.what)}<br><small>${row.agency}</small>`,
  breakableName(deliveryDestination(row)),
  row.attempts,
  html`${timestamp(row.happened)}${
    row.due ? html`<br><small>${rich('next {time}', { time: timestamp(row.due) })}</small>` : ''
  }`,
  serverText(row.why ?? row.verdict ?? '–'),
]
