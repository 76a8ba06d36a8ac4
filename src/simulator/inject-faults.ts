import { type Plan, planned, withStatus } from '../faults/fault-plan.ts'
import { rewritten } from '../faults/rival-write.ts'
import { timeOf } from '../world/world.ts'
import type { Answer } from '../http/request.ts'
import { problemAnswer } from '../http/decision-core.ts'
import type { WebAsked } from '../transport/incoming-request.ts'
import { toResponse } from '../transport/response.ts'
import { type Arrived, noted, type Rim, serve, type Visit, whereOf } from './request-handler.ts'
import type { Held } from './world-registry.ts'
import { abandoned, carried, resetConnection } from './connection-faults.ts'
import { type Disturbed, disturbableOf } from '../faults/fault-target.ts'
import { pause } from './pause.ts'
import { preferredStatus } from '../faults/prefer.ts'
import { wantedProblem } from '../faults/fault-problem.ts'
import { howOf } from '../faults/fault-description.ts'

export interface DisturbingRim extends Rim {
  /** Whether a request may ask for a status with `Prefer: code=503`. */
  readonly heedsPrefer: boolean
}

/** A request whose connection can be disturbed. */
export interface WebVisit extends Visit {
  readonly asked: WebAsked
}

/** The disturbed answer; undefined when no rule acts and the request asks for nothing. */
export const disturb = (rim: DisturbingRim, held: Held, visit: WebVisit): Promise<Response> | undefined => {
  const wallMs = rim.wallMs()
  const { setting, clock, disturbances: before } = held.world
  const arrived = { wallMs, atMs: timeOf(clock, wallMs), startedMs: performance.now() }
  const exchange = disturbableOf(visit.asked.method, whereOf(visit).path)
  const { disturbances, plan: ruled } = planned(before, exchange, { seed: setting.seed, nowMs: arrived.atMs })
  if (disturbances !== before) held.world = { ...held.world, disturbances }
  const status = rim.heedsPrefer ? wantedBy(visit, exchange) : undefined
  const preferring = status === undefined ? undefined : withStatus(ruled, status)
  const plan = preferring ?? ruled
  if (plan.rules.length === 0 && !preferring) return undefined
  return carryOut({ rim, held, visit, exchange, arrived, plan, preferred: preferring !== undefined })
}

/** A status that `Prefer` asks for and that the operation may answer. One that means success is what the service is asked for anyway. */
const wantedBy = ({ asked }: WebVisit, { mayAnswer }: Disturbed): number | undefined => {
  const header = asked.header('prefer')
  const status = header === null ? undefined : preferredStatus(header)
  return status !== undefined && status >= 400 && mayAnswer(status) ? status : undefined
}

interface Undertaking {
  readonly rim: DisturbingRim
  readonly held: Held
  readonly visit: WebVisit
  readonly exchange: Disturbed
  readonly arrived: Arrived
  readonly plan: Plan
  /** True: the status is one that the request asked for. */
  readonly preferred: boolean
}

const carryOut = async (undertaking: Undertaking): Promise<Response> => {
  const { held, visit, plan } = undertaking
  const { asked } = visit
  const { epoch } = held
  if (plan.delayMs > 0) {
    const stayed = await pause(plan.delayMs, asked.request.signal)
    // What came before a reset must not happen after it.
    if (held.epoch !== epoch) return resetConnection(asked)
    if (!stayed) {
      unanswered(undertaking, [`the client left while it was delayed ${plan.delayMs} ms`])
      return abandoned(asked)
    }
  }
  if (plan.reset) {
    unanswered(undertaking)
    return resetConnection(asked)
  }
  const answer = plan.status === null ? await asking(undertaking) : refused(undertaking, plan.status)
  if (plan.loseAnswer) return resetConnection(asked)
  if (!plan.truncate && plan.slowBytesPerS === null) return toResponse(answer)
  return carried(asked, answer, { bytesPerS: plan.slowBytesPerS, cut: plan.truncate })
}

/** Asks the service, with another writer slipping in before a write or after a read. */
const asking = (undertaking: Undertaking): Answer | Promise<Answer> => {
  const { rim, held, exchange, plan } = undertaking
  const slipsIn = () => {
    if (plan.staleTag && exchange.target)
      held.world = rewritten(held.world, exchange.target.adminMail, exchange.target.externalId)
  }
  const reads = isRead(undertaking)
  if (!reads) slipsIn()
  const answer = serve(rim, held, markedVisit(undertaking, !plan.loseAnswer))
  // No read waits for anything.
  if (reads) slipsIn()
  return answer
}

const isRead = ({ exchange: { method } }: Undertaking): boolean => method === 'GET' || method === 'HEAD'

/** The API's own problem, from nobody's decision but the rule's or the request's. */
const refused = (undertaking: Undertaking, status: number): Answer => {
  const { rim, held, visit, plan, preferred } = undertaking
  const { prefix, path } = whereOf(visit)
  const { asked } = visit
  const { profile } = held.world.setting
  const ask = { method: asked.method, instance: prefix + path, header: (name: string) => asked.header(name) }
  const problem = wantedProblem(status, plan.retryAfterS, preferred)
  const answer = withOperation(problemAnswer({ ask, profile }, 'disturbance', problem), undertaking)
  return noted(rim, held, markedVisit(undertaking, true), {
    answer,
    before: held.world,
    ...undertaking.arrived,
  })
}

const NOTHING: Answer = {
  status: 0,
  headers: {},
  body: null,
  decided: { question: 'disturbance', because: [] },
  facts: [],
  lastsUntilMs: 0,
}

/** Notes an exchange of which the client hears nothing, and which the service was not asked for. */
const unanswered = (undertaking: Undertaking, how?: readonly string[]): void => {
  const { rim, held, arrived } = undertaking
  const answer = withOperation(NOTHING, undertaking)
  noted(rim, held, markedVisit(undertaking, false, how), { answer, before: held.world, ...arrived })
}

const withOperation = (answer: Answer, { exchange: { operation } }: Undertaking): Answer => ({
  ...answer,
  decided: { ...answer.decided, ...(operation !== undefined && { operation }) },
})

const markedVisit = (undertaking: Undertaking, answered: boolean, how = wordsFor(undertaking)): Visit => {
  const { visit, arrived, plan } = undertaking
  return { ...visit, arrived, disturbed: { rules: plan.rules, how, answered } }
}

const wordsFor = (undertaking: Undertaking): readonly string[] => {
  const how = howOf(undertaking.plan, { reads: isRead(undertaking) })
  return undertaking.preferred ? [...how, 'as the request preferred'] : how
}
