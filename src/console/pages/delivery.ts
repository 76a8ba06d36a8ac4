import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { AttemptData, DeliverySummaryData, MailSummaryData } from '../../web-ui/api-types.ts'
import {
  type BadgeTone,
  badge,
  definitionList,
  type Markup,
  pageHeading,
  statusBadge,
  timestamp,
} from '../../web-ui/components.ts'
import { runAction } from '../../web-ui/form.ts'
import { buttonForm } from '../../web-ui/form-components.ts'
import { pluralize } from '../../web-ui/format.ts'
import { headerList } from '../../web-ui/header-list.ts'
import { highlightedBody } from '../../web-ui/json-view.ts'
import { consolePage } from '../../web-ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../web-ui/page-context.ts'

/** Registers the page of one delivery with its attempts. */
export const registerDeliveryPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/deliveries/:delivery`
  app.get(route, deliveryPage)
  app.post(`${route}/redeliver`, (context) => {
    const world = requestedWorld(context)
    const id = context.req.param('delivery')
    const redirectTo = worldPath(world.name, `/deliveries/${encodeURIComponent(id)}`)
    return runAction(context, { redirectTo }, async () => {
      await world.redeliver(id)
      return 'Delivery attempted again with the same hook id.'
    })
  })
}

/** Badge tones by the state of a delivery. */
export const DELIVERY_TONES: Readonly<Record<string, BadgeTone>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'plain',
  copied: 'plain',
}

/** Returns the app and topic of a webhook delivery, the channel of any other. */
export const deliveryDestination = ({
  channel,
  topic,
  app,
}: Pick<DeliverySummaryData, 'channel' | 'topic' | 'app'>): string =>
  channel === 'app-webhook' ? `${app ?? 'app'}, ${topic ?? ''}` : channel

const deliveryPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const delivery = await world.delivery(context.req.param('delivery') ?? '')
  const { id, state, due, why, hookId, attempts } = delivery
  const isMail = delivery.channel.endsWith('Mail')
  const mails = isMail ? (await world.outbox()).filter((mail) => mail.delivery === id) : []
  const path = worldPath(world.name, '/deliveries')
  return consolePage(context, {
    title: `Delivery ${id}`,
    body: html`${pageHeading(
      html`Delivery ${id} ${badge(state, DELIVERY_TONES[state])}`,
      html`Event: ${delivery.what}, ${timestamp(delivery.happened)}`,
      html`${buttonForm(context, {
        action: `${path}/${encodeURIComponent(id)}/redeliver`,
        label: 'Redeliver now',
        tone: 'primary',
      })}<a class="button" href="${path}">All deliveries</a>`,
    )}
    ${definitionList([
      ['Destination', deliveryDestination(delivery)],
      ['Agency', delivery.agency],
      ['Notification-Hook-ID', html`<code>${hookId}</code>`],
      ...(due ? [['Next attempt', timestamp(due)] as const] : []),
      ...(why ? [['Reason', why] as const] : []),
      ...mails.map((mail) => ['Mail', mailLink(world.name, mail)] as const),
    ])}
    <h2>${pluralize(attempts.length, 'attempt')}</h2>
    ${attempts.length === 0 ? noAttempts(world.name, due) : attempts.map(attemptSection).toReversed()}`,
  })
}

const mailLink = (world: string, { id, subject }: MailSummaryData): Markup =>
  html`<a href="${worldPath(world, `/outbox/${id}`)}">${subject}</a>`

const noAttempts = (world: string, due: string | null): Markup =>
  html`<p class="nothing">${
    due
      ? html`Scheduled on the world clock. <a href="${worldPath(world, '/clock')}">Advance the clock</a> to
        run it.`
      : 'No attempt was made.'
  }</p>`

const attemptSection = (
  { at, verdict, delivered, tookMs, request, response }: AttemptData,
  index: number,
): Markup => html`<section class="attempt">
  <h3>Attempt ${index + 1} ${badge(verdict, delivered ? 'good' : 'bad')} <small>${timestamp(at)},
    ${Math.round(tookMs)} ms</small></h3>
  ${
    request
      ? html`<p><strong>${request.method}</strong> <code>${request.url}</code></p>
      <details><summary>Request: ${pluralize(request.headers.length, 'header')},
        body</summary>${headerList(request.headers)}${highlightedBody(
          request.body,
          `Request body of attempt ${index + 1}`,
        )}</details>`
      : delivered
        ? ''
        : html`<p>No request was sent.</p>`
  }
  ${
    response
      ? html`<details open><summary>Response
        ${statusBadge(response.status)}</summary>${headerList(Object.entries(response.headers))}${highlightedBody(response.body, `Response body of attempt ${index + 1}`)}</details>`
      : delivered
        ? ''
        : html`<p>No response was received.</p>`
  }
</section>`
