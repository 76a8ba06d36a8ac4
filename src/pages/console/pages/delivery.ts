import type { Hono } from 'hono'
import { html } from 'hono/html'
import {
  type BadgeTone,
  badge,
  definitionList,
  type Markup,
  pageHeading,
  statusBadge,
  timestamp,
} from '../../ui/components/components.ts'
import { pluralize } from '../../ui/components/format.ts'
import { headerList } from '../../ui/components/header-list.ts'
import { highlightedBody } from '../../ui/components/json-view.ts'
import { runAction } from '../../ui/form.ts'
import { buttonForm } from '../../ui/form-components.ts'
import { rich, serverText, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { AttemptData, DeliverySummaryData, MailSummaryData } from '../../ui/sandbox/api-types.ts'

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
      return t('Delivery attempted again with the same hook id.')
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
    title: `${t('Delivery')} ${id}`,
    body: html`${pageHeading(
      html`${t('Delivery')} ${id} ${badge(t(state), DELIVERY_TONES[state])}`,
      html`${t('Event:')} ${serverText(delivery.what)}, ${timestamp(delivery.happened)}`,
      html`${buttonForm(context, {
        action: `${path}/${encodeURIComponent(id)}/redeliver`,
        label: t('Redeliver now'),
        tone: 'primary',
      })}<a class="button" href="${path}">${t('All deliveries')}</a>`,
    )}
    ${definitionList([
      [t('Destination'), deliveryDestination(delivery)],
      [t('Agency'), delivery.agency],
      ['Notification-Hook-ID', html`<code>${hookId}</code>`],
      ...(due ? [[t('Next attempt'), timestamp(due)] as const] : []),
      ...(why ? [[t('Reason'), serverText(why)] as const] : []),
      ...mails.map((mail) => [t('Mail'), mailLink(world.name, mail)] as const),
    ])}
    <h2>${pluralize(attempts.length, 'attempt|attempts')}</h2>
    ${attempts.length === 0 ? noAttempts(world.name, due) : attempts.map(attemptSection).toReversed()}`,
  })
}

const mailLink = (world: string, { id, subject }: MailSummaryData): Markup =>
  html`<a href="${worldPath(world, `/outbox/${id}`)}">${subject}</a>`

const noAttempts = (world: string, due: string | null): Markup =>
  html`<p class="nothing">${
    due
      ? rich('Scheduled on the world clock. {advance} to run it.', {
          advance: html`<a href="${worldPath(world, '/clock')}">${t('Advance the clock')}</a>`,
        })
      : t('No attempt was made.')
  }</p>`

const attemptSection = (
  { at, verdict, delivered, tookMs, request, response }: AttemptData,
  index: number,
): Markup => html`<section class="attempt">
  <h3>${t('Attempt')} ${index + 1} ${badge(serverText(verdict), delivered ? 'good' : 'bad')} <small>${timestamp(at)},
    ${Math.round(tookMs)} ms</small></h3>
  ${
    request
      ? html`<p><strong>${request.method}</strong> <code>${request.url}</code></p>
      <details><summary>${t('Request: {headers}, body', { headers: pluralize(request.headers.length, 'header|headers') })}</summary>${headerList(request.headers)}${highlightedBody(
        request.body,
        t('Request body of attempt {n}', { n: index + 1 }),
      )}</details>`
      : delivered
        ? ''
        : html`<p>${t('No request was sent.')}</p>`
  }
  ${
    response
      ? html`<details open><summary>${t('Response')}
        ${statusBadge(response.status)}</summary>${headerList(Object.entries(response.headers))}${highlightedBody(response.body, t('Response body of attempt {n}', { n: index + 1 }))}</details>`
      : delivered
        ? ''
        : html`<p>${t('No response was received.')}</p>`
  }
</section>`
