import type { Hono } from 'hono'
import { html } from 'hono/html'
import {
  dataTable,
  definitionList,
  emptyState,
  pageHeading,
  timestamp,
} from '../../ui/components/components.ts'
import { highlightedBody } from '../../ui/components/json-view.ts'
import { htmlPage } from '../../ui/html-page.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { MailSummaryData } from '../../ui/sandbox/api-types.ts'
import { framingPageSecurity, mailSecurity } from '../../ui/security-headers.ts'

/** Registers the pages of the mails that a world sent. */
export const registerOutboxPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/outbox`
  app.get(route, outboxPage)
  app.get(`${route}/:mail`, framingPageSecurity, mailPage)
  app.get(`${route}/:mail/body`, mailSecurity, mailBody)
  app.get(`${route}/:mail/message`, mailMessage)
}

/** Photo URLs of this server under any host name. The preview loads them from the host of the request. */
const SERVER_PHOTOS = /\bhttps?:\/\/[^\s/"'<>]+(\/_playa\/photos\/)/g

const mailBody = async (context: PageContext): Promise<Response> => {
  const mail = await requestedWorld(context).mail(context.req.param('mail') ?? '')
  // The mail is shown as it is; its own content security policy contains it.
  const document = mail.html?.replaceAll(SERVER_PHOTOS, `${context.var.client.origin}$1`)
  return htmlPage(context, document ?? html`<pre>${mail.text}</pre>`)
}

/** Passes the mail on as `message/rfc822`. */
const mailMessage = async (context: PageContext): Promise<Response> => {
  const id = context.req.param('mail') ?? ''
  const accept = { Accept: 'message/rfc822' }
  const message = await requestedWorld(context).forward(`/outbox/${encodeURIComponent(id)}`, accept)
  const headers = {
    'Content-Type': message.headers.get('content-type') ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${id.replaceAll(/\W/g, '')}.eml"`,
  }
  return new Response(message.body, { status: message.status, headers })
}

const MAX_LISTED = 200

const outboxPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const mails = await world.outbox()
  const path = worldPath(world.name, '/outbox')
  return consolePage(context, {
    title: t('Mail'),
    isLive: true,
    body: html`${pageHeading(
      t('Mail'),
      t('Mail to agencies. It leaves this machine only if the server was started with a mail server.'),
    )}
    <div id="mails" hx-get="${path}" hx-select="#mails" hx-swap="outerHTML"
      hx-trigger="playa:delivery from:body, playa:world from:body">
    ${
      mails.length === 0
        ? emptyState(
            t('No mail yet'),
            rich('Enable a mail channel with `PUT /v3/notificaciones/{adminmail}`, then {receive}.', {
              receive: html`<a href="${worldPath(world.name, '/inquiries')}">${t('receive a lead')}</a>`,
            }),
          )
        : dataTable(
            t('Mail'),
            [
              { title: 'Subject', kind: 'name' },
              { title: 'To', kind: 'wide' },
              { title: 'Sent' },
              { title: 'Delivery' },
            ],
            mails.slice(0, MAX_LISTED).map((mail) => mailRow(world.name, mail)),
          )
    }</div>`,
  })
}

const mailRow = (world: string, { id, subject, to, at, delivery }: MailSummaryData) => [
  html`<a id="${id}" href="${worldPath(world, `/outbox/${id}`)}">${subject || t('(no subject)')}</a>`,
  to.join(', '),
  timestamp(at),
  html`<a href="${worldPath(world, `/deliveries/${delivery}`)}">${delivery}</a>`,
]

const mailPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const mail = await world.mail(context.req.param('mail') ?? '')
  const path = worldPath(world.name, `/outbox/${encodeURIComponent(mail.id)}`)
  return consolePage(context, {
    title: mail.subject || t('Mail'),
    body: html`${pageHeading(
      mail.subject || t('(no subject)'),
      '',
      html`<a class="button" href="${path}/message" download>${t('Download message')}</a><a class="button"
        href="${worldPath(world.name, '/outbox')}">${t('All mail')}</a>`,
    )}
    ${definitionList([
      [t('From'), mail.from],
      [t('To'), mail.to.join(', ') || '–'],
      ['Bcc', mail.bcc.join(', ') || '–'],
      [t('Sent'), timestamp(mail.at)],
      [
        t('Delivery'),
        html`<a href="${worldPath(world.name, `/deliveries/${mail.delivery}`)}">${mail.delivery}</a>`,
      ],
    ])}
    ${
      mail.html === null
        ? ''
        : html`<h2>${t('Preview')}</h2><iframe class="mail" sandbox src="${path}/body"
      title="${t('Mail preview')}"></iframe>`
    }
    <h2>${t('Plain text')}</h2>
    <pre class="body" tabindex="0" aria-label="${t('Plain text of the mail')}">${mail.text}</pre>
    ${mail.attachments.map(
      ({ filename, contentType, content }) => html`<h2>${filename}
      <small>${contentType}</small></h2>${highlightedBody(content, filename)}`,
    )}`,
  })
}
