import { setTimeout as pause } from 'node:timers/promises'
import { faultTarget } from '../../faults/fault-target.ts'
import { publicationAt } from '../../faults/rival-write.ts'
import { endOverdueFailure, MAX_REFUSALS, once, refuseFor, refusePath } from './armed-refusals.ts'
import { beforeReadFaults, namesActive } from './before-read-faults.ts'
import {
  bodyText,
  type ClientCall,
  hasSucceeded,
  isCreate,
  isOwn,
  isRead,
  isTaken,
  pathOfTarget,
  targetKey,
} from './client-call.ts'
import { connectionFaults } from './connection-faults.ts'
import { entryFaults, forbiddenContrast } from './entry-faults.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import {
  changedConflict,
  type FaultInjection,
  type InjectedWorld,
  type ResponseStep,
} from './fault-injection.ts'
import { othersCars } from './others-cars.ts'
import { persistentRival } from './persistent-rival.ts'
import { RIVAL_TEXT_AGAIN, rivalWrites } from './rival-writes.ts'
import { unfulfilledFaults } from './unfulfilled-faults.ts'

/** Value of `Retry-After` in changed answers. */
const RETRY_AFTER_S = 1
const SLOW_S = 1.2
/** How long a failure without an announced end lasts: less than two pauses of 100 ms. */
const SHORT_MS = 180
/** How long the first part of an answer takes. */
const SENDING_MS = 90
const withoutRetryAfter: ResponseStep = (response) => {
  const headers = new Headers(response.headers)
  if (response.status === 429) headers.delete('retry-after')
  return new Response(response.body, { status: response.status, headers })
}

const FULL = 'El paquete de publicaciones no tiene lugares disponibles.'

/** Changes a refusal to say that the package is full (AGE-09). */
const packageIsFull = changedConflict(() => ({ Detail: FULL, Errors: { Exposicion: [FULL] } }))

const isFilledList = ({ method, response }: ClientCall): boolean =>
  method === 'GET' && /"_entries":\[\{/.test(response?.body ?? '')

const isSecondPage = ({ target }: ClientCall): boolean => /[?&]pagina=2(?:&|$)/.test(target)

const fullPackage: Pick<ExchangeFault, 'before' | 'refusal'> = {
  before: refusePath(409),
  refusal: packageIsFull,
}

const isTagGuarded = (call: ClientCall): boolean =>
  !isRead(call) && faultTarget(call.method, pathOfTarget(call.target)).isTagGuarded

const hasState = ({ operation = '' }: ClientCall): boolean => /^publications\.(?!create)/.test(operation)

/** Returns the status with which the service may permanently refuse a write. */
const refusalOf = (call: ClientCall): number =>
  hasState(call) ? 409 : call.operation === 'webhooks.edit' ? 404 : 403

const isActiveNow = ({ worldHandle }: InjectedWorld, { method, target }: ClientCall): boolean => {
  const { publication } = faultTarget(method, pathOfTarget(target))
  if (!publication) return false
  const { adminMail, externalId } = publication
  return publicationAt(worldHandle.world, adminMail, externalId)?.condition === 'active'
}

/** Replaces a refusal of the service with that of a gateway. */
const fromGateway: ResponseStep = (response) => (response.status === 503 ? gatewayAnswer(502) : response)

const gatewayAnswer = (status: number): Response =>
  new Response(`<html><body>${status}</body></html>`, { status, headers: { 'Content-Type': 'text/html' } })

/** Writes `Retry-After` as a date one second from now. */
const withRetryDate: ResponseStep = (response) => {
  const headers = new Headers(response.headers)
  if ([429, 503].includes(response.status))
    headers.set('retry-after', new Date(Date.now() + 1_000).toUTCString())
  return new Response(response.body, { status: response.status, headers })
}

/** Breaks off a body in the middle. */
const cutBody: ResponseStep = async (response) => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const parts = [bytes.subarray(0, Math.ceil(bytes.length / 2))]
  const body = new ReadableStream({
    async pull(controller) {
      const part = parts.pop()
      if (part) return controller.enqueue(part)
      // The first part must arrive first.
      await pause(SENDING_MS)
      controller.error(new Error('cut'))
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

/** Faults that are injected at one exchange, by their names in reports and `--only`. */
export const exchangeFaults = {
  ...entryFaults,
  ...connectionFaults,
  ...beforeReadFaults,
  ...unfulfilledFaults,
  ...othersCars,
  ...persistentRival,
  'answer-lost': {
    means: 'the service does what it is asked and the answer is lost',
    weakness: 'repeats a write blindly, or assumes that it was not done',
    rank: 0,
    actsOn: (call) => !isRead(call) && !isTaken(call),
    before: once({ loseAnswer: true }),
  },
  'stale-tag': {
    means: 'another client changes the publication right before the write',
    weakness:
      'writes without the tag that it read, gives up on 412 or treats it as success, or writes its old body with the new tag',
    rank: 0,
    actsOn: isTagGuarded,
    before: (world, call) => rivalWrites(world, call),
  },
  'stale-twice': {
    means:
      'another client changes the publication right before the write, and again before the write is repeated',
    weakness: 'handles only the first 412',
    rank: 9,
    after: () => 'stale-tag',
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: isTagGuarded,
    before: (world, call) => rivalWrites(world, call),
    beforeRepetition: (world, call) => rivalWrites(world, call, { Descripcion: RIVAL_TEXT_AGAIN }),
  },
  suspended: {
    means: 'another client suspends the publication right before a full edit without Activa',
    weakness: 'activates what another client has suspended, because an absent Activa means true',
    rank: 1,
    harms: true,
    actsOn: ({ exchange, body }) =>
      exchange === 'publications.edit#1' && !bodyText(body).includes('"Activa"'),
    before: (world, call) => rivalWrites(world, call, { condition: 'suspended' }),
  },
  reactivated: {
    means: 'another client suspends it right before a write that names Activa: true although it is active',
    weakness: 'activates what another client has suspended, along with another change',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: namesActive,
    before: (world, call) =>
      isActiveNow(world, call) ? rivalWrites(world, call, { condition: 'suspended' }) : undefined,
  },
  '429-retry-after': {
    means: `the service answers 429 with Retry-After: ${RETRY_AFTER_S} until that time has passed`,
    weakness: 'does not wait as long as Retry-After says',
    rank: 3,
    actsOn: () => true,
    // Ends a little earlier, because clocks of clients and servers differ by milliseconds.
    before: refuseFor(RETRY_AFTER_S * 1_000 - 50, { status: 429, retryAfter: RETRY_AFTER_S }),
  },
  'retry-letter-case': {
    means: 'the service answers 429, and names of headers are in lower case: retry-after',
    weakness: 'compares the name Retry-After with its case, and retries too soon',
    rank: 4,
    after: () => '429-retry-after',
    actsOn: () => true,
    suits: (call, calls) => calls.find(isOwn) === call,
    before: refuseFor(RETRY_AFTER_S * 1_000 - 50, { status: 429, retryAfter: RETRY_AFTER_S }),
    headerName: (name) => name,
  },
  '429-bare': {
    means: `the service answers 429 without Retry-After for ${SHORT_MS} ms`,
    weakness: 'gives up on 429, needs Retry-After, or retries too soon',
    rank: 3,
    actsOn: () => true,
    before: refuseFor(SHORT_MS, { status: 429 }),
    refusal: withoutRetryAfter,
  },
  '503': {
    means: `the service answers 503 for ${SHORT_MS} ms`,
    weakness: 'gives up on a short failure of the service, or retries too soon',
    rank: 2,
    actsOn: (call) => !isTaken(call),
    before: refuseFor(SHORT_MS, { status: 503 }),
  },
  reset: {
    means: `the connection is reset before the service has read the request, and again for ${SHORT_MS} ms`,
    weakness: 'gives up on a short failure of the network, or retries too soon',
    rank: 2,
    actsOn: (call) => !isTaken(call),
    before: refuseFor(SHORT_MS, { reset: true }),
  },
  slow: {
    means: `the answer takes ${SLOW_S} s to arrive`,
    weakness: 'has too short a timeout',
    rank: 5,
    actsOn: ({ response }) => response !== null && response.body.length > 0,
    // The whole answer is late: many clients only limit the time until the next byte.
    before: ({ mark }) => {
      mark()
      return async (response) => {
        await pause(SLOW_S * 1_000)
        return response
      }
    },
  },
  '502': {
    means: `a gateway answers 502 with HTML for ${SHORT_MS} ms`,
    weakness: 'retries only after 503, or needs JSON in every answer',
    rank: 9,
    advises: true,
    after: () => '503',
    actsOn: () => true,
    before: refuseFor(SHORT_MS, { status: 503 }),
    refusal: fromGateway,
  },
  'retry-date': {
    means: `the service refuses for ${SHORT_MS} ms, with a date in Retry-After`,
    weakness: 'expects a number of seconds in Retry-After',
    rank: 9,
    advises: true,
    after: (call) => (isRead(call) ? '429-retry-after' : '503'),
    actsOn: () => true,
    before: (world, call) => refuseFor(SHORT_MS, { status: isRead(call) ? 429 : 503 })(world, call),
    refusal: withRetryDate,
  },
  '504': {
    means: 'the service carries out the request, but a gateway answers 504',
    weakness: 'assumes that a write was not done, and makes another',
    rank: 0,
    harms: true,
    actsOn: (call) =>
      (call.method === 'POST' && !isTaken(call)) || (!isRead(call) && /#1$/.test(call.exchange ?? '')),
    before: ({ mark }) => {
      mark()
      return () => gatewayAnswer(504)
    },
  },
  '429-once': {
    means: 'the service answers 429 once in a batch',
    weakness: 'starts over with what it has already created',
    rank: 1,
    harms: true,
    actsOn: ({ method, exchange = '#1' }) => method === 'POST' && !exchange.endsWith('#1'),
    before: once({ status: 429 }),
    refusal: withoutRetryAfter,
  },
  'package-full': {
    means: 'the package is full from here on: 409',
    weakness: 'retries forever although the package is full',
    rank: 4,
    harms: true,
    actsOn: (call) =>
      isCreate(call) || (call.method === 'PATCH' && /"Activa":\s*true/.test(bodyText(call.body))),
    ...fullPackage,
  },
  'full-unnoticed': {
    means: 'the package is full from the first create on: 409',
    weakness: 'treats every 409 of a create as "already exists"',
    rank: 9,
    advises: true,
    harms: true,
    contrasts: forbiddenContrast,
    actsOn: isCreate,
    ...fullPackage,
  },
  'list-refused': {
    means: 'the service permanently refuses a list, or its second page: 401',
    weakness: 'treats a list that it cannot read as empty',
    rank: 1,
    harms: true,
    actsOn: (call) => isFilledList(call) && (call.exchange?.endsWith('#1') || isSecondPage(call)),
    before: once({ status: 401, times: MAX_REFUSALS }),
  },
  'list-gone': {
    means: 'the agency of a list does not exist for the app any more: 404, as plain text',
    weakness: 'treats a list that does not exist as empty',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    after: ({ exchange }) => `list-refused@${exchange}`,
    actsOn: (call) =>
      isFilledList(call) &&
      call.exchange?.endsWith('#1') === true &&
      /^(?:publications|inquiries|operators|branches|visits)\.list$/.test(call.operation ?? ''),
    before: once({ status: 404, times: MAX_REFUSALS }),
  },
  refused: {
    means:
      'the service permanently refuses a write: 409, or 403 for resources without a state; 404 for a webhook',
    weakness: 'treats a refusal as success',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    // After a write that is refused undisturbed too, a test rightly continues.
    actsOn: (call) =>
      !isRead(call) &&
      hasSucceeded(call) &&
      /^(?:publications\..+|(?:operators|agencies|webhooks|notifications)\.edit)$/.test(call.operation ?? ''),
    before: (world, call) => refusePath(refusalOf(call))(world, call),
  },
  forbidden: {
    means: 'the service permanently forbids a write: 403, with a problem that names no members',
    weakness: 'needs Errors in every problem, or abandons a batch at one forbidden write',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: (call) => hasSucceeded(call) && ((!isRead(call) && hasState(call)) || isCreate(call)),
    before: refusePath(403),
  },
  'read-refused': {
    means: 'an entry of a list is gone when the client reads it: 404, as plain text',
    weakness: 'needs JSON in every answer, or stops at one entry that it cannot read',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: ({ operation, response }) =>
      response?.status === 200 && /^(?:publications|inquiries)\.read$/.test(operation ?? ''),
    before: refusePath(404),
  },
  'read-unauthorized': {
    means: 'the service permanently refuses reads other than lists: 401',
    weakness: 'treats what it cannot read as empty',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: (call) => isRead(call) && call.response?.status === 200 && !isFilledList(call),
    before: refusePath(401),
  },
  outage: {
    means: 'the service answers 503 from here on, however long the client tries',
    weakness: 'treats what it cannot read as empty, or what it cannot write as done',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: 'writes',
    actsOn: (call) => isFilledList(call) || !isRead(call),
    before: once({ status: 503, times: MAX_REFUSALS }),
  },
  '401': {
    means: 'the service answers 401 once, as if a token had expired',
    weakness: 'gives up when a token has expired',
    rank: 9,
    advises: true,
    actsOn: ({ headers }) => headers.some(([name]) => /^authorization$/i.test(name)),
    before: once({ status: 401 }),
  },
  gone: {
    means: 'the id of a catalogue entry is gone: 404 once',
    weakness: 'keeps ids of the catalogue forever, and does not look them up again',
    rank: 9,
    advises: true,
    actsOn: ({ operation }) => /^(?:brands|models|versions)\.read$/.test(operation ?? ''),
    before: once({ status: 404 }),
  },
  'answer-cut': {
    means: 'the connection breaks in the middle of the answer',
    weakness: 'retries only what fails before the answer begins',
    rank: 9,
    advises: true,
    after: () => 'reset',
    actsOn: (call) => isRead(call) && (call.response?.body.length ?? 0) > 0,
    before: ({ mark }) => {
      mark()
      return cutBody
    },
  },
  'no-answer': {
    means: 'no answer arrives',
    weakness: 'waits forever, or for longer than 20 s',
    rank: 10,
    advises: true,
    // answer-lost and reset test a client that stops waiting.
    harms: true,
    actsOn: ({ response }) => response !== null,
    before: ({ mark, atEnd }) => {
      mark()
      return (response) => new Promise((resolve) => atEnd(() => resolve(response)))
    },
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>

/** Name of a fault at one exchange. */
export type ExchangeFaultKind = keyof typeof exchangeFaults

/** Returns the injection of a fault at an exchange of the undisturbed run. */
export const faultAt = (kind: ExchangeFaultKind, base: ClientCall): FaultInjection => {
  const fault: ExchangeFault = exchangeFaults[kind]
  let met: ClientCall | undefined
  let isRepeated = false
  return {
    headerName: fault.headerName,
    // A second run starts from the beginning.
    open: () => {
      met = undefined
      isRepeated = false
    },
    before: async (world, call) => {
      const isMet = call.exchange === base.exchange
      const isLater = met !== undefined && call.operation === base.operation
      if (met && isLater) {
        endOverdueFailure(world)
        fault.beforeLater?.(world, call, met)
      }
      if (met && !isRepeated && call.method === base.method && targetKey(call) === targetKey(base)) {
        isRepeated = true
        fault.beforeRepetition?.(world, call)
      }
      if (isMet) met = call
      const step = isMet ? await fault.before(world, call, base) : undefined
      return step ?? (isMet || isLater ? fault.refusal : undefined)
    },
  }
}

/** Faults that a retry overcomes. */
export const PASSING: ReadonlySet<string> = new Set(['429-retry-after', '429-bare', '503', 'reset'])
