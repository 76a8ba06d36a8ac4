/** Verdict about an option of an assumption. */
type OptionVerdict = 'free' | 'stood-on' | 'not-reached'
/** Verdict about a fault. */
type FaultVerdict = 'healed' | 'broken' | 'not-reached'

/** Why a variant counts against the client, as small as it gets. */
export interface Evidence {
  /** One sentence. */
  readonly reason: string
  /**
   * What the client did wrong, as its requests show it: a clause without its subject; null where they show
   * nothing certain.
   */
  readonly conduct: string | null
  /**
   * The exchange at which the run parts from the undisturbed one; null when all requests are as undisturbed.
   */
  readonly parts: string | null
  /**
   * That exchange, what the client sent next and does not send undisturbed, as method, path and status, and
   * what it left unsent.
   */
  readonly next: readonly string[]
  /** What differs between the worlds that the undisturbed run and this one leave. */
  readonly world: readonly string[]
  /** True: a request that was refused or reset is not sent again. */
  readonly gaveUp: boolean
  /** Tests that fail, by their names in the JUnit file of the client's runner. */
  readonly tests: readonly string[]
  /** The end of what the command printed. */
  readonly output: string
  /** The command that shows it again. */
  readonly again: string
}

/** An option with its verdict. */
export interface SweptOption {
  /** Id of the assumption. */
  readonly id: string
  readonly option: string
  readonly verdict: OptionVerdict
  readonly question: string
  /** Why it was not swept, or `null`. */
  readonly note: string | null
  readonly waived: boolean
  /** Hash of the answers that the option changes; of the exchange that a fault meets. */
  readonly basis: string
  readonly evidence: Evidence | null
}

/** A fault with its verdict. */
export interface SweptFault {
  /** `fault@exchange`, or the fault's word alone. */
  readonly id: string
  readonly fault: string
  readonly exchange: string
  readonly verdict: FaultVerdict
  readonly means: string
  readonly weakness: string
  readonly note: string | null
  readonly waived: boolean
  readonly basis: string
  readonly evidence: Evidence | null
}

/** Accepts a finding until a day. */
export interface SweepWaiver {
  /** Id of an option or fault, as `--only` takes it. */
  readonly id: string
  readonly owner: string
  readonly reason: string
  /** Last day on which it holds. */
  readonly expires: string
}

/** The result of a sweep. */
export interface SweepReport {
  /** Release of the sandbox. */
  readonly release: string
  readonly command: string
  readonly startedAt: string
  readonly tookMs: number
  readonly setting: { readonly scenario: string; readonly seed: number | null; readonly now: string }
  /** Runs of the client's command. */
  readonly runs: number
  readonly exchanges: number
  readonly assumptions: readonly SweptOption[]
  readonly faults: readonly SweptFault[]
  /** What a careful client need not expect: findings among it are reported, and do not count. */
  readonly advice: readonly (SweptOption | SweptFault)[]
  /** What differs between undisturbed runs, or between two runs of one variant. */
  readonly unstable: readonly string[]
  /** Ids that the budget left out. */
  readonly leftOut: readonly string[]
  /** Why nothing could be swept; null when something was. */
  readonly stopped: string | null
  readonly waivers: readonly SweepWaiver[]
  /** What is wrong with the waivers. */
  readonly waiverFaults: readonly string[]
  readonly exitCode: number
}

/** True for the note of a variant that the client passes, and that still says something about the client. */
export const isRemark = (note: string | null): note is string => /^(?:leaves|shows) /.test(note ?? '')

/** True for what counts against the client and is not waived. */
export const isCounted = ({ verdict, waived }: SweptOption | SweptFault): boolean =>
  !waived && (verdict === 'stood-on' || verdict === 'broken')

/** Returns the id of an option or fault, as `--only`, waivers and certificates take it. */
export const variantId = (entry: SweptOption | SweptFault): string =>
  'option' in entry ? `${entry.id}=${entry.option}` : entry.id
