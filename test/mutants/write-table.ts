import { writeFileSync } from 'node:fs'
import { wrongServerTable } from './table.ts'

/** Writes the committed table. Run `npm run mutants` after a change of clauses or wrong servers. */
writeFileSync('contracts/mutants.md', wrongServerTable())
