import type { ApiRequest } from '../../model/http/request.ts'
import { type World, worldTimeMs } from '../../model/world/world.ts'
import { type FaultPlan, planFaults, withPreferredStatus } from './fault-plan.ts'
import { type FaultTarget, faultTarget } from './fault-target.ts'

/** Faults to inject into one request. */
export interface RequestFaults {
  readonly plan: FaultPlan
  readonly target: FaultTarget
  /** True: the status comes from `Prefer` of the request. */
  readonly preferred: boolean
}

interface FaultOptions {
  /** Whether `Prefer: code=503` on a request has an effect. */
  readonly honorsPrefer: boolean
}

/** Returns whether a rule or the request may cause a fault: a cheap test, false for nearly every request. */
export const mayHaveFault = (world: World, request: ApiRequest, { honorsPrefer }: FaultOptions): boolean =>
  world.faultRules.rules.length > 0 || (honorsPrefer && request.header('prefer') !== null)

/**
 * Matches the rules against the request; returns the world with their new counters, and the faults, if any.
 */
export const planRequestFaults = (
  world: World,
  request: ApiRequest,
  { honorsPrefer }: FaultOptions,
): { readonly world: World; readonly faults: RequestFaults | undefined } => {
  const { setting, clock, faultRules: before } = world
  const target = faultTarget(request.method, request.path)
  const nowMs = worldTimeMs(clock, request.wallMs)
  const { faultRules, plan: rulePlan } = planFaults(before, target, { seed: setting.seed, nowMs })
  const counted = faultRules === before ? world : { ...world, faultRules }
  const status = honorsPrefer ? statusPreferredBy(request, target) : undefined
  const preferredPlan = status === undefined ? undefined : withPreferredStatus(rulePlan, status)
  const plan = preferredPlan ?? rulePlan
  const hasFaults = plan.rules.length > 0 || preferredPlan !== undefined
  return {
    world: counted,
    faults: hasFaults ? { plan, target, preferred: preferredPlan !== undefined } : undefined,
  }
}

/**
 * Returns the error status that `Prefer` names, if the operation may respond with it. A success needs no
 * fault.
 */
const statusPreferredBy = (request: ApiRequest, { mayRespondWith }: FaultTarget): number | undefined => {
  const header = request.header('prefer')
  const status = header === null ? undefined : preferredStatus(header)
  return status !== undefined && status >= 400 && mayRespondWith(status) ? status : undefined
}

const STATUS = /^[1-5]\d\d$/

/**
 * Returns the status that `Prefer: code=503` names, as Prism accepts it: quoted or not, beside other
 * preferences, or as a parameter of one. The first mention counts (RFC 7240, section 2). Returns undefined
 * without a valid status.
 */
export const preferredStatus = (header: string): number | undefined => {
  for (const preference of splitPreferences(header)) {
    const equals = preference.indexOf('=')
    if (equals < 0 || preference.slice(0, equals).trim().toLowerCase() !== 'code') continue
    const value = preference.slice(equals + 1).trim()
    const unquoted = /^"(.*)"$/.exec(value)?.[1] ?? value
    return STATUS.test(unquoted) ? Number(unquoted) : undefined
  }
  return undefined
}

/** Splits preferences and their parameters, but not inside quotes. */
function* splitPreferences(header: string): Iterable<string> {
  let from = 0
  let isQuoted = false
  for (let i = 0; i < header.length; i++) {
    const letter = header[i]
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\\' && isQuoted) i += 1
    else if (!isQuoted && (letter === ',' || letter === ';')) {
      yield header.slice(from, i)
      from = i + 1
    }
  }
  yield header.slice(from)
}
