import type { SchemaIssue } from '../../../lib/validation/schema-issues.ts'
import type { ScenarioFile } from '../schema/scenario-schema.ts'

/**
 * Maximum number of apps of a scenario, and records that it may draw from its seed, over all its agencies and
 * events.
 */
export interface ScenarioTotals {
  /** A lead may notify each of them. */
  readonly apps: number
  readonly agencies: number
  readonly publications: number
  readonly inquiries: number
  /** Rows of views: one for each active publication and day. */
  readonly visits: number
  /** Leads and views that its events bring. */
  readonly events: number
}

/** Of a file, which the person who starts the server has chosen. */
export const FILE_TOTALS: ScenarioTotals = {
  apps: 1_000,
  agencies: 10_000,
  publications: 1_000_000,
  inquiries: 5_000_000,
  visits: 10_000_000,
  events: 10_000_000,
}

/** Of a scenario that a client sends. */
export const SENT_TOTALS: ScenarioTotals = {
  apps: 100,
  agencies: 2_000,
  publications: 25_000,
  inquiries: 250_000,
  visits: 500_000,
  events: 1_000_000,
}

/** Returns an issue for each sum above its bound; nothing was drawn yet. */
export const totalProblems = (file: ScenarioFile, totals: ScenarioTotals): SchemaIssue[] =>
  SUMS.flatMap(({ of, path, what, sum }): SchemaIssue[] => {
    const total = sum(file)
    return total <= totals[of] ? [] : [[path, `expected at most ${totals[of]} ${what} in all, got ${total}`]]
  })

interface Sum {
  readonly of: keyof ScenarioTotals
  readonly path: readonly string[]
  readonly what: string
  sum(file: ScenarioFile): number
}

type Agency = ScenarioFile['agencies'][number]

const sumOf = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amount(row), 0)

const publicationsOf = ({ publications, stock }: Agency): number =>
  publications.length + sumOf(stock, ({ count }) => count)

const SUMS: readonly Sum[] = [
  { of: 'apps', path: ['apps'], what: 'apps', sum: ({ apps }) => apps.length },
  { of: 'agencies', path: ['agencies'], what: 'agencies', sum: ({ agencies }) => agencies.length },
  {
    of: 'publications',
    path: ['agencies'],
    what: 'publications',
    sum: ({ agencies }) => sumOf(agencies, publicationsOf),
  },
  {
    of: 'inquiries',
    path: ['agencies'],
    what: 'inquiries',
    sum: ({ agencies }) =>
      sumOf(agencies, ({ inquiries }) => (inquiries ? inquiries.count + inquiries.given.length : 0)),
  },
  {
    of: 'visits',
    path: ['agencies'],
    what: 'days of views of publications',
    sum: ({ agencies }) =>
      sumOf(agencies, (agency) => (agency.visits ? agency.visits.days * publicationsOf(agency) : 0)),
  },
  {
    of: 'events',
    path: ['events'],
    what: 'leads and views of events',
    sum: ({ events = [] }) => sumOf(events, ({ leads, views }) => (leads?.count ?? 0) + (views?.count ?? 0)),
  },
]
