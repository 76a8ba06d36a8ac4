/** Sends mails over SMTP. Loads the mail library, which no Worker can use: import it on demand. */
import { createTransport } from 'nodemailer'
import { secretRemover } from '../../lib/redaction/known-secrets.ts'
import { REDACTED } from '../../lib/redaction/secret-names.ts'
import { isUrl } from '../../lib/text/url.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import type { Mail } from '../../model/world/outbox.ts'
import { messageOf } from './mime.ts'

/** Result of sending one mail; `why` is one sentence. */
export type SendResult = { readonly ok: true } | { readonly ok: false; readonly why: string }

/** Sends mails to one SMTP server. */
export interface SmtpSender {
  send(mail: Mail): Promise<SendResult>
  close(): void
}

const SMTP_TIMEOUT_MS = 10_000

/**
 * Creates a sender for `smtp://host:port` or `smtps://user:password@host`. Each mail uses its own connection
 * and takes at most ten seconds. Throws when the URL has another form; `why` never contains the password.
 */
export const smtpSender = (url: string): SmtpSender => {
  const { host, port, secure, auth } = parseSmtpUrl(url)
  const withoutSecrets = secretRemover(auth ? smtpSecrets(auth) : [])
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    // Without credentials, an untrusted certificate is no worse than the plain text that is accepted too.
    tls: { rejectUnauthorized: secure || auth !== undefined },
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    send: async (mail) => {
      try {
        const raw = Buffer.from(await messageOf(mail))
        const envelope = { from: mail.from, to: [...mail.to, ...mail.bcc] }
        await withTimeout(SMTP_TIMEOUT_MS, transport.sendMail({ envelope, raw }))
        return { ok: true }
      } catch (error) {
        return { ok: false, why: failureText(error, withoutSecrets) }
      }
    },
    close: () => transport.close(),
  }
}

const parseSmtpUrl = (url: string) => {
  const expected = 'Expected smtp://host:port or smtps://host:port'
  if (!isUrl(url)) throw new Error(`${expected}, got a text that is not a URL.`)
  const { protocol, hostname, port, username, password } = new URL(url)
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') {
    throw new Error(`${expected}, got a URL that begins with "${protocol}".`)
  }
  const secure = protocol === 'smtps:'
  const auth = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : undefined
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 465 : 25)), secure, auth }
}

const withTimeout = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
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

/** Secrets of `AUTH` that a server may repeat: the password, and both parts as `AUTH PLAIN` sends them. */
const smtpSecrets = ({ user, pass }: { readonly user: string; readonly pass: string }): string[] => [
  pass,
  `\0${user}\0${pass}`,
]

/**
 * Returns the reason in one line. A response that repeats `AUTH` is cut there: what follows are credentials.
 */
const failureText = (error: unknown, withoutSecrets: (text: string) => string): string => {
  const text = errorMessage(error)
  const shown = withoutSecrets(text.slice(0, 10_000)).replace(/\bAUTH\s+[A-Z][\s\S]*/, `AUTH ${REDACTED}`)
  return `The mail server did not accept it: ${shown.replace(/\s+/g, ' ').slice(0, 300)}`
}
