import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { chosen, chosenValue } from '../assumptions/profile.ts'
import { MINUTE_MS, SECOND_MS } from '../calendar/date-time.ts'
import { compareText } from '../collections/compare-text.ts'
import { countRequest, rememberSignature, type Usage } from '../world/usage.ts'
import { type App, type World, worldTimeMs } from '../world/world.ts'
import type { ApiRequest } from './request.ts'

/** The calling app, and the world's usage after its request. */
export interface IdentifiedCaller {
  readonly app: App
  readonly usage: Usage
}

/**
 * Refuses an unknown caller (`auth/unauthorized`) or one over its rate (`limits/rate`). The decision core
 * chooses the status.
 */
export interface CallerRefusal {
  readonly refused: 'unauthenticated' | 'rate-limited'
  /** One sentence that says what is expected. */
  readonly detail: string
  readonly headers: Record<string, string>
  readonly because: readonly string[]
}

/** Identifies the calling app (`auth/scheme`). */
export const identify = (world: World, request: ApiRequest): IdentifiedCaller | CallerRefusal => {
  const scheme = chosen(world.setting.profile, 'auth/scheme')
  if (scheme === 'hmac') return identifyBySignature(world, request)
  const named = appOfCredentials(world, request.header('authorization'), scheme === 'open')
  if (named) return { app: named, usage: world.usage }
  const first = world.setting.apps[0]
  if (scheme === 'open' && first) return { app: first, usage: world.usage }
  return unauthenticatedRefusal(
    'Se espera Authorization: Bearer {clave de la app}, o Basic {clave}:{secreto}.',
    'auth/scheme',
    'Bearer, Basic',
  )
}

/** Counts the request against the app's rate (`limits/rate`). */
export const admit = (
  world: World,
  caller: IdentifiedCaller,
  request: ApiRequest,
): IdentifiedCaller | CallerRefusal => {
  const { profile } = world.setting
  if (chosen(profile, 'limits/rate') === 'off') return caller
  const perMinute = chosenValue(profile, 'limits/rate') ?? 60
  const counted = countRequest(
    caller.usage,
    caller.app.name,
    perMinute,
    worldTimeMs(world.clock, request.wallMs),
  )
  if (!('waitMs' in counted)) return { app: caller.app, usage: counted }
  const seconds = Math.max(1, Math.ceil(counted.waitMs / SECOND_MS))
  return {
    refused: 'rate-limited',
    detail: `Se superó el límite de ${perMinute} solicitudes por minuto; reintente en ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
    because: ['ERR-09', 'limits/rate'],
  }
}

/**
 * Finds the app of the credentials. An unverified signature names an app only where any caller is accepted
 * (`auth/scheme`).
 */
const appOfCredentials = (world: World, authorization: string | null, isOpen: boolean): App | undefined => {
  if (authorization === null) return undefined
  const [, scheme = '', credentials = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization) ?? []
  const { apps } = world.setting
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return apps.find((app) => equalInConstantTime(app.key, credentials))
    case 'basic': {
      const pair = Buffer.from(credentials, 'base64').toString('utf8')
      return apps.find((app) => equalInConstantTime(`${app.key}:${app.secret}`, pair))
    }
    case HMAC_SCHEME.toLowerCase():
      return isOpen ? apps.find((app) => credentials.startsWith(`${app.key}:`)) : undefined
    default:
      return undefined
  }
}

/** Scheme and header names of the only public client (`auth/hmac`). */
const HMAC_SCHEME = 'ACS-HMAC'
const HMAC_HEADER_PREFIX = 'x-acs-'
const REPLAY_WINDOW_MS = MINUTE_MS
const DEFAULT_TOLERANCE_S = 300

const identifyBySignature = (world: World, request: ApiRequest): IdentifiedCaller | CallerRefusal => {
  const { profile } = world.setting
  const [, key, signature] =
    /^\s*ACS-HMAC\s+([^:\s]+):(\S+)\s*$/i.exec(request.header('authorization') ?? '') ?? []
  const app = world.setting.apps.find((candidate) => candidate.key === key)
  if (!signature || !app)
    return signatureRefusal(
      `Se espera Authorization: ${HMAC_SCHEME} {AppKey}:{HMAC} de una app conocida.`,
      'auth/scheme',
    )
  const stale = staleDateRefusal(world, request)
  if (stale) return stale
  const digest = digestProblem(request, chosen(profile, 'auth/digest') === 'required')
  if (digest) return signatureRefusal(digest, 'auth/digest')
  if (!equalInConstantTime(signatureOf(request, app.secret), signature))
    return signatureRefusal('El HMAC no corresponde a la solicitud.', 'auth/hmac')
  if (chosen(profile, 'auth/replay') === 'accepted') return { app, usage: world.usage }
  const usage = rememberSignature(
    world.usage,
    signature,
    worldTimeMs(world.clock, request.wallMs),
    REPLAY_WINDOW_MS,
  )
  return usage ? { app, usage } : signatureRefusal('La misma firma ya fue usada.', 'auth/replay')
}

/** Computes the expected signature: HMAC-SHA256 over the lines of `auth/hmac`, in standard base64. */
const signatureOf = (
  request: Pick<ApiRequest, 'method' | 'instance' | 'query' | 'header' | 'headersLike'>,
  secret: string,
): string => {
  const extra = request
    .headersLike(HMAC_HEADER_PREFIX)
    // Sorted by name alone: `x-acs-a` precedes `x-acs-a-b`, although `:` sorts after `-`.
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${name}:${value.trim()}`)
  const target = request.query === '' ? request.instance : `${request.instance}?${request.query}`
  const lines = [
    request.method,
    request.header('digest') ?? '',
    request.header('date') ?? '',
    ...extra,
    target,
  ]
  return createHmac('sha256', secret).update(lines.join('\n'), 'utf8').digest('base64')
}

/** Checks that the signed date is near the world's time (`auth/clock-tolerance`). */
const staleDateRefusal = (world: World, request: ApiRequest): CallerRefusal | undefined => {
  const { profile } = world.setting
  const choice = chosen(profile, 'auth/clock-tolerance')
  const tolerance =
    choice === 'none' ? 0 : (chosenValue(profile, 'auth/clock-tolerance') ?? DEFAULT_TOLERANCE_S)
  const sent = request.header(`${HMAC_HEADER_PREFIX}date`) ?? request.header('date')
  const sentMs = sent === null ? Number.NaN : Date.parse(sent)
  const nowMs = worldTimeMs(world.clock, request.wallMs)
  // An HTTP date has whole seconds, so whole seconds are compared.
  if (Math.abs(wholeSeconds(sentMs) - wholeSeconds(nowMs)) <= tolerance) return undefined
  return signatureRefusal(
    `Se espera Date o X-ACS-Date a no más de ${tolerance} s de ${new Date(nowMs).toISOString()}.`,
    'auth/clock-tolerance',
  )
}

const wholeSeconds = (ms: number): number => Math.floor(ms / SECOND_MS)

const digestProblem = (request: ApiRequest, required: boolean): string | undefined => {
  const bytes = request.body.kind === 'bytes' ? request.body.bytes : undefined
  const header = request.header('digest')
  if (header === null)
    return required && bytes?.length ? 'Se espera Digest: sha-256={base64 del cuerpo}.' : undefined
  const [, algorithm = '', sent = ''] = /^\s*(sha-256|sha-512)=(\S+)\s*$/i.exec(header) ?? []
  // A body over the limit was not stored; a later step refuses it for its size (`errors/body-too-large`).
  if (!bytes) return undefined
  const name = algorithm.toLowerCase().replace('-', '')
  const matches = name !== '' && equalInConstantTime(createHash(name).update(bytes).digest('base64'), sent)
  return matches ? undefined : 'El Digest no corresponde al cuerpo.'
}

const signatureRefusal = (detail: string, because: string): CallerRefusal =>
  unauthenticatedRefusal(detail, because, HMAC_SCHEME)

const unauthenticatedRefusal = (detail: string, because: string, challenge: string): CallerRefusal => ({
  refused: 'unauthenticated',
  detail,
  headers: { 'WWW-Authenticate': challenge },
  because: ['ERR-09', 'auth/unauthorized', because],
})

/** Compares secrets in constant time, so that timing does not reveal where they differ. */
const equalInConstantTime = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}
