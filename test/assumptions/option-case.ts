import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import type { Agency } from '../../src/model/world/agency.ts'
import type { World } from '../../src/model/world/world.ts'

/** A switchable assumption: one sequence of requests, and what it observes under each option. */
export interface OptionCase {
  /** Further options that make the options distinguishable. */
  readonly given?: Readonly<Record<string, string>>
  /** The first agency, when it must differ from that of the miniature. */
  readonly agency?: Partial<Agency>
  /** Returns what a client observes in such a world. */
  seen(world: World): unknown
  /** Observations by option text (`seconds:60` when the option takes a value). No two may be equal. */
  readonly under: Readonly<Record<string, unknown>>
}

export type OptionCases = Readonly<Partial<Record<AssumptionId, OptionCase>>>
