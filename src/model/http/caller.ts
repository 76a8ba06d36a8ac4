import { chosen, chosenValue, isChosen } from '../../api/assumptions/profile.ts'
import { SECOND_MS } from '../../lib/calendar/date-time.ts'
import { equalInConstantTime } from '../../lib/text/constant-time.ts'
import { countRequest, type Usage } from '../world/usage.ts'
import { type App, type World, worldTimeMs } from '../world/world.ts'
import { HMAC_SCHEME, verifyRequestSignature } from './hmac-signature.ts'
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
  /** Ids of statements and assumptions that decided. */
  readonly because: readonly string[]
}

/** Identifies the calling app (`auth/scheme`). */
export const identify = (world: World, request: ApiRequest): IdentifiedCaller | CallerRefusal => {
  switch (chosen(world.setting.profile, 'auth/scheme')) {
    case 'hmac':
      return identifyBySignature(world, request)
    case 'key':
      return identifyByKey(world, request, false)
    case 'open':
      return identifyByKey(world, request, true)
  }
}

const identifyByKey = (
  world: World,
  request: ApiRequest,
  isOpen: boolean,
): IdentifiedCaller | CallerRefusal => {
  const app =
    appOfCredentials(world, request.header('authorization'), isOpen) ??
    (isOpen ? world.setting.apps[0] : undefined)
  if (app) return { app, usage: world.usage }
  return unauthenticatedRefusal(
    'Se espera Authorization: Bearer {clave de la app}, o Basic {clave}:{secreto}.',
    'auth/scheme',
    KEY_CHALLENGES,
  )
}

/** Counts the request against the app's rate (`limits/rate`). */
export const admit = (
  world: World,
  caller: IdentifiedCaller,
  request: ApiRequest,
): IdentifiedCaller | CallerRefusal => {
  const { profile } = world.setting
  if (isChosen(profile, 'limits/rate', 'off')) return caller
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

/** Challenges of the schemes that take a key (RFC 6750, RFC 7617): each has to have a parameter. */
export const KEY_CHALLENGES = 'Bearer realm="api", Basic realm="api"'

const identifyBySignature = (world: World, request: ApiRequest): IdentifiedCaller | CallerRefusal => {
  const verified = verifyRequestSignature(world, request)
  return 'detail' in verified
    ? unauthenticatedRefusal(verified.detail, verified.because, `${HMAC_SCHEME} realm="api"`)
    : verified
}

/**
 * Builds the refusal of a caller whose credentials are not accepted; `challenge` is its `WWW-Authenticate`.
 */
const unauthenticatedRefusal = (detail: string, because: string, challenge: string): CallerRefusal => ({
  refused: 'unauthenticated',
  detail,
  headers: { 'WWW-Authenticate': challenge },
  because: ['ERR-09', 'auth/unauthorized', because],
})
