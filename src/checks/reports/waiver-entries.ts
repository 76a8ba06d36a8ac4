import type { ReportedClause } from './schema.ts'
import { failureSentence } from './sections.ts'
import { WAIVER_PLACEHOLDERS } from './waivers.ts'

/** Term of a new waiver: long enough for a fix, short enough that it is reviewed. */
const TERM_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Returns an entry of a waiver file for each failure; `owner` and `issue` are placeholders that the reader
 * replaces.
 */
export const waiverEntries = (failures: readonly ReportedClause[], startedAt: string): string =>
  failures
    .filter(({ verdict }) => verdict === 'failed')
    .map((entry) =>
      [
        `- clause: ${entry.id}`,
        `  owner: ${WAIVER_PLACEHOLDERS.owner}`,
        `  reason: ${JSON.stringify(failureSentence(entry))}`,
        `  issue: ${WAIVER_PLACEHOLDERS.issue}`,
        `  expires: ${new Date(Date.parse(startedAt) + TERM_MS).toISOString().slice(0, 10)}`,
      ].join('\n'),
    )
    .join('\n')
