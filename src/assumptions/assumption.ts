/**
 * A silence of the API description as one value with three readers: the sandbox obeys it, the contract kit learns it
 * from a live service, reports show it.
 */
export interface Assumption<Id extends string = string, O extends OptionMap = OptionMap> {
  /** `section/words`, the address that everything cites. */
  readonly id: Id
  readonly question: string
  /** The choices, by the word that `--set id=word` takes. The first is the default, unless one is marked as it. */
  readonly options: O
  /** True: the sandbox implements every option. False: only the first; the others are tolerances of the contract kit. */
  readonly switchable: boolean
  readonly evidence: AssumptionEvidence
  /** Why the default is the default, one sentence. */
  readonly why: string
  /** Ids of the statements that it touches, e.g. `PUB-31`. */
  readonly statements: readonly string[]
}

/**
 * `documented`: public documentation of a live v3 service of this kind; `client`: seen in a public client of one; `inferred`: from HTTP standards
 * or the description; `description`: the description itself hints at it; `free`: nothing is known.
 */
export type AssumptionEvidence = 'documented' | 'client' | 'inferred' | 'description' | 'free'

export type OptionMap = Readonly<Record<string, AssumptionOption>>

export interface AssumptionOption {
  /** What the service does under this option, one sentence. */
  readonly means: string
  /**
   * Present when the option takes a value of its own (`limits/rate=per-minute:60`), which is then written after a colon. `example` is a value
   * that is used when none is given.
   */
  readonly value?: OptionValue
  /** Marks the default where a bare status is among the words: objects list such keys first, whatever the order of writing. */
  readonly default?: true
}

export type OptionValue =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly example: number }
  | { readonly kind: 'word'; readonly pattern: string; readonly example: string }
  | { readonly kind: 'words'; readonly count?: number; readonly pattern: string; readonly example: readonly string[] }

/** Declares one assumption, keeping its id and option words as literal types. */
export const assumption = <const Id extends string, const O extends OptionMap>(
  entry: Assumption<Id, O>,
): Assumption<Id, O> => entry
