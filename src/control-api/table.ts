import { assumptionCalls } from './calls/assumptions.ts'
import type { ControlCall } from './routes.ts'
import { clockCalls } from './calls/clock.ts'
import { deliveryCalls } from './calls/deliveries.ts'
import { eventCalls } from './calls/events.ts'
import { exportCalls } from './calls/export.ts'
import { faultCalls } from './calls/faults.ts'
import { journalCalls } from './calls/journal.ts'
import { leadCalls } from './calls/leads.ts'
import { outboxCalls } from './calls/outbox.ts'
import { snapshotCalls } from './calls/snapshots.ts'
import { storyCalls } from './calls/story.ts'
import { worldCalls } from './calls/worlds.ts'

/** Every call of the control API, in the order of its document. */
export const controlCalls: readonly ControlCall[] = [
  ...worldCalls,
  ...assumptionCalls,
  ...snapshotCalls,
  ...clockCalls,
  ...storyCalls,
  ...leadCalls,
  ...faultCalls,
  ...exportCalls,
  ...deliveryCalls,
  ...outboxCalls,
  ...journalCalls,
  ...eventCalls,
]
