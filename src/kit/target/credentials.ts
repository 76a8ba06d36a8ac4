import { createHash, createHmac } from 'node:crypto'
import type { WireRequest } from './exchange.ts'
import type { Target } from './target.ts'

/** Credentials that the kit sends with every request. `hmac` signs as `auth/hmac` describes. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'basic'; readonly key: string; readonly secret: string }
  | {
      readonly kind: 'hmac'
      readonly key: string
      readonly secret: string
      readonly scheme?: string
      readonly headerPrefix?: string
    }

/** Returns the current time in milliseconds since the epoch. */
export type NowMs = () => number

/** Returns the strings that must not appear in a report. */
export const credentialSecrets = (credentials: Credentials): string[] => {
  switch (credentials.kind) {
    case 'none':
      return []
    case 'key':
      return [credentials.key]
    case 'basic':
      return [credentials.key, credentials.secret, basicOf(credentials.key, credentials.secret)]
    case 'hmac':
      return [credentials.key, credentials.secret]
  }
}

const basicOf = (key: string, secret: string): string => Buffer.from(`${key}:${secret}`).toString('base64')

/**
 * Returns the `sign` function of a target. It adds `headers` before it signs, so that the signature covers
 * them.
 */
export const requestSigner =
  (
    credentials: Credentials,
    headers: Readonly<Record<string, string>> = {},
    now: NowMs = Date.now,
  ): Target['sign'] =>
  (request) => {
    const named = { ...request, headers: { ...headers, ...request.headers } }
    switch (credentials.kind) {
      case 'none':
        return named
      case 'key':
        return authorized(named, `Bearer ${credentials.key}`)
      case 'basic':
        return authorized(named, `Basic ${basicOf(credentials.key, credentials.secret)}`)
      case 'hmac':
        return hmacSigned(named, credentials, now())
    }
  }

/** Counts signatures, so that two requests of one millisecond have different nonces. */
let signatureCount = 0

const hmacSigned = (
  request: WireRequest,
  credentials: Extract<Credentials, { kind: 'hmac' }>,
  nowMs: number,
): WireRequest => {
  const { key, secret, scheme = 'ACS-HMAC', headerPrefix = 'X-ACS-' } = credentials
  signatureCount += 1
  const headers: Record<string, string> = {
    ...request.headers,
    [`${headerPrefix}Date`]: new Date(nowMs).toUTCString(),
    // Two equal requests within a second must not look like a replay (`auth/replay`).
    [`${headerPrefix}Nonce`]: `${nowMs}-${signatureCount}`,
    ...(request.body !== undefined && {
      Digest: `sha-256=${createHash('sha256').update(request.body).digest('base64')}`,
    }),
  }
  const extra = Object.entries(headers)
    .filter(([name]) => name.toLowerCase().startsWith(headerPrefix.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}:${value.trim()}`)
    .sort()
  const { pathname, search } = new URL(request.url)
  const lines = [request.method, headers['Digest'] ?? '', headers['Date'] ?? '', ...extra, pathname + search]
  const mac = createHmac('sha256', secret).update(lines.join('\n'), 'utf8').digest('base64')
  return authorized({ ...request, headers }, `${scheme} ${key}:${mac}`)
}

const authorized = (request: WireRequest, value: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: value },
})
