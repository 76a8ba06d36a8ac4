import { createHash, createHmac } from 'node:crypto'
import { type AssumptionId, byOption, chosenValue, isChosen } from '../../api/assumptions/profile.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/calendar/date-time.ts'
import { compareText } from '../../lib/collections/compare-text.ts'
import { equalInConstantTime } from '../../lib/text/constant-time.ts'
import { rememberSignature, type Usage } from '../world/usage.ts'
import { type App, type World, worldTimeMs } from '../world/world.ts'
import type { ApiRequest } from './request.ts'

/** Name of the scheme in `Authorization`, that of the only public client (`auth/hmac`). */
export const HMAC_SCHEME = 'ACS-HMAC'
const HMAC_HEADER_PREFIX = 'x-acs-'
const REPLAY_WINDOW_MS = MINUTE_MS
const DEFAULT_TOLERANCE_S = 300

/** Why a signature is not accepted. */
interface SignatureRefusal {
  /** One sentence that says what is expected. */
  readonly detail: string
  /** Id of the assumption that decided. */
  readonly because: AssumptionId
}

/**
 * Verifies the signature of a request: known app, date near the world's time, digest of the body, HMAC, not
 * used before (`auth/hmac`). Returns the app, and the usage that remembers the signature.
 */
export const verifyRequestSignature = (
  world: World,
  request: ApiRequest,
): { readonly app: App; readonly usage: Usage } | SignatureRefusal => {
  const { profile } = world.setting
  const [, key, signature] =
    /^\s*ACS-HMAC\s+([^:\s]+):(\S+)\s*$/i.exec(request.header('authorization') ?? '') ?? []
  const app = world.setting.apps.find((candidate) => candidate.key === key)
  if (!signature || !app)
    return refusal(
      `Se espera Authorization: ${HMAC_SCHEME} {AppKey}:{HMAC} de una app conocida.`,
      'auth/scheme',
    )
  const stale = staleDateRefusal(world, request)
  if (stale) return stale
  const digest = digestProblem(request, isChosen(profile, 'auth/digest', 'required'))
  if (digest) return refusal(digest, 'auth/digest')
  if (!equalInConstantTime(signatureOf(request, app.secret), signature))
    return refusal('El HMAC no corresponde a la solicitud.', 'auth/hmac')
  if (isChosen(profile, 'auth/replay', 'accepted')) return { app, usage: world.usage }
  const usage = rememberSignature(
    world.usage,
    signature,
    worldTimeMs(world.clock, request.wallMs),
    REPLAY_WINDOW_MS,
  )
  return usage ? { app, usage } : refusal('La misma firma ya fue usada.', 'auth/replay')
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
const staleDateRefusal = (world: World, request: ApiRequest): SignatureRefusal | undefined => {
  const { profile } = world.setting
  const tolerance = byOption(profile, 'auth/clock-tolerance', {
    '300-seconds': DEFAULT_TOLERANCE_S,
    none: 0,
    seconds: chosenValue(profile, 'auth/clock-tolerance') ?? DEFAULT_TOLERANCE_S,
  })
  const sent = request.header(`${HMAC_HEADER_PREFIX}date`) ?? request.header('date')
  const sentMs = sent === null ? Number.NaN : Date.parse(sent)
  const nowMs = worldTimeMs(world.clock, request.wallMs)
  // An HTTP date has whole seconds, so whole seconds are compared.
  if (Math.abs(wholeSeconds(sentMs) - wholeSeconds(nowMs)) <= tolerance) return undefined
  return refusal(
    `Se espera Date o X-ACS-Date a no más de ${tolerance} s de ${new Date(nowMs).toISOString()}.`,
    'auth/clock-tolerance',
  )
}

const wholeSeconds = (ms: number): number => Math.floor(ms / SECOND_MS)

/** Checks the digest of the body (`auth/digest`); returns a sentence about one that is missing or wrong. */
const digestProblem = (request: ApiRequest, isRequired: boolean): string | undefined => {
  const bytes = request.body.kind === 'bytes' ? request.body.bytes : undefined
  const header = request.header('digest')
  if (header === null)
    return isRequired && bytes?.length ? 'Se espera Digest: sha-256={base64 del cuerpo}.' : undefined
  const [, algorithm = '', sent = ''] = /^\s*(sha-256|sha-512)=(\S+)\s*$/i.exec(header) ?? []
  // A body over the limit was not stored; a later step refuses it for its size (`errors/body-too-large`).
  if (!bytes) return undefined
  const name = algorithm.toLowerCase().replace('-', '')
  const matches = name !== '' && equalInConstantTime(createHash(name).update(bytes).digest('base64'), sent)
  return matches ? undefined : 'El Digest no corresponde al cuerpo.'
}

const refusal = (detail: string, because: AssumptionId): SignatureRefusal => ({ detail, because })
