import { hookHeaders } from '../../notifications/delivery-headers.ts'
import type { GuardedOptions } from '../../outbound/guarded-request.ts'
import type { SendRequest } from '../../simulator/delivery-ports.ts'
import { pathOfTarget } from './client-call.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { jsonMembers, membersIn } from './json-walk.ts'

export const HOOK_ID = 'Notification-Hook-ID'
export const SIGNATURE = 'Notification-Signature'
const TOPIC = 'Notification-Topic'

/** Returns whether a request of the sandbox is a webhook, not a mail or ADF. */
const isHookRequest = ({ headers = {}, body }: GuardedOptions): boolean =>
  HOOK_ID in headers && typeof body === 'string' && body.startsWith('{')

/** Wraps the sending of webhooks in a run; `world` is the world of the run. */
export const aroundWebhooks = (
  deliver: (world: InjectedWorld, request: GuardedOptions, send: SendRequest) => ReturnType<SendRequest>,
): FaultInjection => {
  let opened: InjectedWorld | undefined
  return {
    open: (world) => {
      opened = world
    },
    deliver: (request, send) =>
      opened && isHookRequest(request) ? deliver(opened, request, send) : send(request),
  }
}

/** Returns the status of a receiver's answer; undefined if there is none. */
export const statusOf = (answer: ReturnType<SendRequest>): Promise<number | undefined> =>
  answer.then(
    ({ status }) => status,
    () => undefined,
  )

/** Returns whether a status means that a webhook was accepted. */
export const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300

/**
 * Returns a webhook of an app with another id, time or topic (`null`: none) and a valid signature; undefined
 * for other requests.
 */
export const stamped = (
  { simulator }: InjectedWorld,
  request: GuardedOptions,
  {
    lateMs = 0,
    ...stamp
  }: { readonly hookId?: string; readonly topic?: string | null; readonly lateMs?: number },
): GuardedOptions | undefined => {
  const { headers = {} } = request
  const former = headers[TOPIC]
  for (const worldHandle of simulator.worlds.all()) {
    const { setting, webhooks } = worldHandle.world
    for (const hook of webhooks) {
      if (hook.topic !== former || hook.Callback !== request.url) continue
      const { hookId = headers[HOOK_ID] ?? '', topic = former } = stamp
      const values = {
        hookId,
        ...(topic !== null && { topic }),
        custom: [],
        nowMs: simulator.nowOf(worldHandle) + lateMs,
        secret: hook.Secret ?? null,
      }
      const { [TOPIC]: _, ...others } = headers
      const signed = Object.fromEntries(hookHeaders(setting.profile, values).headers)
      const body = topic === null ? request.body : `${request.body}`.replaceAll(former, topic)
      return { ...request, headers: { ...others, ...signed }, ...(body !== undefined && { body }) }
    }
  }
  return undefined
}

/** How long a receiver may work after its answer. */
export const AFTERWARDS_MS = 60

/** Returns the path of a webhook's subject; an empty text if it has none. */
export const pathIn = (body: unknown): string => {
  const { href } = jsonMembers(typeof body === 'string' ? membersIn(body)['Entidad'] : undefined)
  return typeof href === 'string' ? pathOfTarget(href.replace(/^https?:\/\/[^/]+/, '')) : ''
}
