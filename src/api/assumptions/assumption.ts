/**
 * An open question of the API description, as one value with three readers: the sandbox follows it, the
 * contract kit learns it from a live service, reports show it.
 */
export interface Assumption<
  Id extends string = string,
  Word extends string = string,
  Kind extends OptionValueKind = OptionValueKind,
> {
  /** `section/words`, the id that code, tests and reports cite. */
  readonly id: Id
  readonly question: string
  /** Options by the word that `--set id=word` takes. The first is the default, unless one is marked. */
  readonly options: Readonly<Record<Word, AssumptionOption<Kind>>>
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

/** One option of an assumption. */
export interface AssumptionOption<Kind extends OptionValueKind = OptionValueKind> {
  /** Behaviour of the service under this option, one sentence. */
  readonly means: string
  /**
   * Present when the option takes a value, written after a colon (`limits/rate=per-minute:60`). `example` is
   * the value when none is given.
   */
  readonly value?: OptionValues[Kind]
  /** Marks the default where a status is among the words, because objects list numeric keys first. */
  readonly default?: true
  /**
   * False: tests may rightly fail when a service chooses this option, because the client is configured for
   * another one, or the option leaves it no way to see what happened.
   */
  readonly isSurvivable?: false
}

/** Values that options take, by kind. */
interface OptionValues {
  readonly integer: {
    readonly kind: 'integer'
    readonly min: number
    readonly max: number
    readonly example: number
  }
  readonly word: { readonly kind: 'word'; readonly pattern: string; readonly example: string }
  readonly words: {
    readonly kind: 'words'
    readonly count?: number
    readonly pattern: string
    readonly example: readonly string[]
  }
}

/** Kind of value that an option takes. */
export type OptionValueKind = keyof OptionValues

/** The values that an option takes. */
export type OptionValue = OptionValues[OptionValueKind]

type OptionMap = Readonly<Record<string, AssumptionOption>>

type ValueKinds<Options> = {
  [Word in keyof Options]: Options[Word] extends { readonly value: { readonly kind: infer Kind } }
    ? Extract<Kind, OptionValueKind>
    : never
}[keyof Options]

/** Declares an assumption; keeps its id, its option words and the kinds of their values as literal types. */
export function assumption<const Id extends string, const Options extends OptionMap>(
  entry: Assumption<Id> & { readonly options: Options },
): Assumption<Id, Extract<keyof Options, string>, ValueKinds<Options>>
export function assumption(entry: Assumption): Assumption {
  return entry
}
