import type { ApiRequest } from '../http/request.ts'
import { type World, worldTimeMs } from '../world/world.ts'
import { type FaultPlan, planFaults, withPreferredStatus } from './fault-plan.ts'
import { type FaultTarget, faultTarget } from './fault-target.ts'
import { preferredStatus } from './prefer.ts'

/** The faults that are injected into one request. */
export interface RequestFaults {
  readonly plan: FaultPlan
  readonly target: FaultTarget
  /** True: the request itself asked for the status, with `Prefer`. */
  readonly preferred: boolean
}

interface FaultOptions {
  /** Whether a request may ask for a status with `Prefer: code=503`. */
  readonly honorsPrefer: boolean
}

/** Tells whether a rule or the request itself may inject a fault; false for nearly every request, which then costs nothing more. */
export const mayHaveFault = (world: World, request: ApiRequest, { honorsPrefer }: FaultOptions): boolean =>
  world.faultRules.rules.length > 0 || (honorsPrefer && request.header('prefer') !== null)

/** Matches the rules against the request; returns the world with its rules counted on, and the faults, if any. */
export const planRequestFaults = (
  world: World,
  request: ApiRequest,
  { honorsPrefer }: FaultOptions,
): { readonly world: World; readonly faults: RequestFaults | undefined } => {
  const { setting, clock, faultRules: before } = world
  const target = faultTarget(request.method, request.path)
  const nowMs = worldTimeMs(clock, request.wallMs)
  const { faultRules, plan: ruled } = planFaults(before, target, { seed: setting.seed, nowMs })
  const counted = faultRules === before ? world : { ...world, faultRules }
  const status = honorsPrefer ? statusPreferredBy(request, target) : undefined
  const preferring = status === undefined ? undefined : withPreferredStatus(ruled, status)
  const plan = preferring ?? ruled
  const acts = plan.rules.length > 0 || preferring !== undefined
  return { world: counted, faults: acts ? { plan, target, preferred: preferring !== undefined } : undefined }
}

/** Returns a failure that `Prefer` asks for and that the operation may answer. A success is what the service gives anyway. */
const statusPreferredBy = (request: ApiRequest, { mayRespondWith }: FaultTarget): number | undefined => {
  const header = request.header('prefer')
  const status = header === null ? undefined : preferredStatus(header)
  return status !== undefined && status >= 400 && mayRespondWith(status) ? status : undefined
}
