import type { ControlCall } from './call/call.ts'
import { assumptionCalls } from './calls/assumptions.ts'
import { clockCalls } from './calls/clock.ts'
import { deliveryCalls } from './calls/deliveries.ts'
import { eventCalls } from './calls/events.ts'
import { faultCalls } from './calls/faults.ts'
import { healthCalls } from './calls/health.ts'
import { hintCalls, journalCalls } from './calls/journal.ts'
import { invitationCalls, leadCalls, liveCalls, visitCalls } from './calls/leads.ts'
import { outboxCalls } from './calls/outbox.ts'
import { profileCalls } from './calls/profile.ts'
import { scenarioCalls, serverCalls } from './calls/server.ts'
import { snapshotCalls } from './calls/snapshots.ts'
import { storyCalls } from './calls/story.ts'
import { worldCalls } from './calls/worlds.ts'

/** Every call of the control API by noun and verb: `controlApi.clock.advance`. */
export const controlApi = {
  server: { ...serverCalls, ...healthCalls },
  scenarios: scenarioCalls,
  assumptions: assumptionCalls,
  worlds: worldCalls,
  profile: profileCalls,
  snapshots: snapshotCalls,
  clock: clockCalls,
  story: storyCalls,
  leads: leadCalls,
  visits: visitCalls,
  invitations: invitationCalls,
  live: liveCalls,
  faults: faultCalls,
  deliveries: deliveryCalls,
  outbox: outboxCalls,
  journal: journalCalls,
  hints: hintCalls,
  events: eventCalls,
} as const satisfies Readonly<Record<string, Readonly<Record<string, ControlCall>>>>

/** A call under its name in the table. */
export interface NamedControlCall extends ControlCall {
  /** `noun.verb`, which is the `operationId` of the document. */
  readonly id: string
  readonly noun: string
}

/** The same calls as a list, in the order of the document. */
export const controlCalls: readonly NamedControlCall[] = Object.entries(controlApi).flatMap(([noun, calls]) =>
  Object.entries<ControlCall>(calls).map(([verb, call]) => ({ ...call, id: `${noun}.${verb}`, noun })),
)
