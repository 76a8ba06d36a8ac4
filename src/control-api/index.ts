import { assumptionCalls } from './assumptions.ts'
import type { ControlCall } from './call.ts'
import { clockCalls } from './clock.ts'
import { deliveryCalls } from './deliveries.ts'
import { eventCalls } from './events.ts'
import { exportCalls } from './export.ts'
import { faultCalls } from './faults.ts'
import { journalCalls } from './journal.ts'
import { leadCalls } from './leads.ts'
import { outboxCalls } from './outbox.ts'
import { snapshotCalls } from './snapshots.ts'
import { storyCalls } from './story.ts'
import { worldCalls } from './worlds.ts'

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
