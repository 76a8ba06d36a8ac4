import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '../../calendar/date-time.ts'
import type { GuardedOptions } from '../../outbound/guarded-request.ts'
import { type Agency, agenciesInOrder } from '../../world/agency.ts'
import { publicationIndex } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { type ClientCall, pathOfTarget } from './client-call.ts'
import { controlPost } from './control-post.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'
import { jsonMembers, membersIn } from './json-walk.ts'
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
import type { WorldFault } from './world-fault.ts'

/** Sends every webhook twice at the same moment, under the same id. */
const deliverAtOnce = (): FaultInjection =>
  aroundWebhooks(async (world, request, send) => {
    world.mark()
    const [first, second] = await Promise.allSettled([send(request), send(request)])
    await pause(AFTERWARDS_MS)
    // Who takes one and refuses the other has it once.
    const taken = [first, second].find((sent) => sent.status === 'fulfilled' && isSuccess(sent.value.status))
    const answer = taken ?? first
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })

/** Sends one after every signed webhook that was signed a day earlier, under another id. */
const deliverOld = (): FaultInjection =>
  aroundWebhooks(async (world, request, send) => {
    const answer = await send(request)
    const { [SIGNATURE]: signature, [HOOK_ID]: id } = request.headers ?? {}
    const old = stamped(world, request, { hookId: `${id}-old`, lateMs: -DAY_MS })
    if (!isSuccess(answer.status) || signature === undefined || !old) return answer
    world.mark()
    if (isSuccess(await statusOf(send(old))))
      world.advise('it accepts a webhook that was signed a day ago: a recorded one can be sent again')
    return answer
  })

/** Statuses and moments of the reads of what a webhook is about, which is refused. */
interface Unread {
  readonly path: string
  isAcknowledged: boolean
  lastMs: number | undefined
  /** The longest pause between two reads. */
  pauseMs: number
}

/** A client that has read for the last time this long before the end does not read again. */
const GIVEN_UP_MS = 1_000
/** A client that waits longer each time has not given up. */
const LONGER = 3

/** True for the path of an inquiry: a publication is read for other reasons than a webhook, too. */
const isOfInquiry = (path: string): boolean => /\/v3\/consultas\//.test(path)

/**
 * Refuses to read what the first webhook is about, for good, and advises who answers the webhook with 2xx and
 * reads no more: nothing sends that webhook again. The second time it is 403, because a client that retries
 * 503 for seconds has not given up when its test ends.
 */
const unreadableForGood = (): FaultInjection => {
  let found: Unread | undefined
  const around = aroundWebhooks(async (_, request, send) => {
    const path = pathIn(request.body)
    if (isOfInquiry(path)) found ??= { path, isAcknowledged: false, lastMs: undefined, pauseMs: 0 }
    const own = found?.path === path ? found : undefined
    const answer = await send(request)
    if (own && isSuccess(answer.status)) own.isAcknowledged = true
    return answer
  })
  return {
    ...around,
    open: (world) => {
      found = undefined
      around.open?.(world)
      world.atEnd(() => {
        if (!found?.isAcknowledged || found.lastMs === undefined) return
        const sinceMs = performance.now() - found.lastMs
        if (sinceMs > Math.max(GIVEN_UP_MS, LONGER * found.pauseMs))
          world.accuse(
            'it answers a webhook with 2xx although it cannot read what it is about, and drops it: nothing sends it again',
          )
      })
    },
    before: ({ mark }, { method, target }) => {
      if (!found || method !== 'GET' || pathOfTarget(target) !== found.path) return undefined
      mark()
      const nowMs = performance.now()
      const status = found.lastMs === undefined ? 503 : 403
      found.pauseMs = Math.max(found.pauseMs, nowMs - (found.lastMs ?? nowMs))
      found.lastMs = nowMs
      return () => new Response('', { status })
    },
  }
}

/**
 * Lets the inquiry of the first webhook be gone when it is read: 404. Who answers with 5xx gets it again and
 * again.
 */
const subjectGone = (): FaultInjection => {
  let path: string | undefined
  let isRead = false
  const around = aroundWebhooks(async (world, request, send) => {
    const own = pathIn(request.body)
    if (isOfInquiry(own)) path ??= own
    const answer = await send(request)
    if (path === own && isRead && answer.status >= 500)
      world.accuse(
        `it answers ${answer.status} to a webhook about what is gone, which is then sent repeatedly`,
      )
    return answer
  })
  return {
    ...around,
    open: (world) => {
      path = undefined
      isRead = false
      around.open?.(world)
    },
    before: ({ mark }, { method, target }) => {
      if (method !== 'GET' || path === undefined || pathOfTarget(target) !== path) return undefined
      mark()
      isRead = true
      return () => new Response('No se encontró la consulta.', { status: 404 })
    },
  }
}

/** True for a control call by which a test makes an inquiry. */
export const isOwnInquiry = ({ operation, method, target }: ClientCall): boolean =>
  operation === undefined && method === 'POST' && /\/inquiries$/.test(pathOfTarget(target))

/** Returns the address of one active publication of an agency; none where it has none. */
const activeOf = ({ publications }: World, { ordinal, adminMail }: Agency) =>
  publications
    .index(publicationIndex.of(ordinal, 'active'))
    .slice(0, 1)
    .flatMap(({ key }) => publications.get(key) ?? [])
    .map(({ ExternalId }) => ({ adminMail, externalid: ExternalId }))

/** Who asks there: with nothing left out that a receiver may need. */
const SOMEBODY = {
  Nombre: 'Elsa',
  Apellido: 'Otero',
  Email: 'elsa.otero@example.org',
  Telefono: '+54 11 5555-0177',
  Comentario: 'Consulta de otra agencia.',
}

/** Returns a webhook of a publication's state as it is about one of another agency; undefined for others. */
const ofAnother = (world: InjectedWorld, request: GuardedOptions): GuardedOptions | undefined => {
  const { EstadoActual, ExternalId, href, ...entity } = jsonMembers(membersIn(`${request.body}`)['Entidad'])
  if (EstadoActual === undefined || typeof href !== 'string') return undefined
  for (const { world: own } of world.simulator.worlds.all()) {
    const [, ...others] = agenciesInOrder(own.agencies)
    const [found] = others.flatMap((agency) => activeOf(own, agency))
    if (!found) continue
    const path = `${encodeURIComponent(found.adminMail)}/${found.externalid}`
    const Entidad = {
      ...entity,
      EstadoActual,
      ExternalId: found.externalid,
      href: href.replace(/[^/]+\/[^/]+$/, path),
    }
    const body = JSON.stringify({ ...membersIn(`${request.body}`), Entidad })
    const other = { ...request, body }
    return stamped(world, other, { hookId: `${request.headers?.[HOOK_ID]}-other` }) ?? other
  }
  return undefined
}

/** Lets another agency of the app receive an inquiry, or change a state, right before the first of a test. */
const atAnotherAgency = (): FaultInjection => {
  const done = new Set<string>()
  let isSent = false
  const around = aroundWebhooks(async (world, request, send) => {
    const other = isSent ? undefined : ofAnother(world, request)
    if (!other) return send(request)
    isSent = true
    world.mark()
    const status = await statusOf(send(other))
    if (status !== undefined && status >= 500)
      world.advise(`it answers ${status} to a webhook about another agency, which is then sent repeatedly`)
    await pause(AFTERWARDS_MS)
    return send(request)
  })
  return {
    ...around,
    open: (world) => {
      done.clear()
      isSent = false
      around.open?.(world)
    },
    before: async (injected, call) => {
      const { world, name } = injected.worldHandle
      if (!isOwnInquiry(call) || done.has(name)) return undefined
      const [, ...others] = agenciesInOrder(world.agencies)
      const [found] = others.flatMap((agency) => activeOf(world, agency))
      if (!found) return undefined
      done.add(name)
      injected.mark()
      await controlPost(injected, name, '/inquiries', { ...found, interesado: SOMEBODY })
      return undefined
    },
  }
}

const receiverAdvice = { rank: 8, replays: false, advises: true } as const

/** Faults of a whole run that show what a receiver does besides reading one webhook. */
export const receiverFaults = {
  'webhook-at-once': {
    ...receiverAdvice,
    after: 'webhook-twice',
    means: 'every webhook arrives twice at the same moment, with one id',
    weakness: 'processes a webhook twice that arrives again while the first is processed',
    injection: deliverAtOnce,
  },
  'webhook-old': {
    ...receiverAdvice,
    means: 'after every signed webhook comes one that was signed a day ago',
    weakness: 'does not compare the time of a webhook with its clock',
    injection: deliverOld,
  },
  'webhook-unreadable': {
    ...receiverAdvice,
    harms: true,
    means: 'the inquiry of the first webhook cannot be read at all: 503, then 403',
    weakness: 'answers a webhook before its work is done, and drops it',
    injection: unreadableForGood,
  },
  'webhook-gone': {
    ...receiverAdvice,
    harms: true,
    means: 'the inquiry of the first webhook is gone: 404',
    weakness: 'lets a webhook be sent repeatedly that it can never process',
    injection: subjectGone,
  },
  'webhook-other-agency': {
    ...receiverAdvice,
    saysOther: true,
    means: 'a webhook arrives about an inquiry, or a publication, of another agency',
    weakness: 'files what is another agency’s as its own',
    injection: atAnotherAgency,
  },
} as const satisfies Readonly<Record<string, WorldFault>>
