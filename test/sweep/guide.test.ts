import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ExchangeFault } from '../../src/sweep/faults/exchange-fault.ts'
import { exchangeFaults } from '../../src/sweep/faults/fault-kinds.ts'
import type { WorldFault } from '../../src/sweep/faults/world-fault.ts'
import { worldFaults } from '../../src/sweep/faults/world-faults.ts'

const guide = readFileSync('docs/guides/sweep.md', 'utf8')

/** Returns the words in the first column of the table under a heading. */
const wordsUnder = (heading: string): string[] => {
  const table = guide.slice(guide.indexOf(`| ${heading} |`)).split('\n\n', 1)[0] ?? ''
  return table.split('\n').flatMap((row) => row.split('|')[1]?.match(/(?<=`)[\w-]+(?=`)/g) ?? [])
}

it('the guide has a row for each fault, and another table for those that are advice', () => {
  const faults = new Map<string, ExchangeFault | WorldFault>(
    Object.entries({ ...exchangeFaults, ...worldFaults }),
  )
  const ofKind = (advises: boolean) =>
    [...faults].flatMap(([word, fault]) => (Boolean(fault.advises) === advises ? word : [])).sort()
  expect(wordsUnder('advice').sort()).toEqual(ofKind(true))
  expect(wordsUnder('fault').sort()).toEqual(ofKind(false))
})
