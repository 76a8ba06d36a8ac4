/**
 * An open question of the API description, as one value with three readers: the sandbox follows it, the
 * contract kit learns it from a live service, reports show it.
 */
export interface Assumption<Id extends string = string, O extends OptionMap = OptionMap> {
  /** `section/words`, the id that code, tests and reports cite. */
  readonly id: Id
  readonly question: string
  /** Options by the word that `--set id=word` takes. The first is the default, unless one is marked. */
  readonly options: O
  /**
   * True: the sandbox implements every option. False: only the default; the contract kit tolerates the
   * others.
   */
  readonly switchable: boolean
  readonly evidence: AssumptionEvidence
  /** Reason for the default, one sentence; after `Fixed: ` the reason why a sandbox cannot be switched. */
  readonly why: string
  /** Ids of the affected statements, e.g. `PUB-31`. */
  readonly statements: readonly string[]
}

/**
 * Source of a default. `documented`: public documentation of a live v3 service of this kind; `client`: a
 * public client of one; `inferred`: HTTP standards or the description; `description`: a hint in the
 * description; `free`: none.
 */
export type AssumptionEvidence = 'documented' | 'client' | 'inferred' | 'description' | 'free'

/** Options of an assumption by word. */
export type OptionMap = Readonly<Record<string, AssumptionOption>>

/** One option of an assumption. */
export interface AssumptionOption {
  /** Behaviour of the service under this option, one sentence. */
  readonly means: string
  /**
   * Present when the option takes a value, written after a colon (`limits/rate=per-minute:60`). `example` is
   * the value when none is given.
   */
  readonly value?: OptionValue
  /** Marks the default where a status is among the words, because objects list numeric keys first. */
  readonly default?: true
}

/** Kind of value that an option takes. */
export type OptionValue =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly example: number }
  | { readonly kind: 'word'; readonly pattern: string; readonly example: string }
  | {
      readonly kind: 'words'
      readonly count?: number
      readonly pattern: string
      readonly example: readonly string[]
    }

/** Declares an assumption; keeps its id and option words as literal types. */
export const assumption = <const Id extends string, const O extends OptionMap>(
  entry: Assumption<Id, O>,
): Assumption<Id, O> => entry
