import type { ReportedClause } from './schema.ts'
import { failureSentence } from './sections.ts'

/** Long enough to mend something, short enough not to be forgotten. */
const TERM_MS = 30 * 24 * 60 * 60 * 1_000

/** Entries for a waiver file, one for each failure: valid as they are, to be completed by whoever answers for them. */
export const waiverEntries = (failures: readonly ReportedClause[], startedAt: string): string =>
  failures
    .filter(({ verdict }) => verdict === 'failed')
    .map((entry) =>
      [
        `- clause: ${entry.id}`,
        '  owner: who answers for it',
        `  reason: ${JSON.stringify(failureSentence(entry))}`,
        '  issue: https://example.com/the-issue',
        `  expires: ${new Date(Date.parse(startedAt) + TERM_MS).toISOString().slice(0, 10)}`,
      ].join('\n'),
    )
    .join('\n')
