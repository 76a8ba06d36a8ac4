import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { bodyView } from '../../web-ui/json-view.ts'
import { page } from '../../web-ui/layout.ts'
import { empty, facts, heading, instant, type Markup, table } from '../../web-ui/components.ts'
import { mailHeaders } from '../../web-ui/security-headers.ts'
import type { MailRow } from '../../web-ui/api-types.ts'

/** Mails that the world sent. */
export const bindOutbox = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/outbox`
  app.get(at, list)
  app.get(`${at}/:mail`, show)
  app.get(`${at}/:mail/body`, async (visit) => {
    const { html: body, text } = await worldOf(visit).mail(visit.req.param('mail'))
    const { origin } = visit.get('desk').client
    return new Response(body?.replaceAll(OWN_PHOTOS, `${origin}$1`) ?? String(await html`<pre>${text}</pre>`), {
      headers: mailHeaders(origin),
    })
  })
  app.get(`${at}/:mail/message`, async (visit) => {
    const id = visit.req.param('mail')
    const message = await worldOf(visit).control('GET', `/outbox/${encodeURIComponent(id)}`, {
      Accept: 'message/rfc822',
    })
    const headers = {
      'Content-Type': message.headers.get('content-type') ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${id.replaceAll(/\W/g, '')}.eml"`,
      'X-Content-Type-Options': 'nosniff',
    }
    return new Response(message.body, { status: message.status, headers })
  })
}

/** Our own pictures, under whichever name of this server the lead came in: the preview loads them by the name in use. */
const OWN_PHOTOS = /\bhttps?:\/\/[^\s/"'<>]+(\/_playa\/photos\/)/g

const SHOWN = 200

const list = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const mails = await world.outbox()
  const at = worldPath(world.name, '/outbox')
  return page(visit, {
    title: 'Mails',
    live: true,
    body: html`${heading('Mails', 'What agencies would find in their inboxes. None leaves this machine unless the server was started with a mail server.')}
    <div id="mails" hx-get="${at}" hx-select="#mails" hx-swap="outerHTML" hx-trigger="playa:delivery from:body, playa:world from:body">
    ${
      mails.length === 0
        ? empty(
            'No mail was sent yet.',
            html`Switch a mail channel on with <code>PUT /v3/notificaciones/{adminmail}</code>, then <a href="${worldPath(world.name, '/inquiries')}">receive a lead</a>.`,
          )
        : table(
            'Mails',
            [{ title: 'Subject' }, { title: 'To' }, { title: 'Sent' }, { title: 'Delivery' }],
            mails.slice(0, SHOWN).map((mail) => row(world.name, mail)),
          )
    }</div>`,
  })
}

const row = (world: string, { id, subject, to, at, delivery }: MailRow): Markup => html`<tr>
  <th scope="row"><a id="${id}" href="${worldPath(world, `/outbox/${id}`)}">${subject || 'without subject'}</a></th>
  <td>${to.join(', ')}</td><td>${instant(at)}</td>
  <td><a href="${worldPath(world, `/deliveries/${delivery}`)}">${delivery}</a></td>
</tr>`

const show = async (visit: Visit): Promise<Response> => {
  const world = worldOf(visit)
  const mail = await world.mail(visit.req.param('mail') ?? '')
  const at = worldPath(world.name, `/outbox/${encodeURIComponent(mail.id)}`)
  return page(visit, {
    title: mail.subject || 'Mail',
    frames: true,
    body: html`${heading(
      mail.subject || 'Without subject',
      '',
      html`<a class="button" href="${at}/message" download>As a message</a><a class="button" href="${worldPath(world.name, '/outbox')}">All mails</a>`,
    )}
    ${facts([
      ['From', mail.from],
      ['To', mail.to.join(', ') || '–'],
      ['Blind copies', mail.bcc.join(', ') || '–'],
      ['Sent', instant(mail.at)],
      ['Delivery', html`<a href="${worldPath(world.name, `/deliveries/${mail.delivery}`)}">${mail.delivery}</a>`],
    ])}
    ${mail.html === null ? '' : html`<h2>As it looks</h2><iframe class="mail" sandbox src="${at}/body" title="The mail as it looks"></iframe>`}
    <h2>Text</h2>
    <pre class="body" tabindex="0" aria-label="The mail’s text">${mail.text}</pre>
    ${mail.attachments.map(({ filename, contentType, content }) => html`<h2>${filename} <small>${contentType}</small></h2>${bodyView(content, filename)}`)}`,
  })
}
