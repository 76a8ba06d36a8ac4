import { ControlError } from '../../api/problems/control-error.ts'
import { type JournalQuery, listExchanges } from '../../control/call/exchange-list.ts'
import { PlayaError } from '../../control/client-error.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import type { ExchangeRow } from '../../sandbox/journal/exchange-schemas.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import { WorldError, type WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import type { FetchHandler } from '../../server/app.ts'

/** A world by its name, with its agencies in the order of the scenario. */
export interface WorldIdentity {
  readonly name: string
  readonly agencies: readonly { readonly adminMail: string }[]
}

/** Returns what identifies a world of this process. */
export const worldIdentity = ({ name, world }: WorldHandle): WorldIdentity => ({
  name,
  agencies: agenciesInOrder(world.agencies),
})

/** The worlds of a sandbox: needed by its methods besides the calls of the control API. */
export interface SandboxSource {
  readonly handler: FetchHandler
  /** Throws a `PlayaError`. */
  journal(world: string, criteria: JournalQuery): ExchangeRow[]
  save(world: string, withSecrets: boolean): Promise<Uint8Array>
  reset(world: string): void
}

/** Returns the worlds of a simulator in this process. */
export const simulatorSource = (simulator: Simulator, handler: FetchHandler): SandboxSource => ({
  handler,
  journal: (world, criteria) =>
    namedAfter('journal', () => listExchanges(simulator.worlds.require(world), criteria)),
  save: (world, withSecrets) => simulator.saveWorld(simulator.worlds.require(world), withSecrets),
  reset: (world) => void simulator.reset(world),
})

/** Calls a function; its refusals, of whatever part of the sandbox, become a `PlayaError` of the method. */
export const namedAfter = <T>(method: string, call: () => T): T => {
  try {
    const result = call()
    if (!(result instanceof Promise)) return result
    // A promise of the same type, which rejects otherwise.
    return result.catch((error: unknown) => {
      throw errorOf(method, error)
    }) as T
  } catch (error) {
    throw errorOf(method, error)
  }
}

const errorOf = (method: string, error: unknown): unknown => {
  if (error instanceof PlayaError) return new PlayaError(method, error.refusal)
  if (error instanceof WorldError) return playaError(method, error.message, error.status)
  if (!(error instanceof ControlError)) return error
  return new PlayaError(method, {
    status: error.status,
    detail: error.message,
    errors: error.errors ?? {},
  })
}

/** Returns the error of an input that a method does not take, or of another refusal. */
export const playaError = (method: string, detail: string, status = 400): PlayaError =>
  new PlayaError(method, { status, detail, errors: {} })
