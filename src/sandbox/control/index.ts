import type { ControlCall } from './call.ts'
import { clockCalls } from './clock.ts'
import { snapshotCalls } from './snapshots.ts'
import { worldCalls } from './worlds.ts'

/** Every call of the control API, in the order of its document. */
export const controlCalls: readonly ControlCall[] = [...worldCalls, ...snapshotCalls, ...clockCalls]
