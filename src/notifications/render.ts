import { chosen } from '../assumptions/profile.ts'
import { type Agency, agencyAt, zoneOf } from '../world/agency.ts'
import type { Delivery } from '../world/delivery.ts'
import type { Fact } from '../world/domain-event.ts'
import type { Inquiry } from '../world/inquiry.ts'
import { isCatalogueEntry } from '../world/inquiry.ts'
import type { Mail } from '../world/mail.ts'
import { dateTime } from '../calendar/date-time.ts'
import type { App, World } from '../world/world.ts'
import { adfOf } from './adf.ts'
import { activeChannel, activeWebhook } from './active-channels.ts'
import { type Headers, hookHeaders } from './delivery-headers.ts'
import { htmlMail, subjectOf } from './html-mail.ts'
import { type LeadSheet, leadSheet } from './lead-sheet.ts'
import type { Looks, Seen } from './entity-representations.ts'
import { mailboxes } from './mail-text.ts'

/** What an attempt sends, or why there is nothing to send (any more). */
export type Rendered = HttpMessage | MailMessage | Void

interface HttpMessage {
  readonly kind: 'http'
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
  /** The text that `Notification-Signature` signs; absent when nothing is signed. */
  readonly signatureInput?: string
}

interface MailMessage {
  readonly kind: 'mail'
  readonly mail: Omit<Mail, 'number'>
}

interface Void {
  readonly kind: 'void'
  /** One sentence. */
  readonly why: string
}

/**
 * Draws up a delivery as it is at this moment: address, secret and custom headers as they are configured now, a new timestamp and
 * signature, the hook id of every attempt (EVT-04 .. EVT-06). `nowMs` is world time.
 */
export const rendered = (world: World, delivery: Delivery, nowMs: number, looks: Looks): Rendered => {
  const agency = agencyAt(world.agencies, delivery.agency)
  if (!agency) return none('The agency does not exist any more.')
  const moment: Moment = { world, agency, delivery, nowMs, looks }
  const { to, fact } = delivery
  if (to.kind === 'app-webhook') return appHook(moment, to.app, to.topic)
  if (fact.kind !== 'inquiry-received') return none('Channels of an agency tell of inquiries only.')
  switch (to.channel) {
    case 'PublicacionConsultadaWebHook':
      return agencyWebHook(moment, fact.inquiry)
    case 'PublicacionConsultadaAdfHook':
      return agencyAdfHook(moment, fact.inquiry)
    case 'PublicacionConsultadaAdfMail':
      return agencyAdfMail(moment, fact.inquiry)
    case 'PublicacionConsultadaHtmlMail':
      return agencyHtmlMail(moment, fact.inquiry)
  }
}

interface Moment {
  readonly world: World
  readonly agency: Agency
  readonly delivery: Delivery
  readonly nowMs: number
  readonly looks: Looks
}

const none = (why: string): Void => ({ kind: 'void', why })
const inactive = (what: string): Void => none(`${what} is not configured and active any more.`)

// ---- hooks: POST is the method of all of them (`events/method`) ----

const appHook = (moment: Moment, name: string, topic: string): Rendered => {
  const { world, delivery, nowMs } = moment
  const { profile } = world.setting
  const webhook = activeWebhook(world, name, topic)
  const app = world.setting.apps.find((entry) => entry.name === name)
  if (!webhook || !app) return inactive(`The webhook ${topic} of the app ${name}`)
  const { headers, signatureInput } = hookHeaders(profile, {
    hookId: delivery.hookId,
    nowMs,
    topic,
    secret: webhook.Secret,
    custom: [webhook.HeaderCustom01, webhook.HeaderCustom02, webhook.HeaderCustom03],
  })
  const Momento = dateTime(delivery.happenedMs, zoneOf(profile, moment.agency))
  const head = JSON.stringify({ Topic: topic, Momento })
  const body = `${head.slice(0, -1)},"Entidad":${entityOf(moment, app, delivery.fact)}}`
  return post(webhook.Callback, [JSON_BODY, ...headers], body, signatureInput)
}

/** The entity that the topic speaks of, as JSON (`events/body`). */
const entityOf = (moment: Moment, app: App, fact: Fact): string => {
  const form = chosen(moment.world.setting.profile, 'events/body')
  const seen = seenBy(moment, app)
  if (fact.kind === 'inquiry-received') return moment.looks.inquiry(form, seen, fact.inquiry)
  if (fact.kind === 'publication-written') return moment.looks.publication(form, seen, fact.after)
  return moment.looks.agency(form, seen)
}

const seenBy = ({ world, agency, delivery }: Moment, app: App): Seen => ({ world, app, agency, base: delivery.base })

/** With the headers of an app webhook, but for the topic (`events/agency-hooks`, `events/topic-header`). */
const agencyWebHook = (moment: Moment, inquiry: Inquiry): Rendered => {
  const { world, agency, delivery, nowMs, looks } = moment
  const { profile, apps } = world.setting
  const channel = activeChannel(agency.notifications, 'PublicacionConsultadaWebHook')
  const { car } = inquiry
  // Its links are those that the publishing app sees.
  const app = apps.find(({ name }) => !isCatalogueEntry(car) && name === car.app) ?? apps[0]
  if (!channel || !app) return inactive('PublicacionConsultadaWebHook')
  const { headers, signatureInput } = hookHeaders(profile, {
    hookId: delivery.hookId,
    nowMs,
    secret: channel.Secret,
    custom: [channel.HeaderCustom01, channel.HeaderCustom02, channel.HeaderCustom03],
  })
  const body = looks.inquiry(chosen(profile, 'events/agency-body'), seenBy(moment, app), inquiry)
  return post(channel.Callback ?? '', [JSON_BODY, ...headers], body, signatureInput)
}

/** Unsigned: the settings give it no secret (`events/agency-hooks`). */
const agencyAdfHook = (moment: Moment, inquiry: Inquiry): Rendered => {
  const { world, agency, delivery, nowMs } = moment
  const channel = activeChannel(agency.notifications, 'PublicacionConsultadaAdfHook')
  if (!channel) return inactive('PublicacionConsultadaAdfHook')
  const custom = [channel.HeaderCustom01]
  const { headers } = hookHeaders(world.setting.profile, { hookId: delivery.hookId, nowMs, custom })
  return post(channel.Callback ?? '', [XML_BODY, ...headers], adfOf(sheetOf(moment, inquiry)), undefined)
}

const JSON_BODY = ['Content-Type', 'application/json'] as const
const XML_BODY = ['Content-Type', 'application/xml'] as const

const post = (url: string, headers: Headers, body: string, signatureInput: string | undefined): HttpMessage => ({
  kind: 'http',
  method: 'POST',
  url,
  headers,
  body,
  ...(signatureInput !== undefined && { signatureInput }),
})

// ---- mails ----

const agencyAdfMail = (moment: Moment, inquiry: Inquiry): Rendered => {
  const channel = activeChannel(moment.agency.notifications, 'PublicacionConsultadaAdfMail')
  if (!channel) return inactive('PublicacionConsultadaAdfMail')
  const sheet = sheetOf(moment, inquiry)
  const content = adfOf(sheet)
  return mailTo(moment, mailboxes(channel.Email), {
    bcc: [],
    subject: `ADF: ${subjectOf(sheet)}`,
    // Readers of ADF look into the body, mail programs show attachments: it is both.
    text: content,
    html: null,
    attachments: [{ filename: `consulta-${sheet.sid}.xml`, contentType: 'application/xml', content }],
  })
}

const agencyHtmlMail = (moment: Moment, inquiry: Inquiry): Rendered => {
  const channel = activeChannel(moment.agency.notifications, 'PublicacionConsultadaHtmlMail')
  if (!channel) return inactive('PublicacionConsultadaHtmlMail')
  const sheet = sheetOf(moment, inquiry)
  const to = mailboxes(sheet.operator.email)
  const bcc = mailboxes(channel.EmailsCCO).filter((address) => !to.includes(address))
  return mailTo(moment, to, { bcc, ...htmlMail(sheet), attachments: [] })
}

const sheetOf = ({ world, agency, delivery }: Moment, inquiry: Inquiry): LeadSheet =>
  leadSheet(world, agency, inquiry, delivery.base)

const SENDER = 'consultas@playa.example'

type Written = Pick<Mail, 'bcc' | 'subject' | 'text' | 'html' | 'attachments'>

const mailTo = ({ delivery, nowMs }: Moment, to: readonly string[], written: Written): Rendered => {
  if (to.length === 0) return none('There is no valid address to send the mail to.')
  const { number, hookId, attempts } = delivery
  const messageId = `<${hookId}.${number}.${attempts.length + 1}@playa.example>`
  return { kind: 'mail', mail: { delivery: number, atMs: nowMs, messageId, from: SENDER, to, ...written } }
}
