/** Verdict about an option of an assumption. */
type OptionVerdict = 'free' | 'stood-on' | 'not-reached'
/** Verdict about a fault. */
type FaultVerdict = 'healed' | 'broken' | 'not-reached'

/** Why a variant counts against the client. */
export interface Evidence {
  /** One sentence. */
  readonly reason: string
  /** What the client did wrong, as a clause without its subject; null if its requests prove nothing. */
  readonly conduct: string | null
  /**
   * The exchange at which the run first differs from the undisturbed one; null if all requests are the same.
   */
  readonly parts: string | null
  /**
   * That exchange, later requests that the undisturbed run does not have, as method, path and status, and
   * requests that are missing.
   */
  readonly next: readonly string[]
  /** Differences from the world that the undisturbed run leaves. */
  readonly world: readonly string[]
  /** True: a refused or reset request is not retried. */
  readonly gaveUp: boolean
  /** Names of failing tests in the JUnit file of the client's runner. */
  readonly tests: readonly string[]
  /** The most informative lines of the command's output. */
  readonly output: string
  /** The command that reproduces it. */
  readonly again: string
}

/** An option with its verdict. */
export interface SweptOption {
  /** Id of the assumption. */
  readonly id: string
  readonly option: string
  readonly verdict: OptionVerdict
  readonly question: string
  /** A remark, or why it was not swept; else `null`. */
  readonly note: string | null
  readonly waived: boolean
  /** Hash of the answers that an option changes, or of the exchange that a fault acts on. */
  readonly basis: string
  readonly evidence: Evidence | null
}

/** A fault with its verdict. */
export interface SweptFault {
  /** `fault@exchange`, or only the name of the fault. */
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

/** Accepts a finding until a date. */
export interface SweepWaiver {
  /** Id of an option or fault, as `--only` takes it. */
  readonly id: string
  readonly owner: string
  readonly reason: string
  /** Last day on which it is valid. */
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
  /** Variants that even a careful client may not handle: their findings do not count. */
  readonly advice: readonly (SweptOption | SweptFault)[]
  /** Differences between undisturbed runs, or between two runs of one variant. */
  readonly unstable: readonly string[]
  /** Ids that did not fit into the time budget. */
  readonly leftOut: readonly string[]
  /** Why nothing could be swept; otherwise null. */
  readonly stopped: string | null
  readonly waivers: readonly SweepWaiver[]
  /** What is wrong with the waivers. */
  readonly waiverFaults: readonly string[]
  readonly exitCode: number
}

/** Returns whether a note is a remark on a client that survives a variant. */
export const isRemark = (note: string | null): note is string => /^(?:leaves|shows) /.test(note ?? '')

/** Returns whether a variant counts against the client and is not waived. */
export const isCounted = ({ verdict, waived }: SweptOption | SweptFault): boolean =>
  !waived && (verdict === 'stood-on' || verdict === 'broken')

/** Returns the id of an option or fault, as `--only`, waivers and certificates take it. */
export const variantId = (entry: SweptOption | SweptFault): string =>
  'option' in entry ? `${entry.id}=${entry.option}` : entry.id
