import { chosen, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import type { ChannelName } from '../../api/wire/channels.ts'
import { type HeaderList, hookHeaders } from '../../api/wire/delivery-headers.ts'
import { dateTime } from '../../lib/calendar/date-time.ts'
import { type Agency, agencyByOrdinal, zoneMinutesOf } from '../../model/world/agency.ts'
import type { Delivery } from '../../model/world/delivery.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import type { Inquiry } from '../../model/world/inquiry.ts'
import { isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { Mail } from '../../model/world/outbox.ts'
import type { App, World } from '../../model/world/world.ts'
import { activeChannel, activeWebhook } from './active-channels.ts'
import { adfOf } from './adf.ts'
import type { EntityRepresentations, RepresentationContext } from './entity-representations.ts'
import { htmlMail, subjectOf } from './html-mail.ts'
import { type InquiryDetails, inquiryDetails } from './inquiry-details.ts'
import { mailboxes } from './mail-text.ts'

/** The message of an attempt, or the reason why there is nothing to send. */
export type OutgoingMessage = HttpMessage | MailMessage | NothingToSend

interface HttpMessage {
  readonly kind: 'http'
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body: string
  /** The text that `Notification-Signature` signs; absent when nothing is signed. */
  readonly signatureInput?: string
}

interface MailMessage {
  readonly kind: 'mail'
  readonly mail: Omit<Mail, 'number'>
}

interface NothingToSend {
  readonly kind: 'void'
  /** One sentence. */
  readonly why: string
}

/**
 * Renders a delivery for an attempt at world time `nowMs`: address, secret and custom headers as configured
 * now (EVT-04, EVT-06), a new timestamp and signature, the same hook id in every attempt (EVT-05).
 */
export const renderDelivery = (
  world: World,
  delivery: Delivery,
  nowMs: number,
  representations: EntityRepresentations,
): OutgoingMessage => {
  const agency = agencyByOrdinal(world.agencies, delivery.agency)
  if (!agency) return nothingToSend('The agency does not exist any more.')
  const context: AttemptContext = { world, agency, delivery, nowMs, representations }
  const { to, event } = delivery
  if (to.kind === 'app-webhook') return appHook(context, to.app, to.topic)
  if (event.kind !== 'inquiry-received')
    return nothingToSend('Channels of an agency notify of inquiries only.')
  return CHANNEL_MESSAGES[to.channel](context, event.inquiry)
}

interface AttemptContext {
  readonly world: World
  readonly agency: Agency
  readonly delivery: Delivery
  readonly nowMs: number
  readonly representations: EntityRepresentations
}

const nothingToSend = (why: string): NothingToSend => ({ kind: 'void', why })
const inactiveConfiguration = (what: string): NothingToSend =>
  nothingToSend(`${what} is not configured and active any more.`)

// ---- hooks, all with one method (`events/method`) ----

const appHook = (context: AttemptContext, name: string, topic: string): OutgoingMessage => {
  const { world, delivery, nowMs } = context
  const { profile } = world.setting
  const webhook = activeWebhook(world, name, topic)
  const app = world.setting.apps.find((entry) => entry.name === name)
  if (!webhook || !app) return inactiveConfiguration(`The webhook ${topic} of the app ${name}`)
  const { headers, signatureInput } = hookHeaders(profile, {
    hookId: delivery.hookId,
    nowMs,
    topic,
    secret: webhook.Secret,
    custom: [webhook.HeaderCustom01, webhook.HeaderCustom02, webhook.HeaderCustom03],
  })
  const Momento = dateTime(delivery.happenedMs, zoneMinutesOf(profile, context.agency))
  const head = JSON.stringify({ Topic: topic, Momento })
  const body = `${head.slice(0, -1)},"Entidad":${entityOf(context, app, delivery.event)}}`
  return hookMessage(profile, webhook.Callback, [JSON_BODY, ...headers], body, signatureInput)
}

/** Renders the entity of the event as JSON (`events/body`). */
const entityOf = (context: AttemptContext, app: App, event: DomainEvent): string => {
  const form = chosen(context.world.setting.profile, 'events/body')
  const viewer = representationContext(context, app)
  if (event.kind === 'inquiry-received') return context.representations.inquiry(form, viewer, event.inquiry)
  if (event.kind === 'publication-written')
    return context.representations.publication(form, viewer, event.after)
  return context.representations.agency(form, viewer)
}

const representationContext = (
  { world, agency, delivery }: AttemptContext,
  app: App,
): RepresentationContext => ({
  world,
  app,
  agency,
  base: delivery.base,
})

/** Sends the headers of an app webhook (`events/agency-hooks`, `events/topic-header`). */
const agencyWebHook = (context: AttemptContext, inquiry: Inquiry): OutgoingMessage => {
  const { world, agency, delivery, nowMs, representations } = context
  const { profile, apps } = world.setting
  const channel = activeChannel(agency.notifications, 'PublicacionConsultadaWebHook')
  const { car } = inquiry
  // Links are rendered as the publishing app sees them.
  const app = apps.find(({ name }) => !isCatalogueEntry(car) && name === car.app) ?? apps[0]
  if (!channel || !app) return inactiveConfiguration('PublicacionConsultadaWebHook')
  const { headers, signatureInput } = hookHeaders(profile, {
    hookId: delivery.hookId,
    nowMs,
    ...agencyHookHeaders(profile),
    secret: channel.Secret,
    custom: [channel.HeaderCustom01, channel.HeaderCustom02, channel.HeaderCustom03],
  })
  const body = representations.inquiry(
    chosen(profile, 'events/agency-body'),
    representationContext(context, app),
    inquiry,
  )
  return hookMessage(profile, channel.Callback ?? '', [JSON_BODY, ...headers], body, signatureInput)
}

/** Unsigned: the settings of this channel have no secret (`events/agency-hooks`). */
const agencyAdfHook = (context: AttemptContext, inquiry: Inquiry): OutgoingMessage => {
  const { world, agency, delivery, nowMs } = context
  const channel = activeChannel(agency.notifications, 'PublicacionConsultadaAdfHook')
  if (!channel) return inactiveConfiguration('PublicacionConsultadaAdfHook')
  const custom = [channel.HeaderCustom01]
  const { profile } = world.setting
  const { headers } = hookHeaders(profile, {
    hookId: delivery.hookId,
    nowMs,
    ...agencyHookHeaders(profile),
    custom,
  })
  const xml = adfOf(detailsOf(context, inquiry))
  return hookMessage(profile, channel.Callback ?? '', [XML_BODY, ...headers], xml, undefined)
}

const agencyHookHeaders = (profile: Profile) => ({
  customOnly: isChosen(profile, 'events/agency-hooks', 'custom-only'),
  ...(isChosen(profile, 'events/topic-header', 'always') && { topic: 'publicacion-consultada' }),
})

const JSON_BODY = ['Content-Type', 'application/json'] as const
const XML_BODY = ['Content-Type', 'application/xml'] as const

const hookMessage = (
  profile: Profile,
  url: string,
  headers: HeaderList,
  body: string,
  signatureInput: string | undefined,
): HttpMessage => ({
  kind: 'http',
  method: isChosen(profile, 'events/method', 'put') ? 'PUT' : 'POST',
  url,
  headers,
  body,
  ...(signatureInput !== undefined && { signatureInput }),
})

// ---- mails ----

const agencyAdfMail = (context: AttemptContext, inquiry: Inquiry): OutgoingMessage => {
  const channel = activeChannel(context.agency.notifications, 'PublicacionConsultadaAdfMail')
  if (!channel) return inactiveConfiguration('PublicacionConsultadaAdfMail')
  const details = detailsOf(context, inquiry)
  const content = adfOf(details)
  return mailTo(context, mailboxes(channel.Email), {
    bcc: [],
    subject: `ADF: ${subjectOf(details)}`,
    // ADF readers parse the body, mail programs show attachments: the document is in both.
    text: content,
    html: null,
    attachments: [{ filename: `consulta-${details.sid}.xml`, contentType: 'application/xml', content }],
  })
}

const agencyHtmlMail = (context: AttemptContext, inquiry: Inquiry): OutgoingMessage => {
  const channel = activeChannel(context.agency.notifications, 'PublicacionConsultadaHtmlMail')
  if (!channel) return inactiveConfiguration('PublicacionConsultadaHtmlMail')
  const details = detailsOf(context, inquiry)
  const to = mailboxes(details.operator.email)
  const bcc = mailboxes(channel.EmailsCCO).filter((address) => !to.includes(address))
  return mailTo(context, to, { bcc, ...htmlMail(details), attachments: [] })
}

/** How each channel of an agency renders an inquiry. */
const CHANNEL_MESSAGES: {
  readonly [C in ChannelName]: (context: AttemptContext, inquiry: Inquiry) => OutgoingMessage
} = {
  PublicacionConsultadaWebHook: agencyWebHook,
  PublicacionConsultadaAdfHook: agencyAdfHook,
  PublicacionConsultadaAdfMail: agencyAdfMail,
  PublicacionConsultadaHtmlMail: agencyHtmlMail,
}

const detailsOf = ({ world, agency, delivery }: AttemptContext, inquiry: Inquiry): InquiryDetails =>
  inquiryDetails(world, agency, inquiry, delivery.base)

const SENDER = 'consultas@playa.example'

type MailContent = Pick<Mail, 'bcc' | 'subject' | 'text' | 'html' | 'attachments'>

const mailTo = (
  { delivery, nowMs }: AttemptContext,
  to: readonly string[],
  content: MailContent,
): OutgoingMessage => {
  if (to.length === 0) return nothingToSend('There is no valid address to send the mail to.')
  const { number, hookId, attempts } = delivery
  const messageId = `<${hookId}.${number}.${attempts.length + 1}@playa.example>`
  return { kind: 'mail', mail: { delivery: number, atMs: nowMs, messageId, from: SENDER, to, ...content } }
}
