import type { ClientRun } from '../runs/client-run.ts'

/** The result of a run that checks look at. */
export type EndedRun = Pick<ClientRun, 'calls' | 'output' | 'exitCode'>

/** Returns what a client does wrong at the exchange of a fault; undefined if nothing. */
export type FaultCheck = (run: EndedRun, usual: EndedRun, exchange: string) => string | undefined
