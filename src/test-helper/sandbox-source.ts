import { ControlCallError } from '../control-api/client-error.ts'
import { type JournalQuery, listExchanges } from '../control-api/exchange-list.ts'
import type { ExchangeRow } from '../journal/exchange-schemas.ts'
import { ControlError } from '../problems/control-error.ts'
import type { FetchHandler } from '../server/app.ts'
import type { Simulator } from '../simulator/simulator.ts'

/** The worlds of a sandbox: needed by its methods besides the calls of the control API. */
export interface SandboxSource {
  readonly handler: FetchHandler
  /** Throws a `ControlCallError`. */
  journal(world: string, criteria: JournalQuery): ExchangeRow[]
  save(world: string, withSecrets: boolean): Promise<Uint8Array>
  reset(world: string): void
}

/** Returns the worlds of a simulator in this process. */
export const ownSource = (simulator: Simulator, handler: FetchHandler): SandboxSource => ({
  handler,
  journal: (world, criteria) =>
    withCallErrors('journal', () => listExchanges(simulator.worlds.require(world), criteria)),
  save: (world, withSecrets) => simulator.saveWorld(simulator.worlds.require(world), withSecrets),
  reset: (world) => void simulator.reset(world),
})

/** Throws refusals of a synchronous method in the form of those that come over the control API. */
const withCallErrors = <T>(method: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    const { status, message, errors = {} } = error
    throw new ControlCallError(method, { status, detail: message, errors })
  }
}
