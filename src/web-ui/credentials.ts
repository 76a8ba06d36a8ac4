import { createHash, createHmac, randomUUID } from 'node:crypto'

export interface AppCredentials {
  readonly name: string
  readonly key: string
  readonly secret: string
}

interface Signed {
  readonly method: string
  /** Path with its query. */
  readonly target: string
  /** The world's time, against which a signature's date is held. */
  readonly nowMs: number
  readonly body: string | undefined
}

/** Headers by which a request says which app asks, in the world's own scheme (`auth/scheme`, `auth/hmac`). */
export const credentialsOf = (app: AppCredentials, scheme: string, signed: Signed): Record<string, string> =>
  scheme === 'hmac' ? signature(app, signed) : { Authorization: `Bearer ${app.key}` }

const signature = (app: AppCredentials, { method, target, nowMs, body }: Signed): Record<string, string> => {
  const date = new Date(nowMs).toUTCString()
  // Two equal requests in one second of the world would otherwise carry one signature (`auth/replay`).
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
