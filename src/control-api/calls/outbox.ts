import * as z from 'zod'
import { type Mail, mailOf } from '../../world/mail.ts'
import { scenarioTime } from '../../scenarios/world-start.ts'
import { type ControlCall, controlCall } from '../routes.ts'
import { ControlError } from '../../problems/control-error.ts'

/** Mails that a world sent, whether or not a mail server took them further. */

export const MailView = z.object({
  id: z.string(),
  delivery: z.string(),
  at: z.string().describe("World's time"),
  from: z.string(),
  to: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
})
export const MailDetailView = MailView.extend({
  messageId: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
})

export type MailView = z.infer<typeof MailView>

const row = (mail: Mail): z.infer<typeof MailView> => ({
  id: `m${mail.number}`,
  delivery: `d${mail.delivery}`,
  at: scenarioTime(mail.atMs),
  from: mail.from,
  to: [...mail.to],
  bcc: [...mail.bcc],
  subject: mail.subject,
})

const told = (mail: Mail): z.infer<typeof MailDetailView> => ({
  ...row(mail),
  messageId: mail.messageId,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map((attachment) => ({ ...attachment })),
})

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/outbox',
  summary: 'Mails that were sent, newest first',
  status: 200,
  answer: z.array(MailView),
  handle: ({ sandbox, param }) => {
    const { outbox } = sandbox.worlds.require(param('world')).world
    return { json: [...outbox.mails].reverse().map(row) }
  },
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/outbox/{mail}',
  summary: 'One mail; as `message/rfc822` when the id ends in `.eml` or `Accept` asks for it',
  status: 200,
  answer: MailDetailView,
  handle: async ({ sandbox, param, header }) => {
    const held = sandbox.worlds.require(param('world'))
    const [, digits, ending] = /^m?(\d{1,15})(\.eml)?$/.exec(param('mail')) ?? []
    const mail = mailOf(held.world.outbox, Number(digits))
    if (!mail) {
      const where = `GET /_playa/worlds/${held.name}/outbox lists them`
      throw new ControlError(404, `World ${held.name} has no mail ${param('mail')}; ${where}.`)
    }
    if (!ending && !header('accept')?.includes('message/rfc822')) return { json: told(mail) }
    const { messageOf } = await import('../../notifications/mime.ts')
    return { raw: new Uint8Array(await messageOf(mail)), headers: { 'Content-Type': 'message/rfc822' } }
  },
})

export const outboxCalls: readonly ControlCall[] = [list, read]
