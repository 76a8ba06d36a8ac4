/** Mails as bytes and on the wire. Loads a whole mail library: import it when there is a mail. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail } from '../world/mail.ts'

/**
 * The message as receivers get it, without a word of the blind copies. Message id, date and boundaries come from the mail, so that
 * equal mails are equal bytes.
 */
export const messageOf = async (mail: Mail): Promise<Uint8Array> => {
  const { message } = await composer.sendMail({ ...fieldsOf(mail), ...boundaries(mail) })
  if (!(message instanceof Uint8Array)) throw new Error('the mail library gave a stream although bytes were asked for')
  return message
}

// This transport would write Bcc into the message, so it is never told of any.
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

const fieldsOf = (mail: Mail): SendMailOptions => ({
  from: mailbox(mail.from),
  to: mail.to.map(mailbox),
  subject: mail.subject,
  date: new Date(mail.atMs),
  messageId: mail.messageId,
  text: mail.text,
  ...(mail.html !== null && { html: mail.html }),
  attachments: mail.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, content })),
  // Contents are texts, never names of files or pages to be read.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** As an object, so that no text is ever read as a list of addresses. */
const mailbox = (address: string) => ({ name: '', address })

/** Read by the library, though its types do not say so. */
const boundaries = ({ messageId }: Mail): object => ({
  baseBoundary: messageId.replace(/[^0-9A-Za-z]/g, '').slice(0, 40),
})

export type Sent = { readonly ok: true } | { readonly ok: false; readonly why: string }

export interface SmtpSender {
  send(mail: Mail): Promise<Sent>
  close(): void
}

const WITHIN_MS = 10_000

/**
 * Sends mails to the SMTP server of a URL, `smtp://host:port` or `smtps://user:password@host`, each on a connection of its own and within ten
 * seconds. Throws when the URL is none of that form; `why` is one sentence without the password.
 */
export const smtpSender = (url: string): SmtpSender => {
  const { host, port, secure, auth } = readUrl(url)
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    // Without credentials to lose, an unknown certificate is as good as the plain text that would do as well.
    tls: { rejectUnauthorized: secure || auth !== undefined },
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    dnsTimeout: WITHIN_MS,
  })
  return {
    send: async (mail) => {
      try {
        const raw = Buffer.from(await messageOf(mail))
        const envelope = { from: mail.from, to: [...mail.to, ...mail.bcc] }
        await within(WITHIN_MS, transport.sendMail({ envelope, raw }))
        return { ok: true }
      } catch (error) {
        return { ok: false, why: told(error) }
      }
    },
    close: () => transport.close(),
  }
}

const readUrl = (url: string) => {
  const expected = 'Expected smtp://host:port or smtps://host:port'
  if (!URL.canParse(url)) throw new Error(`${expected}, got something unreadable.`)
  const { protocol, hostname, port, username, password } = new URL(url)
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') {
    throw new Error(`${expected}, got an address that begins with "${protocol}".`)
  }
  const secure = protocol === 'smtps:'
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 465 : 25)), secure, auth }
}

const within = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs / 1_000} seconds.`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const told = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return `The mail server did not take it: ${text.replace(/\s+/g, ' ').slice(0, 300)}`
}
