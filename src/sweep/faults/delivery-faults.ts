import { createHmac } from 'node:crypto'
import { DAY_MS } from '../../calendar/date-time.ts'
import { stateLiterals } from '../../domain/publications/state-literal.ts'
import { hookHeaders } from '../../notifications/delivery-headers.ts'
import { signNotification } from '../../notifications/signature.ts'
import type { GuardedOptions } from '../../outbound/guarded-request.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import {
  type AttemptRequest,
  type Delivery,
  deliveryByNumber,
  destinationKey,
  withDelivery,
} from '../../world/delivery.ts'
import { webhookKey } from '../../world/webhook.ts'
import { pathOfTarget } from './client-call.ts'
import { controlPost } from './control-post.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { jsonMembers, membersIn } from './json-walk.ts'
import { isWebhook, type WorldFault } from './world-fault.ts'

/** How long a notification is held back, in milliseconds of the wall clock. */
const HOLD_MS = 700

/** Acts once on every delivered notification. */
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

/**
 * Sends every delivered notification again, under the same id; those of apps with a new timestamp and
 * signature.
 */
const deliverTwice = (world: InjectedWorld): void =>
  onDelivered(world, (delivery, worldHandle) => {
    world.mark()
    const { hookId, number } = delivery
    if (!sendStamped(world, delivery, worldHandle, { hookId, lateMs: AGAIN_MS }))
      void controlPost(world.handler, worldHandle.name, `/deliveries/d${number}/redeliver`, {})
  })

/**
 * Sends a delivered webhook of an app with another stamp, signed as its own are; returns false for any other.
 */
const sendStamped = (
  { simulator, accuse }: InjectedWorld,
  { attempts, to }: Delivery,
  worldHandle: WorldHandle,
  { lateMs = 0, ...stamp }: { readonly hookId: string; readonly topic?: string; readonly lateMs?: number },
): boolean => {
  const request = attempts.at(-1)?.request
  if (!request || to.kind !== 'app-webhook') return false
  const { setting, webhooks } = worldHandle.world
  const headers = headersOf(request)
  const values = {
    topic: to.topic,
    ...stamp,
    custom: [],
    nowMs: simulator.nowOf(worldHandle) + lateMs,
    secret: webhooks.get(webhookKey(to.app, to.topic))?.Secret ?? null,
  }
  for (const [name, value] of hookHeaders(setting.profile, values).headers) headers.set(name, value)
  const body = request.body.replaceAll(to.topic, values.topic)
  fetch(request.url, { method: request.method, headers, body }).then(
    ({ status }) => {
      if (status >= 500) accuse(`it answers ${status} to a webhook, which is then sent repeatedly`)
    },
    () => {},
  )
  return true
}

/** How much later a second attempt is stamped. */
const AGAIN_MS = 2_000

/** Returns the headers of a request that was sent, for one with another body. */
const headersOf = (request: AttemptRequest | null | undefined): Headers => {
  const headers = new Headers(request?.headers.map(([name, value]): [string, string] => [name, value]))
  headers.delete('content-length')
  return headers
}

/** Sends two of somebody else after every signed one: its signature belongs to another id, or is missing. */
const deliverForged = (world: InjectedWorld): void =>
  onDelivered(world, ({ attempts, hookId }, worldHandle) => {
    const request = attempts.at(-1)?.request
    const headers = headersOf(request)
    if (!request || !headers.has(SIGNATURE)) return
    world.mark()
    const words = stateLiterals(worldHandle.world.setting.profile)
    const other = words.find((word) => !request.body.includes(`"${word}"`)) ?? ''
    const body = request.body.replace(/("EstadoActual":)"[^"]*"/, `$1${JSON.stringify(other)}`)
    const signature = createHmac('sha256', 'nobody').update(hookId).digest('base64')
    for (const [mark, signed] of [
      ['forged', true],
      ['unsigned', false],
    ] as const) {
      headers.set('notification-hook-id', `${hookId}-${mark}`)
      if (signed) headers.set(SIGNATURE, signature)
      else headers.delete(SIGNATURE)
      fetch(request.url, { method: request.method, headers, body }).then(
        ({ ok }) => {
          if (ok) world.advise(`it answers a webhook that is ${mark} like a genuine one`)
        },
        () => {},
      )
    }
  })

const SIGNATURE = 'notification-signature'

/** Sends one of a topic that the receiver does not know after the first, signed as that one is. */
const deliverNewTopic = (world: InjectedWorld): void => {
  let isSent = false
  onDelivered(world, (delivery, worldHandle) => {
    const stamp = { hookId: `${delivery.hookId}-topic`, topic: NEW_TOPIC }
    if (isSent || !sendStamped(world, delivery, worldHandle, stamp)) return
    isSent = true
    world.mark()
  })
}

const NEW_TOPIC = 'tema-nuevo'

/** Holds notifications back for a while, or for good, by their ordinal at each receiver. */
const holdBack = (world: InjectedWorld, isHeld: (ordinal: number) => boolean, isReleased = true): void => {
  const ordinals = new Map<string, number>()
  const { simulator } = world
  const queue = simulator.queueDeliveries.bind(simulator)
  const timers = new Set<NodeJS.Timeout>()
  const release = ({ number, base, dueMs }: Delivery) => {
    for (const worldHandle of simulator.worlds.all()) {
      // The base names the world.
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

/** Sends JSON under a media type that names its charset. */
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
const withoutTopic = (): FaultInjection => {
  let opened: InjectedWorld | undefined
  return {
    open: (world) => {
      opened = world
    },
    outgoing: (request) => {
      const {
        'Notification-Topic': topic,
        'Notification-Signature': signature,
        ...headers
      } = request.headers ?? {}
      const worlds = opened?.simulator.worlds.all().map(({ world }) => world) ?? []
      for (const { setting, webhooks } of worlds)
        for (const hook of webhooks) {
          if (hook.topic !== topic || hook.Callback !== request.url) continue
          opened?.mark()
          const values = ['Notification-Hook-ID', 'Notification-Timestamp'].map((name) => headers[name] ?? '')
          const { value } = signNotification(setting.profile, hook.Secret ?? '', values)
          return {
            ...request,
            headers: { ...headers, ...(signature && { 'Notification-Signature': value }) },
          }
        }
      return request
    },
  }
}

/** For how long what a webhook is about cannot be read. */
const UNREADABLE_MS = 180

/**
 * Refuses with 503 to read what a webhook is about, for a while from the first time on, and advises who
 * answers the webhook with 2xx and never reads it: nothing sends that webhook again.
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
            'it answers a webhook with 2xx, and never reads what it is about: nothing sends it again',
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

/** Returns the path of what a webhook is about; an empty text where it names nothing. */
const pathIn = (body: unknown): string => {
  const { href } = jsonMembers(typeof body === 'string' ? membersIn(body)['Entidad'] : undefined)
  return typeof href === 'string' ? pathOfTarget(href.replace(/^https?:\/\/[^/]+/, '')) : ''
}

const reordered = {
  weakness: 'treats the last webhook to arrive as the newest state',
  rank: 1,
  replays: false,
}

/** Faults of a whole run that are about webhooks. */
export const deliveryFaults = {
  'webhook-twice': {
    means: 'every webhook arrives twice, with one id and two timestamps',
    weakness: 'processes a repeated webhook twice',
    rank: 1,
    replays: false,
    injection: () => ({ open: deliverTwice }),
  },
  'webhook-forged': {
    means: 'every signed webhook is followed by one with a wrong signature and one with none',
    weakness: 'does not check signatures, or checks them only if present',
    rank: 1,
    replays: false,
    injection: () => ({ open: deliverForged }),
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
  // Of an odd number the one before the last comes last.
  'webhook-overtaken': {
    ...reordered,
    means: 'every second webhook comes after those that follow it',
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
    weakness: 'fails on an unknown topic',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => ({ open: deliverNewTopic }),
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
