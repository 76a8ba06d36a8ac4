import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '../../calendar/date-time.ts'
import { stateLiterals } from '../../domain/publications/state-literal.ts'
import type { GuardedOptions } from '../../outbound/guarded-request.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type Delivery, deliveryByNumber, destinationKey, withDelivery } from '../../world/delivery.ts'
import { pathOfTarget } from './client-call.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import {
  AFTERWARDS_MS,
  aroundWebhooks,
  HOOK_ID,
  isSuccess,
  pathIn,
  SIGNATURE,
  stamped,
  statusOf,
} from './webhook-sending.ts'
import { isWebhook, type WorldFault } from './world-fault.ts'

/** How long a webhook is held back, in milliseconds of wall time. */
const HOLD_MS = 700

/** Acts once on every delivered webhook. */
const onDelivered = (
  world: InjectedWorld,
  act: (delivery: Delivery, worldHandle: WorldHandle) => void,
): void => {
  const done = new Set<string>()
  const { simulator } = world
  const unsubscribe = simulator.eventBus.subscribe((event) => {
    if (event.kind !== 'delivery') return
    const key = `${event.world} ${event.number}`
    const worldHandle = simulator.worlds.get(event.world)
    if (!worldHandle || done.has(key)) return
    const found = deliveryByNumber(worldHandle.world.deliveries, event.number)
    if (found?.state !== 'delivered' || !isWebhook(found)) return
    done.add(key)
    act(found, worldHandle)
  })
  world.atEnd(unsubscribe)
}

/** Accuses a receiver that answers 5xx, so that the webhook is sent again. */
const accuseOfFailing = (world: InjectedWorld, status: number | undefined): void => {
  if (status !== undefined && status >= 500)
    world.accuse(`it answers ${status} to a webhook, which is then repeated`)
}

/**
 * Sends every delivered webhook again with the same id; those of apps with a new timestamp and signature. A
 * test that waits for its deliveries also waits for the second one, and for the receiver's work after it.
 */
const deliverTwice = (): FaultInjection => {
  const reads = new Map<string, number>()
  const around = aroundWebhooks(async (world, request, send) => {
    const answer = await send(request)
    if (!isSuccess(answer.status)) return answer
    world.mark()
    const path = pathIn(request.body)
    if (path !== '' && !reads.has(path)) reads.set(path, 0)
    const status = await statusOf(send(stamped(world, request, { lateMs: AGAIN_MS }) ?? request))
    accuseOfFailing(world, status)
    await pause(AFTERWARDS_MS)
    return answer
  })
  return {
    ...around,
    open: (world) => {
      reads.clear()
      around.open?.(world)
    },
    before: (world, { method, target }) => {
      const path = pathOfTarget(target)
      const count = method === 'GET' ? reads.get(path) : undefined
      if (count === undefined) return undefined
      reads.set(path, count + 1)
      if (count > 0) world.advise(READ_AGAIN)
      return undefined
    },
  }
}

/** Advice for a receiver that reads the subject of a webhook twice. */
export const READ_AGAIN = 'it reads the subject of a repeated webhook again'

/** Advice for receivers that answer webhooks without a signature, or with a wrong one. */
export const UNSIGNED = 'it answers a webhook that is unsigned like a genuine one'
export const FORGED = 'it answers a webhook that is forged like a genuine one'

/** How much later the timestamp of a second attempt is. */
const AGAIN_MS = 2_000

/**
 * Sends two forged webhooks before every signed one, and two after it, with a wrong or a missing signature.
 * Those before reach a receiver whose test ends once the genuine one arrives; those after have other content.
 */
const deliverForged = (): FaultInjection =>
  aroundWebhooks(async (world, request, send) => {
    const { [SIGNATURE]: signature, ...headers } = request.headers ?? {}
    if (signature === undefined) return send(request)
    world.mark()
    const forge = async (place: number, body: GuardedOptions['body']) => {
      for (const [mark, line] of [
        ['unsigned', UNSIGNED],
        ['forged', FORGED],
      ] as const) {
        const hookId = `${headers[HOOK_ID]}-${mark}-${place}`
        const forged = createHmac('sha256', 'forger').update(hookId).digest('base64')
        const status = await statusOf(
          send({
            ...request,
            headers: { ...headers, [HOOK_ID]: hookId, ...(mark === 'forged' && { [SIGNATURE]: forged }) },
            ...(body !== undefined && { body }),
          }),
        )
        if (isSuccess(status)) world.advise(line)
      }
    }
    await forge(1, request.body)
    const answer = await send(request)
    if (!isSuccess(answer.status)) return answer
    await forge(2, otherState(world, `${request.body}`))
    await pause(AFTERWARDS_MS)
    return answer
  })

/** Sends a webhook with invalid JSON after every webhook, signed if that one is. */
const deliverMalformed = (): FaultInjection => {
  const silent = new WeakSet<InjectedWorld>()
  return aroundWebhooks(async (world, request, send) => {
    // After the last webhook a test may have closed its receiver.
    if (silent.delete(world)) world.accuse('it gives no answer to a webhook that is not JSON')
    const answer = await send(request)
    if (!isSuccess(answer.status)) return answer
    world.mark()
    const { headers = {}, body } = request
    const hookId = `${headers[HOOK_ID]}-malformed`
    const status = await statusOf(
      send({
        ...(stamped(world, request, { hookId }) ?? {
          ...request,
          headers: { ...headers, [HOOK_ID]: hookId },
        }),
        body: `${body}`.slice(0, -1),
      }),
    )
    if (status === undefined) silent.add(world)
    else if (status >= 500 || isSuccess(status))
      world.advise(`it answers ${status} to a webhook that is not JSON, instead of 400`)
    await pause(AFTERWARDS_MS)
    return answer
  })
}

/** Returns the body of a webhook with another state of its publication. */
const otherState = ({ simulator }: InjectedWorld, body: string): string => {
  const literals = simulator.worlds.all().flatMap(({ world }) => stateLiterals(world.setting.profile))
  const other = literals.find((literal) => !body.includes(`"${literal}"`)) ?? ''
  return body.replace(/("EstadoActual":)"[^"]*"/, `$1${JSON.stringify(other)}`)
}

/** Sends a webhook with an unknown topic after the first one, signed if that one is. */
const deliverNewTopic = (): FaultInjection => {
  const sent = new WeakSet<InjectedWorld>()
  return aroundWebhooks(async (world, request, send) => {
    const answer = await send(request)
    const hookId = `${request.headers?.[HOOK_ID]}-topic`
    const further = isSuccess(answer.status) && stamped(world, request, { hookId, topic: NEW_TOPIC })
    if (!further || sent.has(world)) return answer
    sent.add(world)
    world.mark()
    const status = await statusOf(send(further))
    accuseOfFailing(world, status)
    return answer
  })
}

const NEW_TOPIC = 'tema-nuevo'

/** Holds webhooks back for a while, or permanently, by their ordinal at each receiver. */
const holdBack = (world: InjectedWorld, isHeld: (ordinal: number) => boolean, isReleased = true): void => {
  const ordinals = new Map<string, number>()
  const { simulator } = world
  const queue = simulator.queueDeliveries.bind(simulator)
  const timers = new Set<NodeJS.Timeout>()
  const release = ({ number, base, dueMs }: Delivery) => {
    for (const worldHandle of simulator.worlds.all()) {
      // The base identifies the world.
      const held = [...worldHandle.world.deliveries.due].find(
        (delivery) => delivery.number === number && delivery.base === base,
      )
      if (!held) continue
      const deliveries = withDelivery(worldHandle.world.deliveries, { ...held, dueMs })
      worldHandle.world = { ...worldHandle.world, deliveries }
      simulator.reschedule(worldHandle)
    }
  }
  simulator.queueDeliveries = (before, events, base) => {
    let after = queue(before, events, base)
    for (const delivery of after.deliveries.due) {
      const { number, dueMs } = delivery
      if (number < before.deliveries.next || dueMs === null || !isWebhook(delivery)) continue
      const key = `${delivery.base} ${destinationKey(delivery)}`
      const ordinal = (ordinals.get(key) ?? 0) + 1
      ordinals.set(key, ordinal)
      if (!isHeld(ordinal)) continue
      world.mark()
      const held = { ...delivery, dueMs: dueMs + DAY_MS }
      after = { ...after, deliveries: withDelivery(after.deliveries, held) }
      if (isReleased) timers.add(setTimeout(() => release(delivery), HOLD_MS))
    }
    return after
  }
  world.atEnd(() => {
    for (const timer of timers) clearTimeout(timer)
  })
}

/** Adds a charset to the media type of JSON. */
const withCharset = (request: GuardedOptions): GuardedOptions => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [
      name,
      value === 'application/json' ? 'application/json; charset=utf-8' : value,
    ]),
  ),
})

/** Sends webhooks of apps without the header of their topic, and signs them without it (EVT-05). */
const withoutTopic = (): FaultInjection =>
  aroundWebhooks((world, request, send) => {
    const bare = stamped(world, request, { topic: null })
    if (bare) world.mark()
    return send(bare ?? request)
  })

/** How long the subject of a webhook cannot be read. */
const UNREADABLE_MS = 180

/**
 * Answers 503 to reads of a webhook's subject, for a while after the first read. Accuses a receiver that
 * answers the webhook with 2xx but never reads its subject: the webhook is not repeated.
 */
const unreadable = (): FaultInjection => {
  const wanted = new Map<string, { refusedMs?: number; isAcknowledged?: true; isSeen?: true }>()
  return {
    open: (world) => {
      wanted.clear()
      onDelivered(world, ({ attempts }) => {
        const found = wanted.get(pathIn(attempts.at(-1)?.request?.body))
        if (found) found.isAcknowledged = true
      })
      world.atEnd(() => {
        const lost = [...wanted.values()].some(
          ({ refusedMs, isAcknowledged, isSeen }) => refusedMs !== undefined && isAcknowledged && !isSeen,
        )
        if (lost)
          world.accuse(
            'it answers a webhook with 2xx, and never reads its subject: the webhook is not repeated',
          )
      })
    },
    outgoing: (request) => {
      const path = pathIn(request.body)
      if (path !== '' && !wanted.has(path)) wanted.set(path, {})
      return request
    },
    before: ({ mark }, { method, target, operation }) => {
      const found = method === 'GET' ? wanted.get(pathOfTarget(target)) : undefined
      const nowMs = performance.now()
      if (found && nowMs - (found.refusedMs ??= nowMs) < UNREADABLE_MS) {
        mark()
        return () => new Response('', { status: 503 })
      }
      if (operation === undefined) return undefined
      return async (response) => {
        if (!response.ok) return response
        const text = await response.clone().text()
        for (const [path, entry] of wanted)
          if (found === entry || text.includes(`${path}"`)) entry.isSeen = true
        return response
      }
    },
  }
}

const reordered = {
  weakness: 'treats the last webhook to arrive as the newest state',
  rank: 1,
  replays: false,
}

/** Faults of a whole run that change webhooks. */
export const deliveryFaults = {
  'webhook-twice': {
    means: 'every webhook arrives twice, with one id and two timestamps',
    weakness: 'processes a repeated webhook twice',
    rank: 1,
    replays: false,
    injection: deliverTwice,
  },
  'webhook-forged': {
    means: 'around every signed webhook come some with a wrong signature or with none',
    weakness: 'does not check signatures, or checks them only if present',
    rank: 1,
    replays: false,
    injection: deliverForged,
  },
  'webhook-late': {
    means: `webhooks arrive ${HOLD_MS} ms late`,
    weakness: 'expects a webhook immediately',
    rank: 4,
    replays: false,
    injection: () => ({ open: (world) => holdBack(world, () => true) }),
  },
  'webhook-reordered': {
    ...reordered,
    means: 'webhooks arrive in another order',
    injection: () => ({ open: (world) => holdBack(world, (ordinal) => ordinal % 2 === 1) }),
  },
  // Of an odd number of webhooks, the last but one comes last.
  'webhook-overtaken': {
    ...reordered,
    means: 'every second webhook is overtaken by later ones',
    injection: () => ({ open: (world) => holdBack(world, (ordinal) => ordinal % 2 === 0) }),
  },
  'webhook-lost': {
    means: 'the first webhook of each receiver never arrives',
    weakness: 'relies on webhooks alone, and never reads what it missed',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => ({ open: (world) => holdBack(world, (ordinal) => ordinal === 1, false) }),
  },
  'webhook-unread': {
    means: 'the subject of a webhook cannot be read for a while: 503',
    weakness: 'answers a webhook before its work is done, and loses it',
    rank: 8,
    replays: false,
    advises: true,
    harms: true,
    injection: unreadable,
  },
  'webhook-type': {
    means: 'webhooks have the type application/json; charset=utf-8',
    weakness: 'compares the whole Content-Type of a webhook',
    rank: 3,
    replays: false,
    injection: () => ({
      open: ({ mark }) => mark(),
      outgoing: withCharset,
    }),
  },
  'webhook-topic': {
    means: 'a webhook arrives whose topic the receiver does not know',
    weakness: 'fails on an unknown topic, or treats it as one of its own',
    rank: 8,
    replays: false,
    advises: true,
    injection: deliverNewTopic,
  },
  'webhook-malformed': {
    means: 'every webhook is followed by one whose body is not JSON',
    weakness: 'crashes on a body that is not JSON',
    rank: 8,
    replays: false,
    advises: true,
    injection: deliverMalformed,
  },
  'webhook-no-topic': {
    means: 'webhooks have no header Notification-Topic, and are signed without it',
    weakness: 'requires that header, which is optional',
    rank: 8,
    replays: false,
    advises: true,
    injection: withoutTopic,
  },
} as const satisfies Readonly<Record<string, WorldFault>>
