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

/** Sends every webhook twice at the same moment, with the same id. */
const deliverSimultaneously = (): FaultInjection =>
  aroundWebhooks(async (world, request, send) => {
    world.mark()
    const [first, second] = await Promise.allSettled([send(request), send(request)])
    await pause(AFTERWARDS_MS)
    // A receiver that accepts one and refuses the other has it once.
    const taken = [first, second].find((sent) => sent.status === 'fulfilled' && isSuccess(sent.value.status))
    const answer = taken ?? first
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })

/** Sends a webhook that was signed a day earlier after every signed one, with another id. */
const deliverOld = (): FaultInjection =>
  aroundWebhooks(async (world, request, send) => {
    const answer = await send(request)
    const { [SIGNATURE]: signature, [HOOK_ID]: id } = request.headers ?? {}
    const old = stamped(world, request, { hookId: `${id}-old`, lateMs: -DAY_MS })
    if (!isSuccess(answer.status) || signature === undefined || !old) return answer
    world.mark()
    if (isSuccess(await statusOf(send(old))))
      world.advise('it accepts a webhook that was signed a day ago: a recorded one can be replayed')
    return answer
  })

/** The reads of a webhook's subject, which are all refused. */
interface Unread {
  readonly path: string
  isAcknowledged: boolean
  lastMs: number | undefined
  /** The longest pause between two reads. */
  pauseMs: number
}

/** A client whose last read was this long before the end has given up. */
const GIVEN_UP_MS = 1_000
/** Factor for the longest pause of a client that waits longer before each attempt. */
const LONGER = 3

/** Returns whether a path is that of an inquiry; publications are also read for other reasons. */
const isOfInquiry = (path: string): boolean => /\/v3\/consultas\//.test(path)

/**
 * Permanently refuses reads of the first webhook's subject, and accuses a receiver that answers the webhook
 * with 2xx and stops reading: the webhook is not repeated. From the second read on it answers 403, because a
 * client that retries 503 for seconds has not given up when its test ends.
 */
const neverReadable = (): FaultInjection => {
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
            'it answers a webhook with 2xx although it cannot read its subject, and drops it: the webhook is not repeated',
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
 * Answers 404 to reads of the first webhook's inquiry. A receiver that then answers 5xx gets the webhook
 * repeatedly.
 */
const subjectGone = (): FaultInjection => {
  let path: string | undefined
  let isRead = false
  const around = aroundWebhooks(async (world, request, send) => {
    const own = pathIn(request.body)
    if (isOfInquiry(own)) path ??= own
    const answer = await send(request)
    if (path === own && isRead && answer.status >= 500)
      world.accuse(`it answers ${answer.status} to a webhook whose subject is gone, which is then repeated`)
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

/** Returns whether a call is a control call with which a test makes an inquiry. */
export const isOwnInquiry = ({ operation, method, target }: ClientCall): boolean =>
  operation === undefined && method === 'POST' && /\/inquiries$/.test(pathOfTarget(target))

/** Returns the address of one active publication of an agency, if it has one. */
const activeOf = ({ publications }: World, { ordinal, adminMail }: Agency) =>
  publications
    .index(publicationIndex.of(ordinal, 'active'))
    .slice(0, 1)
    .flatMap(({ key }) => publications.get(key) ?? [])
    .map(({ ExternalId }) => ({ adminMail, externalid: ExternalId }))

/** The person of that inquiry, with everything that a receiver may need. */
const INQUIRER = {
  Nombre: 'Elsa',
  Apellido: 'Otero',
  Email: 'elsa.otero@example.org',
  Telefono: '+54 11 5555-0177',
  Comentario: 'Consulta de otra agencia.',
}

/** Returns a state webhook changed to a publication of another agency; undefined for other webhooks. */
const ofAnother = (world: InjectedWorld, request: GuardedOptions): GuardedOptions | undefined => {
  const { EstadoActual, ExternalId, href, ...entity } = jsonMembers(membersIn(`${request.body}`)['Entidad'])
  if (EstadoActual === undefined || typeof href !== 'string') return undefined
  for (const { world: own } of world.simulator.worlds.all()) {
    const [, ...others] = agenciesInOrder(own.agencies)
    const [found] = others.flatMap((agency) => activeOf(own, agency))
    if (!found) continue
    const listPath = href.split('/').slice(0, -2).join('/')
    const Entidad = {
      ...entity,
      EstadoActual,
      ExternalId: found.externalid,
      href: `${listPath}/${encodeURIComponent(found.adminMail)}/${found.externalid}`,
    }
    const body = JSON.stringify({ ...membersIn(`${request.body}`), Entidad })
    const other = { ...request, body }
    return stamped(world, other, { hookId: `${request.headers?.[HOOK_ID]}-other` }) ?? other
  }
  return undefined
}

/**
 * Lets another agency of the app receive an inquiry, or change a state, right before the first one of a test.
 */
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
      world.advise(`it answers ${status} to a webhook about another agency, which is then repeated`)
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
      await controlPost(injected, name, '/inquiries', { ...found, interesado: INQUIRER })
      return undefined
    },
  }
}

const receiverAdvice = { rank: 8, replays: false, advises: true } as const

/** Faults of a whole run that test more than the processing of one webhook. */
export const receiverFaults = {
  'webhook-at-once': {
    ...receiverAdvice,
    after: 'webhook-twice',
    means: 'every webhook arrives twice at the same moment, with one id',
    weakness: 'processes a webhook twice that arrives again while it is being processed',
    injection: deliverSimultaneously,
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
    injection: neverReadable,
  },
  'webhook-gone': {
    ...receiverAdvice,
    harms: true,
    means: 'the inquiry of the first webhook is gone: 404',
    weakness: 'answers 5xx to a webhook that it can never process',
    injection: subjectGone,
  },
  'webhook-other-agency': {
    ...receiverAdvice,
    changesContent: true,
    means: 'a webhook arrives about an inquiry, or a publication, of another agency',
    weakness: 'treats data of another agency as its own',
    injection: atAnotherAgency,
  },
} as const satisfies Readonly<Record<string, WorldFault>>
