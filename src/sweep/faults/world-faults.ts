import { createHmac } from 'node:crypto'
import { DAY_MS, SECOND_MS, startOfDay, yearOf } from '../../calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../calendar/instant.ts'
import { stateLiterals } from '../../domain/publications/state-literal.ts'
import { faultTarget } from '../../faults/fault-target.ts'
import { operations } from '../../resources/index.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type Delivery, deliveryByNumber, destinationKey, withDelivery } from '../../world/delivery.ts'
import type { World } from '../../world/world.ts'
import { answerFaults } from './answer-faults.ts'
import { type ClientCall, pathOfTarget } from './client-call.ts'
import { contentFaults } from './content-faults.ts'
import type { Disturbance, DisturbedWorld, ResponseStep } from './disturbance.ts'
import { mappedJson } from './json-walk.ts'
import { changedJson, isWebhook, type WorldFault } from './world-fault.ts'

/** How long a notification is held back, in milliseconds of the wall clock. */
const HOLD_MS = 700

const post = async (
  handler: DisturbedWorld['handler'],
  worldName: string,
  path: string,
  body: object,
): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  const url = `http://playa.localhost/_playa/worlds/${worldName}${path}`
  await handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Acts once on every delivered notification. */
const onDelivered = (
  world: DisturbedWorld,
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

/** Sends every delivered notification again, under the same id. */
const deliverTwice = (world: DisturbedWorld): void =>
  onDelivered(world, ({ number }, { name }) => {
    world.mark()
    void post(world.handler, name, `/deliveries/d${number}/redeliver`, {})
  })

/** Sends two of somebody else after every signed one: its signature belongs to another id, or is missing. */
const deliverForged = (world: DisturbedWorld): void =>
  onDelivered(world, ({ attempts, hookId }, worldHandle) => {
    const request = attempts.at(-1)?.request
    const headers = new Headers(request?.headers.map(([name, value]): [string, string] => [name, value]))
    if (!request || !headers.has(SIGNATURE)) return
    world.mark()
    headers.delete('content-length')
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
      fetch(request.url, { method: request.method, headers, body }).catch(() => {})
    }
  })

const SIGNATURE = 'notification-signature'

/** Holds notifications back for a while: all, or of each receiver every first of two. */
const holdBack = (world: DisturbedWorld, isHeld: (ordinal: number) => boolean): void => {
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
      timers.add(setTimeout(() => release(delivery), HOLD_MS))
    }
    return after
  }
  world.atEnd(() => {
    for (const timer of timers) clearTimeout(timer)
  })
}

/** True for a request of a list of inquiries from its second page on. */
export const isFurtherPage = ({ operation, target }: ClientCall): boolean =>
  operation === 'inquiries.list' && !['1', null].includes(queryOf(target).get('pagina'))

/** Returns what the pages of one list have in common. */
const listOf = (target: string): string => target.replace(/([?&])pagina=\d+/, '$1')

const queryOf = (target: string): URLSearchParams => new URLSearchParams(target.split('?')[1])

/** Lets an inquiry arrive while the client is between two pages; it is gone when the client does something else. */
const movingPage = (): Pick<Disturbance, 'open' | 'before'> => {
  const seen = new Set<string>()
  let former: World['inquiries'] | undefined
  return {
    // A second run begins anew.
    open: () => {
      seen.clear()
      former = undefined
    },
    before: async (world, call) => {
      const { worldHandle } = world
      const path = pathOfTarget(call.target)
      if (!isFurtherPage(call)) {
        // What a test counts of its own is not what arrived in between.
        if (former) worldHandle.world = { ...worldHandle.world, inquiries: former }
        former = undefined
      } else if (!seen.has(listOf(call.target))) {
        seen.add(listOf(call.target))
        former = worldHandle.world.inquiries
        world.mark()
        const adminMail = decodeURIComponent(path.split('/').at(-1) ?? '')
        await post(world.handler, worldHandle.name, '/inquiries', { adminMail })
      }
      return undefined
    },
  }
}

const isPaged = (target: string): boolean =>
  /^\/v3\/(?:marcas|modelos|versiones|ciudades|regiones)$/.test(pathOfTarget(target))

const PAGES = 5
const PAGE = /[?&]pagina=\d+/

/** Returns the page of a whole list that a target asks for. */
const pageOf = (value: unknown, target: string): unknown => {
  // A list of the catalogue has these members.
  const list = value as { readonly _entries?: readonly unknown[]; readonly _links: object }
  const { _entries: all = [] } = list
  if (all.length < 2) return value
  const PerPagina = Math.ceil(all.length / PAGES)
  const Pagina = Number(queryOf(target).get('pagina') ?? 1)
  const whole = target.replace(PAGE, '')
  const next = { href: `${whole}${whole.includes('?') ? '&' : '?'}pagina=${Pagina + 1}` }
  return {
    ...{ ...list, Pagina, Total: all.length, PerPagina },
    _entries: all.slice((Pagina - 1) * PerPagina, Pagina * PerPagina),
    _links: Pagina * PerPagina < all.length ? { ...list._links, next } : list._links,
  }
}

const ELSEWHERE = '/v3/enlaces'

/** True for what the description shows only as a link: its path is the service's own business. */
const isLinkOnly = (method: string, path: string): boolean => {
  const id = faultTarget(method, path).operation
  return operations.all.some((operation) => operation.id === id && operation.assumption !== undefined)
}

/** Moves the targets of links to paths that no client can guess. */
const withMovedLinks = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { href, method = 'GET' } = members
    if (typeof href !== 'string' || typeof method !== 'string') return members
    const start = href.indexOf('/v3/')
    const path = href.slice(start).replace(/[?{].*$/s, '')
    if (start < 0 || !isLinkOnly(method, path)) return members
    return { ...members, href: `${href.slice(0, start)}${ELSEWHERE}${href.slice(start + '/v3'.length)}` }
  })

const notFound: ResponseStep = () =>
  new Response('No se encontró el recurso.', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })

const isMoved = (target: string): boolean => pathOfTarget(target).startsWith(`${ELSEWHERE}/`)

/** Faults of a whole run, by the word that reports and `--only` use. */
export const worldFaults = {
  'webhook-twice': {
    means: 'every webhook arrives twice, with one id',
    weakness: 'handles a repeated webhook again',
    rank: 1,
    replays: false,
    disturbance: () => ({ open: deliverTwice }),
  },
  'webhook-forged': {
    means: 'after every signed webhook come one whose signature is wrong and one without',
    weakness: 'does not check signatures, or only where there is one',
    rank: 1,
    replays: false,
    disturbance: () => ({ open: deliverForged }),
  },
  'webhook-late': {
    means: `webhooks arrive ${HOLD_MS} ms late`,
    weakness: 'expects a webhook at once',
    rank: 4,
    replays: false,
    disturbance: () => ({ open: (world) => holdBack(world, () => true) }),
  },
  'webhook-reordered': {
    means: 'webhooks arrive in another order',
    weakness: 'takes the webhook that comes first for the newest state',
    rank: 1,
    replays: false,
    disturbance: () => ({ open: (world) => holdBack(world, (ordinal) => ordinal % 2 === 1) }),
  },
  'webhook-type': {
    means: 'webhooks are of the type application/json; charset=utf-8',
    weakness: 'compares the whole Content-Type of a webhook',
    rank: 3,
    replays: false,
    disturbance: () => ({ webhookType: 'application/json; charset=utf-8', open: ({ mark }) => mark() }),
  },
  'page-moved': {
    means: 'an inquiry arrives between two pages',
    weakness: 'counts an entry twice when the pages move',
    rank: 2,
    replays: false,
    disturbance: movingPage,
  },
  midnight: {
    means: 'it is half a minute before midnight',
    weakness: 'takes the day of another time zone',
    rank: 5,
    // The client knows the time, so that its requests may differ too.
    replays: false,
    disturbance: (nowMs) => ({ startMs: startOfDay(nowMs, SCENARIO_ZONE_MINUTES) + DAY_MS - 30 * SECOND_MS }),
  },
  'year-end': {
    means: 'it is half a minute before the new year',
    weakness: 'takes the year of another time zone',
    rank: 5,
    // The client knows the time, so that its requests may differ too.
    replays: false,
    disturbance: (nowMs) => {
      const nextYear = Date.UTC(yearOf(nowMs, SCENARIO_ZONE_MINUTES) + 1, 0, 1, 3)
      return { startMs: nextYear - 30 * SECOND_MS }
    },
  },
  ...answerFaults,
  ...contentFaults,
  'lists-paged': {
    means: 'lists of the catalogue come in pages',
    weakness: 'takes the first page of a list for all',
    rank: 8,
    replays: false,
    advises: true,
    disturbance: () => ({
      incomingTarget: (_, target) => (isPaged(target) ? target.replace(PAGE, '') : undefined),
      before: (world, { target, sentTarget }) =>
        isPaged(target) ? changedJson(world, (value) => pageOf(value, sentTarget)) : undefined,
    }),
  },
  'links-elsewhere': {
    means: 'what the description shows only as a link is found at its link alone',
    weakness: 'builds addresses by hand that it should follow',
    rank: 2,
    replays: false,
    disturbance: () => ({
      incomingTarget: (_, target) => (isMoved(target) ? target.replace(ELSEWHERE, '/v3') : undefined),
      before: (world, { method, target, sentTarget }) => {
        if (!isMoved(sentTarget) && isLinkOnly(method, pathOfTarget(target))) {
          world.mark()
          return notFound
        }
        return changedJson(world, withMovedLinks)
      },
    }),
  },
} as const satisfies Readonly<Record<string, WorldFault>>

/** Word of a fault of a whole run. */
export type WorldFaultKind = keyof typeof worldFaults
