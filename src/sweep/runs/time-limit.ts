import type { ClientRun } from './client-run.ts'
import type { Undisturbed } from './undisturbed.ts'

const MIN_TIMEOUT_MS = 20_000
const TIMEOUT_FACTOR = 4

/** Returns the time limit of a run, in milliseconds, after undisturbed runs that took `longestMs`. */
const timeoutAfter = (longestMs: number): number => Math.max(MIN_TIMEOUT_MS, longestMs * TIMEOUT_FACTOR)

/** The time limit of runs; it grows when undisturbed runs take longer, because the machine is busier. */
export class TimeLimit {
  #longestMs: number

  constructor({ longestMs }: Pick<Undisturbed, 'longestMs'>) {
    this.#longestMs = longestMs
  }

  get ms(): number {
    return timeoutAfter(this.#longestMs)
  }

  /** Takes another undisturbed run into account. */
  measured({ tookMs }: Pick<ClientRun, 'tookMs'>): void {
    this.#longestMs = Math.max(this.#longestMs, tookMs)
  }
}

/** Factor for the time limit of a client that waits longer before each attempt. */
export const PATIENCE = 4

/** Time limit of an undisturbed run, in milliseconds. */
export const MAX_FIRST_MS = 10 * 60_000

/** Longest time between two requests of a client that is still working. */
const IDLE_MS = 6_000

/** Returns whether a command was idle when it was ended: a test has left a server open. */
export const isIdle = ({ calls, tookMs }: Pick<ClientRun, 'calls' | 'tookMs'>): boolean =>
  tookMs - (calls.at(-1)?.atMs ?? 0) > IDLE_MS
