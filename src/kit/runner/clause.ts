import type { ClauseContext } from './clause-context.ts'
import type { Need } from './needs.ts'
import type { ExclusiveSubject } from './shared-lock.ts'

/** One requirement of the description, as a check that speaks to the target through HTTP only. */
export interface Clause {
  /** `section/name`: an address that never changes. */
  readonly id: string
  /** Ids of the statements that the clause checks. */
  readonly statements: readonly string[]
  /**
   * Section of an RFC, if the description is silent: the clause advises, and never fails a service.
   */
  readonly advice?: string
  /** What a conforming service does, as a sentence of fact. */
  readonly title: string
  /**
   * Names the rule when several clauses apply one rule to different resources, members or forms. Default: the
   * id.
   */
  readonly rule?: string
  /** The most that the clause leaves behind. */
  readonly leaves: Leaves
  /** What the target must offer; otherwise the clause is skipped. */
  readonly needs: readonly Need[]
  /** Set when no other clause may write publications during this one: names what it changes. */
  readonly isAlone?: ExclusiveSubject
  /** Set when the clause writes no publication, so that clauses that run alone need not wait for it. */
  readonly sparesPublications?: true
  /** Set when the clause judges the exchanges of all others: it runs after them. */
  readonly isLast?: true
  /** Set when a careless service may not survive the clause: such clauses run one by one, last of all. */
  readonly mayDamage?: true
  /**
   * Makes an observation that the check needs before its turn, if it runs alone or last. The check judges its
   * errors.
   */
  prepare?(t: ClauseContext): Promise<unknown>
  /**
   * Throws a `Violation` when the target breaks the statement, a `SkipClause` when the check cannot decide.
   */
  check(t: ClauseContext): Promise<void>
}

/**
 * What a clause leaves behind. `nothing`: it only reads. `archived`: archived publications that the run
 * created. `any`: something that cannot be undone, or that was changed and restored.
 */
export type Leaves = 'nothing' | 'archived' | 'any'
/** The values of `Leaves`, from least to most. */
export const LEAVES: readonly Leaves[] = ['nothing', 'archived', 'any']

/** Declares a clause. */
export const clause = (declared: Clause): Clause => declared

/** Returns the rule that a clause applies. */
export const ruleOf = ({ id, rule = id }: Clause): string => rule

/** Verdicts in rising order of severity. */
export const VERDICTS = ['skipped', 'passed', 'observed', 'warned', 'advised', 'failed', 'broken'] as const
export type Verdict = (typeof VERDICTS)[number]
