import type { ClauseContext } from './clause-context.ts'

/** One sentence of the description as a check that speaks to its subject through HTTP only. */
export interface Clause {
  /** `section/words`: an address, stable for ever. */
  readonly id: string
  /** Ids of the statements that it holds the subject to. */
  readonly statements: readonly string[]
  /** A sentence of fact: what a conforming service does. */
  readonly title: string
  readonly leaves: Leaves
  readonly needs: readonly Need[]
  /** Throws a `Violation` when the subject breaks the statement, a `Skip` when it cannot be told. */
  check(trial: ClauseContext): Promise<void>
}

/**
 * What stays behind. `nothing`: it only reads. `archived`: archived publications that this run created. `any`: something that cannot be
 * taken back, or that was changed and put back.
 */
export type Leaves = 'nothing' | 'archived' | 'any'
export const LEAVES: readonly Leaves[] = ['nothing', 'archived', 'any']

/** What the subject must offer for the clause to be tried; otherwise it is skipped with this reason. */
export const NEEDS = {
  write: 'the app may not write to the agency',
  place: 'the package has no free place',
  inquiries: 'the agency shows no inquiry',
  callback: 'the service cannot reach this machine: give a URL under which it can with --callback-url',
} as const
export type Need = keyof typeof NEEDS

export const clause = (declared: Clause): Clause => declared

/** Verdicts in rising order. */
export const VERDICTS = ['skipped', 'passed', 'observed', 'warned', 'failed', 'broken'] as const
export type Verdict = (typeof VERDICTS)[number]
