import { conformance } from '../../src/vitest-entry.ts'
import { AGENCY, TARGET_URL, inProcess } from './targets.ts'

/** The entry for Vitest, used as its readers use it: each clause becomes a test, and the sandbox passes them. */
conformance({ url: TARGET_URL, agency: AGENCY, fetch: await inProcess(), only: ['entry-point', 'publications-read'] })
