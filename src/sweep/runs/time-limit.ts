import type { ClientRun } from './client-run.ts'
import type { Undisturbed } from './undisturbed.ts'

const MIN_TIMEOUT_MS = 20_000
const TIMEOUT_FACTOR = 4

/** Returns how long a run of the client may take, in milliseconds. */
export const timeoutOf = ({ longestMs }: Pick<Undisturbed, 'longestMs'>): number =>
  Math.max(MIN_TIMEOUT_MS, longestMs * TIMEOUT_FACTOR)

/** How much longer a client may take that waits longer each time, to show how it gives up. */
export const PATIENCE = 4

/** Longest time of an undisturbed run, in milliseconds. */
export const MAX_FIRST_MS = 10 * 60_000

/** How long a client that still works on something sends nothing. */
const IDLE_MS = 6_000

/** True for a command that has done nothing for a while when it is ended: a test has left a server open. */
export const isIdle = ({ calls, tookMs }: Pick<ClientRun, 'calls' | 'tookMs'>): boolean =>
  tookMs - (calls.at(-1)?.atMs ?? 0) > IDLE_MS
