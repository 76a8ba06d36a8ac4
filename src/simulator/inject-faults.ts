import { type DeliveryPlan, SEND } from '../faults/delivery-plan.ts'
import { describeFault } from '../faults/fault-description.ts'
import { injectedProblem } from '../faults/fault-problem.ts'
import type { RequestFaults } from '../faults/request-faults.ts'
import { withRivalWrite } from '../faults/rival-write.ts'
import type { ApiResponse } from '../http/request.ts'
import { problemResponse } from '../http/response.ts'
import { worldTimeMs } from '../world/world.ts'
import { type Arrival, type ExchangePorts, type HandledRequest, type ReadRequest, record, respond } from './exchange.ts'
import { pause } from './pause.ts'
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

/** Handles a request under its fault plan: delays it, lets it fail, or decides it and plans how the response leaves. */
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
    const stayed = await pause(plan.delayMs, read.incoming.signal)
    // A request that came before a reset must not act after it.
    if (worldHandle.epoch !== epoch) return { response: NONE, plan: RESET }
    if (!stayed) return unanswered(injection, ABANDONED, [`the client left while it was delayed ${plan.delayMs} ms`])
  }
  if (plan.reset) return unanswered(injection, RESET)
  const response = plan.status === null ? await respondWithRival(injection) : refuse(injection, plan.status)
  if (plan.loseAnswer) return { response, plan: RESET }
  if (!plan.truncate && plan.slowBytesPerS === null) return { response, plan: SEND }
  return { response, plan: { kind: 'body', bytesPerS: plan.slowBytesPerS, truncate: plan.truncate } }
}

/** Decides the request, with another writer slipping in before a write or after a read (`staleTag`). */
const respondWithRival = (injection: Injection): ApiResponse | Promise<ApiResponse> => {
  const { ports, worldHandle, faults } = injection
  const { plan, target } = faults
  const rivalWrites = () => {
    if (plan.staleTag && target.publication)
      worldHandle.world = withRivalWrite(worldHandle.world, target.publication.adminMail, target.publication.externalId)
  }
  const reads = isRead(injection)
  if (!reads) rivalWrites()
  const wallMs = ports.wallMs()
  const read = marked(injection, !plan.loseAnswer)
  const response = respond(ports, worldHandle, { ...read, request: { ...read.request, wallMs } })
  // A read never waits, so its response is there.
  if (reads) rivalWrites()
  return response
}

const isRead = ({ faults: { target } }: Injection): boolean => target.method === 'GET' || target.method === 'HEAD'

/** Answers with the API's own problem of a status that the rule or the request chose, not the service. */
const refuse = (injection: Injection, status: number): ApiResponse => {
  const { worldHandle, read, faults } = injection
  const { request } = read
  const problem = injectedProblem(status, faults.plan.retryAfterS, faults.preferred)
  const made = problemResponse({ request, profile: worldHandle.world.setting.profile }, 'fault', problem)
  const response = withOperation(made, injection)
  recordInjected(injection, response, true)
  return response
}

const NONE: ApiResponse = { status: 0, headers: {}, body: null, decision: { step: 'fault', because: [] }, events: [] }

/** Records a request that gets no response and that the service did not decide. */
const unanswered = (injection: Injection, plan: DeliveryPlan, how?: readonly string[]): HandledRequest => {
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
  const read = marked(injection, answered, how)
  record(ports, worldHandle, { read, response, before: worldHandle.world, startedMs: arrival.startedMs })
}

const withOperation = (response: ApiResponse, { faults: { target } }: Injection): ApiResponse => ({
  ...response,
  decision: { ...response.decision, ...(target.operation !== undefined && { operation: target.operation }) },
})

const marked = (injection: Injection, answered: boolean, how = sentencesOf(injection)): ReadRequest => {
  const { read, arrival, faults } = injection
  return { ...read, arrival, fault: { rules: faults.plan.rules, how, answered } }
}

const sentencesOf = (injection: Injection): readonly string[] => {
  const how = describeFault(injection.faults.plan, { reads: isRead(injection) })
  return injection.faults.preferred ? [...how, 'as the request preferred'] : how
}
