import type { AssumptionId } from '../../src/assumptions/profile.ts'
import type { Agency } from '../../src/world/agency.ts'
import type { World } from '../../src/world/world.ts'

/** A switchable assumption as a client meets it: one probe, and what it sees under each option. */
export interface Switch {
  /** Other options without which these could not be told apart. */
  readonly given?: Readonly<Record<string, string>>
  /** The first agency, where it must be another than the miniature's. */
  readonly agency?: Partial<Agency>
  /** What a client sees in such a world. */
  seen(world: World): unknown
  /** By option text (`seconds:60` where the option takes a value). No two may be equal. */
  readonly under: Readonly<Record<string, unknown>>
}

export type Switches = Readonly<Partial<Record<AssumptionId, Switch>>>
