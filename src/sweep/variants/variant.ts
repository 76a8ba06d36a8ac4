import type { ClientCall } from '../runs/client-call.ts'
import type { Injection } from '../runs/injection.ts'
import type { PlacesTaken } from '../runs/sweep-world.ts'

/**
 * How the records at the end are compared with the baseline's. `with-rival`: what another writer changed must
 * still be there, and all else be the same.
 */
export type Comparison = 'same' | 'with-rival' | 'not-compared'

/** One change of the world under which the client's command runs. */
export interface Variant {
  readonly kind: 'option' | 'fault' | 'circumstance'
  /** As reports, waivers and `--only` name it: `assumption=option`, `fault`, `fault@exchange`. */
  readonly id: string
  /** The first exchange at which it acts or changes the response; null where no single one is. */
  readonly exchange: string | null
  /** What happens, as a clause after "breaks when". */
  readonly when: string
  /** What a careful client does, one sentence. */
  readonly careful: string
  readonly comparison: Comparison
  /** Members that it shows otherwise: a client may write back what it was shown, so they are not compared. */
  readonly shownOtherwise?: ReadonlySet<string>
  readonly injection: Injection
  /** True: it first changes a response to a request that a test marks as its preparation. */
  readonly isPreparation?: boolean
}

/** What the variants are made of. */
export interface VariantSource {
  /** The profile of the baseline's worlds: options by assumption id. */
  readonly profile: Readonly<Record<string, unknown>>
  readonly nowMs: number
  /** Requests of the first baseline run. */
  readonly calls: readonly ClientCall[]
  /** Exchanges that every baseline run has. */
  readonly exchanges: ReadonlySet<string>
  readonly hasDeliveries: boolean
  readonly placesTaken: PlacesTaken
}
