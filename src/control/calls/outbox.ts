import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { missingPackageAdvice } from '../../lib/unknown-values.ts'
import { type Mail, mailByNumber } from '../../model/world/outbox.ts'
import { controlCall } from '../call/call.ts'

const mailMembers = {
  id: z.string(),
  delivery: z.string(),
  at: z.string().describe("World's time"),
  from: z.string(),
  to: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
}

/** A mail that a world sent, in one line. It is kept whether or not a mail server delivered it. */
export const MailView = z.object(mailMembers).meta({ id: 'Mail' })
export type MailView = z.infer<typeof MailView>

/** A mail with its texts and attachments. */
export const MailDetailView = z
  .object({
    ...mailMembers,
    messageId: z.string(),
    text: z.string(),
    html: z.string().nullable(),
    attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
  })
  .meta({ id: 'MailDetail' })

const mailView = (mail: Mail): z.infer<typeof MailView> => ({
  id: `m${mail.number}`,
  delivery: `d${mail.delivery}`,
  at: scenarioTime(mail.atMs),
  from: mail.from,
  to: [...mail.to],
  bcc: [...mail.bcc],
  subject: mail.subject,
})

const mailDetailView = (mail: Mail): z.infer<typeof MailDetailView> => ({
  ...mailView(mail),
  messageId: mail.messageId,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map((attachment) => ({ ...attachment })),
})

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/outbox',
  summary: 'List the mails that a world sent, newest first',
  status: 200,
  answer: z.array(MailView),
  cli: [{ verb: 'outbox', example: 'playa outbox m1 --eml > lead.eml' }],
  handle: ({ world }) => ({ json: [...world.world.outbox.mails].reverse().map(mailView) }),
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/outbox/{mail}',
  summary: 'Show one mail; as `message/rfc822` when the id ends in `.eml` or `Accept` asks for it',
  status: 200,
  answer: MailDetailView,
  otherTypes: ['message/rfc822'],
  handle: async ({ world, param, header }) => {
    const [, digits, ending] = /^m?(\d{1,15})(\.eml)?$/.exec(param('mail')) ?? []
    const mail = mailByNumber(world.world.outbox, Number(digits))
    if (!mail) {
      const { next } = world.world.outbox
      const known = next === 1 ? 'It has none yet.' : `The newest is m${next - 1}.`
      throw new ControlError(404, `World ${world.name} has no mail ${param('mail')}. ${known}`)
    }
    if (!ending && !header('accept')?.includes('message/rfc822')) return { json: mailDetailView(mail) }
    const { messageOf } = await import('../../sandbox/notifications/mime.ts').catch((error: unknown) => {
      const advice = missingPackageAdvice(error, 'nodemailer', 'A mail as a file')
      throw advice === undefined ? error : new ControlError(503, advice)
    })
    return { raw: new Uint8Array(await messageOf(mail)), headers: { 'Content-Type': 'message/rfc822' } }
  },
})

export const outboxCalls = { list, read }
