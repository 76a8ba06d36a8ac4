import type { ApiResponse } from '../../model/http/request.ts'
import { problemResponse } from '../../model/http/response.ts'
import type { AuthoredResponse } from '../../model/world/fault-rule.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { type DeliveryPlan, SEND } from '../faults/delivery-plan.ts'
import { describeFault } from '../faults/effect-parts.ts'
import { injectedProblem } from '../faults/fault-problem.ts'
import type { RequestFaults } from '../faults/request-faults.ts'
import { rewriteResponse } from '../faults/rewrites.ts'
import { OTHER_APPS_TEXT, withRivalWrite } from '../faults/rival-write.ts'
import {
  type Arrival,
  type ExchangePorts,
  type HandledRequest,
  type ReadRequest,
  record,
  respond,
} from './exchange.ts'
import { pause } from './pause.ts'
import { sentValues } from './sent-values.ts'
import type { WorldHandle } from './world-registry.ts'

interface FaultyRequest {
  readonly read: ReadRequest
  readonly faults: RequestFaults
}

/** A request under a fault plan, with the ports and the world it runs in. */
interface Injection extends FaultyRequest {
  readonly ports: ExchangePorts
  readonly worldHandle: WorldHandle
  readonly arrival: Arrival
}

const RESET: DeliveryPlan = { kind: 'reset' }
const ABANDONED: DeliveryPlan = { kind: 'abandoned' }

/**
 * Handles a request under its fault plan: delays it, refuses it, or decides it and plans how the response is
 * sent.
 */
export const injectFaults = async (
  ports: ExchangePorts,
  worldHandle: WorldHandle,
  { read, faults }: FaultyRequest,
): Promise<HandledRequest> => {
  const { plan } = faults
  const { wallMs } = read.request
  const arrival = { wallMs, atMs: worldTimeMs(worldHandle.world.clock, wallMs), startedMs: performance.now() }
  const injection: Injection = { ports, worldHandle, read, faults, arrival }
  const { epoch } = worldHandle
  if (plan.delayMs > 0) {
    const isConnected = await pause(plan.delayMs, read.incoming.signal)
    if (worldHandle.epoch !== epoch) return CUT_OFF
    if (!isConnected)
      return noResponse(injection, ABANDONED, [`the client left during the delay of ${plan.delayMs} ms`])
  }
  while (worldHandle.playing) await worldHandle.playing
  if (plan.reset) return noResponse(injection, RESET)
  const decided = await decideUnder(injection)
  if (plan.loseAnswer) return { response: decided, plan: RESET }
  const response = plan.rewrite
    ? rewriteResponse(plan.rewrite, decided, sentValues(worldHandle).values)
    : decided
  const isChunked = plan.rewrite === 'chunked'
  if (!plan.truncate && plan.slowBytesPerS === null && !isChunked) return { response, plan: SEND }
  const { truncate, slowBytesPerS: bytesPerS } = plan
  return { response, plan: { kind: 'body', bytesPerS, truncate, isChunked } }
}

const decideUnder = (injection: Injection): ApiResponse | Promise<ApiResponse> => {
  const { status, respond: authored } = injection.faults.plan
  if (authored) return respondAs(injection, authored)
  return status === null ? respondWithRival(injection) : refuse(injection, status)
}

/** Responds with what the author of a rule wrote. */
const respondAs = (injection: Injection, { status, headers, body }: AuthoredResponse): ApiResponse => {
  const isText = typeof body === 'string'
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  const response = withOperation(
    {
      ...NONE,
      status,
      headers: { ...(body !== undefined && !hasType && { 'Content-Type': type }), ...headers },
      body: body === undefined || isText ? (body ?? null) : JSON.stringify(body),
    },
    injection,
  )
  recordInjected(injection, response, true)
  return response
}

/** Decides the request, with another writer slipping in before a write or after a read (`staleTag`). */
const respondWithRival = (injection: Injection): ApiResponse | Promise<ApiResponse> => {
  const { ports, worldHandle, faults } = injection
  const { plan, target } = faults
  const writeAsRival = () => {
    if (plan.staleTag && target.publication)
      worldHandle.world = withRivalWrite(
        worldHandle.world,
        target.publication.adminMail,
        target.publication.externalId,
        plan.rivalMember ? { [plan.rivalMember]: OTHER_APPS_TEXT } : {},
      )
  }
  const isReading = isRead(injection)
  if (!isReading) writeAsRival()
  const wallMs = ports.wallMs()
  const read = withFault(injection, !plan.loseAnswer)
  const response = respond(ports, worldHandle, { ...read, request: { ...read.request, wallMs } })
  // A read waits only for a long search.
  if (isReading && response instanceof Promise) return response.finally(writeAsRival)
  if (isReading) writeAsRival()
  return response
}

const isRead = ({ faults: { target } }: Injection): boolean =>
  target.method === 'GET' || target.method === 'HEAD'

/** Responds with the API's own problem of the status that the rule or the request chose. */
const refuse = (injection: Injection, status: number): ApiResponse => {
  const { worldHandle, read, faults } = injection
  const { request } = read
  const problem = injectedProblem(status, faults.plan.retryAfterS, faults.preferred)
  const problemOnly = problemResponse(
    { request, profile: worldHandle.world.setting.profile },
    'fault',
    problem,
  )
  const response = withOperation(problemOnly, injection)
  recordInjected(injection, response, true)
  return response
}

const NONE: ApiResponse = {
  status: 0,
  headers: {},
  body: null,
  decision: { step: 'fault', because: [] },
  events: [],
}

/** Ends a request whose world was deleted, or reset during its delay: it must not act afterwards. */
export const CUT_OFF: HandledRequest = { response: NONE, plan: RESET }

/** Records a request that the service did not decide and that gets no response. */
const noResponse = (injection: Injection, plan: DeliveryPlan, how?: readonly string[]): HandledRequest => {
  const response = withOperation(NONE, injection)
  recordInjected(injection, response, false, how)
  return { response, plan }
}

const recordInjected = (
  injection: Injection,
  response: ApiResponse,
  answered: boolean,
  how?: readonly string[],
): void => {
  const { ports, worldHandle, arrival } = injection
  const read = withFault(injection, answered, how)
  record(ports, worldHandle, { read, response, before: worldHandle.world, startedMs: arrival.startedMs })
}

const withOperation = (response: ApiResponse, { faults: { target } }: Injection): ApiResponse => ({
  ...response,
  decision: { ...response.decision, ...(target.operation !== undefined && { operation: target.operation }) },
})

const withFault = (injection: Injection, answered: boolean, how = sentencesOf(injection)): ReadRequest => {
  const { read, arrival, faults } = injection
  return { ...read, arrival, fault: { rules: faults.plan.rules, how, answered } }
}

const sentencesOf = (injection: Injection): readonly string[] => {
  const how = describeFault(injection.faults.plan, { reads: isRead(injection) })
  return injection.faults.preferred ? [...how, 'as the request preferred'] : how
}
