import { createHash, createHmac, randomUUID } from 'node:crypto'

/** Key and secret of an app of a world. */
export interface AppCredentials {
  readonly name: string
  readonly key: string
  readonly secret: string
}

interface RequestToSign {
  readonly method: string
  /** Path with its query. */
  readonly target: string
  /** The world's time: the service compares the signature's date with it. */
  readonly nowMs: number
  readonly body: string | undefined
}

/** Returns the headers that authenticate an app, in the scheme of the world (`auth/scheme`, `auth/hmac`). */
export const credentialHeaders = (
  app: AppCredentials,
  scheme: string,
  signed: RequestToSign,
): Record<string, string> =>
  scheme === 'hmac' ? signature(app, signed) : { Authorization: `Bearer ${app.key}` }

const signature = (
  app: AppCredentials,
  { method, target, nowMs, body }: RequestToSign,
): Record<string, string> => {
  const date = new Date(nowMs).toUTCString()
  // Without a nonce, two equal requests in one second of the world would share a signature (`auth/replay`).
  const nonce = randomUUID()
  const digest = body === undefined ? '' : `sha-256=${createHash('sha256').update(body).digest('base64')}`
  const lines = [method, digest, '', `x-acs-date:${date}`, `x-acs-nonce:${nonce}`, target]
  const hmac = createHmac('sha256', app.secret).update(lines.join('\n'), 'utf8').digest('base64')
  return {
    Authorization: `ACS-HMAC ${app.key}:${hmac}`,
    'X-ACS-Date': date,
    'X-ACS-Nonce': nonce,
    ...(digest !== '' && { Digest: digest }),
  }
}
