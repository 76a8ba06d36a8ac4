import { conformance } from '../../src/cli/entries/vitest-entry.ts'
import { AGENCY, inProcess, TARGET_URL } from './targets.ts'

/** The entry for Vitest: each clause becomes a test, and the sandbox passes them. */
conformance({
  url: TARGET_URL,
  agency: AGENCY,
  fetch: await inProcess(),
  only: ['entry-point', 'publications-read'],
})
