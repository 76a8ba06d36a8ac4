import { SECOND_MS } from '../../lib/calendar/date-time.ts'
import { redactHeaderValue } from '../../lib/redaction/redact-headers.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { chosen, type Profile } from '../assumptions/profile.ts'
import { signNotification } from './signature.ts'

/** A custom header that the service adds to deliveries (COM-09). */
export interface ConfiguredHeader {
  readonly Name: string
  readonly Value: string
}

/** Headers that frame the request or that the service sets itself. */
export const RESERVED_HEADERS =
  /^(host|connection|keep-alive|proxy-connection|proxy-authorization|te|trailer|transfer-encoding|upgrade|expect|content-length|content-type|content-encoding|date|notification-.*)$/i

/** A name of a header (RFC 9110, 5.1). */
export const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** A value of a header (RFC 9110, 5.5), in Latin-1. */
export const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** True when a delivery can carry the header. The API accepts no others, but a scenario may contain them. */
const isSendableHeader = ({ Name, Value }: ConfiguredHeader): boolean =>
  HEADER_NAME.test(Name) && !RESERVED_HEADERS.test(Name) && FIELD_VALUE.test(Value)

/** Headers in order, as name and value. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

interface HookHeaderValues {
  readonly hookId: string
  /** World time of the attempt, in milliseconds since the epoch. */
  readonly nowMs: number
  /** True leaves out all but the custom headers (`events/agency-hooks`). */
  readonly customOnly?: boolean
  /** Present on app webhooks, and on agency hooks where `events/topic-header` says so. */
  readonly topic?: string
  readonly secret?: string | null
  readonly custom: readonly (ConfiguredHeader | null)[]
}

/** Builds the `Notification-*` headers (EVT-05), then the custom ones (EVT-04). Each name occurs once. */
export const hookHeaders = (
  profile: Profile,
  { hookId, nowMs, topic, secret, custom, customOnly = false }: HookHeaderValues,
): { readonly headers: HeaderList; readonly signatureInput?: string } => {
  if (customOnly) return { headers: customHeaders(custom) }
  const timestamp = timestampOf(profile, nowMs)
  const signed = topic === undefined ? [hookId, timestamp] : [hookId, timestamp, topic]
  const signature = secret ? signNotification(profile, secret, signed) : undefined
  const headers: HeaderList = [
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

/** Custom headers in order; equal names become one comma-separated list (RFC 9110, 5.3). */
const customHeaders = (custom: readonly (ConfiguredHeader | null)[]): HeaderList => {
  const byName = new Map<string, readonly [string, string]>()
  for (const header of custom) {
    // A scenario may hold a header that no client could configure (`events/custom-headers`).
    if (!header || !isSendableHeader(header)) continue
    const key = header.Name.toLowerCase()
    const before = byName.get(key)
    byName.set(key, before ? [before[0], `${before[1]}, ${header.Value}`] : [header.Name, header.Value])
  }
  return [...byName.values()]
}

/** Replaces credentials in the URL and in secret headers, so that a request can be shown. */
export const redactRequest = <T extends { readonly url: string; readonly headers: HeaderList }>(
  request: T,
): T => ({
  ...request,
  url: redactUrls(request.url),
  headers: request.headers.map(([name, value]) => [
    name,
    isShown(name) ? value : redactHeaderValue(name, value),
  ]),
})

/** A signature holds for one message (EVT-05), and a reader compares it with the one computed. */
const isShown = (name: string): boolean => name === 'Notification-Signature'
