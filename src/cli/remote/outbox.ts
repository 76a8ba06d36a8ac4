import * as z from 'zod'
import { MailDetailView, MailView } from '../../control/calls/outbox.ts'
import { controlApi } from '../../control/table.ts'
import { columns, lines, oneLine, painter } from '../support/terminal-text.ts'
import { printed, type VerbExtensions } from './verb-extension.ts'

/** What `playa outbox` adds: one mail by its id, as text or in MIME. */
export const outboxVerbs: VerbExtensions = {
  outbox: {
    extend: (command) =>
      command
        .argument('[id]', 'id of a mail; default: all')
        .option('--eml', 'with an id: the message as it was sent, in MIME'),
    run: async ({ remote, options, words: [mail] }) => {
      if (mail === undefined) return undefined
      if (options['eml'] === true) {
        const message = await remote.send(controlApi.outbox.read, { mail }, { accept: 'message/rfc822' })
        process.stdout.write(await message.text())
        return 0
      }
      const answer = await remote.readJson(controlApi.outbox.read, { mail })
      remote.print(
        remote.isJson ? JSON.stringify(answer, null, 2) : mailText(remote.shaped(answer, MailDetailView)),
      )
      return 0
    },
    print: printed(z.array(MailView), (mails) => table(mails)),
  },
}

const table = (mails: readonly MailView[]): string => {
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
