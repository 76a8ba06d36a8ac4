import { chosen, type Profile } from '../assumptions/profile.ts'
import type { CustomHeader } from '../world/agency.ts'
import { SECOND_MS } from '../calendar/date-time.ts'
import { isSendable } from '../domain/webhooks/webhook-rules.ts'
import { signatureOf } from './signature.ts'

export type Headers = readonly (readonly [name: string, value: string])[]

interface Named {
  readonly hookId: string
  /** World time of the attempt, in milliseconds since the epoch. */
  readonly nowMs: number
  /** On app webhooks alone (`events/topic-header`). */
  readonly topic?: string
  readonly secret?: string | null
  readonly custom: readonly (CustomHeader | null)[]
}

/** The headers that say which notification this is (EVT-05), then the custom ones (EVT-04). No name comes twice. */
export const hookHeaders = (
  profile: Profile,
  { hookId, nowMs, topic, secret, custom }: Named,
): { readonly headers: Headers; readonly signatureInput?: string } => {
  const timestamp = timestampOf(profile, nowMs)
  const signed = topic === undefined ? [hookId, timestamp] : [hookId, timestamp, topic]
  const signature = secret ? signatureOf(profile, secret, signed) : undefined
  const headers: Headers = [
    ['Notification-Hook-ID', hookId],
    ['Notification-Timestamp', timestamp],
    ...(topic === undefined ? [] : [['Notification-Topic', topic] as const]),
    ...(signature ? [['Notification-Signature', signature.value] as const] : []),
    ...customHeaders(custom),
  ]
  return signature ? { headers, signatureInput: signature.input } : { headers }
}

const timestampOf = (profile: Profile, nowMs: number): string => {
  switch (chosen(profile, 'events/timestamp')) {
    case 'iso-8601':
      return new Date(nowMs).toISOString()
    case 'unix-seconds':
      return String(Math.floor(nowMs / SECOND_MS))
    case 'http-date':
      return new Date(nowMs).toUTCString()
  }
}

/** Custom headers in order; several of one name are one list, as RFC 9110 (5.3) has it. */
const customHeaders = (custom: readonly (CustomHeader | null)[]): Headers => {
  const byName = new Map<string, readonly [string, string]>()
  for (const header of custom) {
    // A scenario may hold what no client could configure (`events/custom-headers`).
    if (!header || !isSendable(header)) continue
    const key = header.Name.toLowerCase()
    const before = byName.get(key)
    byName.set(key, before ? [before[0], `${before[1]}, ${header.Value}`] : [header.Name, header.Value])
  }
  return [...byName.values()]
}

const SECRETS = /^(?:authorization|cookie)$|api-?key|token|secret|password|passwd/i

/** A request as it may be shown: without what lets somebody in. */
export const shownRequest = <T extends { readonly url: string; readonly headers: Headers }>(request: T): T => ({
  ...request,
  url: request.url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@'),
  headers: request.headers.map(([name, value]) => (SECRETS.test(name) ? [name, '***'] : [name, value])),
})
