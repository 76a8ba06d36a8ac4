import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ExchangeFault } from '../../src/sweep/faults/exchange-fault.ts'
import { exchangeFaults } from '../../src/sweep/faults/fault-kinds.ts'
import type { WorldFault } from '../../src/sweep/faults/world-fault.ts'
import { worldFaults } from '../../src/sweep/faults/world-faults.ts'

const guide = readFileSync('docs/guides/sweep.md', 'utf8')

/** Returns the names in the first column of the table under a heading. */
const namesUnder = (heading: string): string[] => {
  const table = guide.slice(guide.indexOf(`| ${heading} |`)).split('\n\n', 1)[0] ?? ''
  return table.split('\n').flatMap((row) => row.split('|')[1]?.match(/(?<=`)[\w-]+(?=`)/g) ?? [])
}

it('the guide has a table with a row for each fault, and one for those that are advice', () => {
  const faults = new Map<string, ExchangeFault | WorldFault>(
    Object.entries({ ...exchangeFaults, ...worldFaults }),
  )
  const ofKind = (advises: boolean) =>
    [...faults].flatMap(([name, fault]) => (Boolean(fault.advises) === advises ? name : [])).sort()
  expect(namesUnder('advice').sort()).toEqual(ofKind(true))
  expect(namesUnder('fault').sort()).toEqual(ofKind(false))
})
