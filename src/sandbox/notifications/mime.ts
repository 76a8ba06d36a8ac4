/** Builds MIME messages. Loads a part of the mail library: import it on demand. */
import type { SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail } from '../../model/world/outbox.ts'

/**
 * Builds the message as receivers get it, without the Bcc recipients. Message id, date and boundaries come
 * from the mail, so that equal mails give equal bytes.
 */
export const messageOf = (mail: Mail): Promise<Uint8Array> =>
  new MailComposer({ ...fieldsOf(mail), ...boundaries(mail) }).compile().build()

const fieldsOf = (mail: Mail): SendMailOptions => ({
  from: mailbox(mail.from),
  to: mail.to.map(mailbox),
  subject: mail.subject,
  date: new Date(mail.atMs),
  messageId: mail.messageId,
  text: mail.text,
  ...(mail.html !== null && { html: mail.html }),
  attachments: mail.attachments.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content,
  })),
  newline: 'windows',
  // Contents are texts, never paths or URLs to be read.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** An object, so that the library never parses a text as a list of addresses. */
const mailbox = (address: string) => ({ name: '', address })

/** Option that the library reads although its types omit it. */
const boundaries = ({ messageId }: Mail): object => ({
  baseBoundary: messageId.replace(/[^0-9A-Za-z]/g, '').slice(0, 40),
})
