import * as z from 'zod'
import { MailView, MailDetailView } from '../control-api/calls/outbox.ts'
import type { Command } from './command.ts'
import type { Remote } from './remote.ts'
import { remoteCommand } from './remote-command.ts'
import { columns, lines, oneLine, painter } from './terminal-text.ts'

/** Mails that a world sent. */
export const outbox: Command = remoteCommand({
  name: 'outbox',
  summary: 'List the mails that a world sent, or show one.',
  otherwise: {
    takes: '[ID]',
    summary: 'The mails, the newest last; or one of them.',
    example: 'playa outbox m1 --eml > lead.eml',
    options: { eml: { type: 'boolean', help: 'with ID: the message as it was sent, in MIME' } },
    run: async ({ remote, args, words: [id] }) => {
      if (id === undefined) return remote.tell({ path: remote.inWorld('outbox') }, z.array(MailView), table)
      if (args.values['eml'] !== true) return remote.tell({ path: remote.inWorld('outbox', id) }, MailDetailView, mailText)
      return printMessage(remote, id)
    },
  },
})

const printMessage = async (remote: Remote, id: string): Promise<number> => {
  const message = await remote.send({ path: remote.inWorld('outbox', id), accept: 'message/rfc822' })
  process.stdout.write(await message.text())
  return 0
}

const table = (mails: readonly z.infer<typeof MailView>[]): string => {
  if (mails.length === 0) return 'No mail was sent yet.'
  const paint = painter()
  return columns(
    mails
      .toReversed()
      .map(({ id, at, to, bcc, subject }) => [
        paint('bold', id),
        at,
        oneLine(subject),
        paint('dim', oneLine(`to ${[...to, ...bcc].join(', ')}`)),
      ]),
  )
}

const mailText = (mail: z.infer<typeof MailDetailView>): string => {
  const paint = painter()
  const rows = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ...(mail.bcc.length > 0 ? [['Bcc', mail.bcc.join(', ')]] : []),
    ['At', mail.at],
    ['Delivery', mail.delivery],
    ...mail.attachments.map(({ filename, contentType }) => ['Attached', `${filename} (${contentType})`]),
  ]
  return [
    paint('bold', oneLine(`${mail.id}  ${mail.subject}`)),
    columns(rows.map(([name = '', value = '']) => [name, oneLine(value)])),
    '',
    ...lines(mail.text),
  ].join('\n')
}
