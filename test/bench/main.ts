import { parseArgs } from 'node:util'
import { ensureBuilt } from './build-freshness.ts'
import { deliveries } from './deliveries.ts'
import type { Family } from './figure.ts'
import { control } from './journal-and-worlds.ts'
import { memory } from './memory.ts'
import { reads } from './reads.ts'
import { type BenchEnvironment, benchEnvironment, type Measured, writeResult } from './result.ts'
import { scale } from './scale.ts'
import { startUp } from './start-up.ts'
import { suite } from './suite.ts'
import { printSummary, printTable } from './table.ts'
import { worlds } from './worlds.ts'
import { writes } from './writes.ts'

/** Measures the package beside a bare server and prints one table. A figure never fails it; only what is broken does. */

const FAMILIES: readonly Family[] = [reads, writes, startUp, worlds, memory, scale, suite, control, deliveries]

const USAGE = `npm run bench -- [--only ${FAMILIES.map(({ name }) => name).join(',')}] [--quick]`

const chosenFamilies = (only: string | undefined): readonly Family[] => {
  const names = only?.split(',') ?? FAMILIES.map(({ name }) => name)
  const unknown = names.filter((name) => !FAMILIES.some((family) => family.name === name))
  if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(', ')}. ${USAGE}`)
  return FAMILIES.filter(({ name }) => names.includes(name))
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } })
  const families = chosenFamilies(values.only)
  await ensureBuilt()
  const where = await benchEnvironment()
  console.log(heading(where))
  const all: Measured[] = []
  for (const family of families) {
    try {
      const measured = await measuredOf(family, values.quick)
      all.push(measured)
      printTable(measured)
    } catch (error) {
      // The other families still tell what they can; the exit code tells that this one is broken.
      complain(`${family.name} is broken`, error)
    }
  }
  printSummary(all)
  console.log(`All samples: ${writeResult(where, all, values.quick)}`)
}

const measuredOf = async ({ name, measure }: Family, quick: boolean): Promise<Measured> => {
  const startMs = performance.now()
  const figures = await measure({ quick })
  return { family: name, seconds: (performance.now() - startMs) / 1_000, figures }
}

const complain = (what: string, error: unknown): void => {
  console.error(`\n${what}: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

const heading = ({ node, processor, cores, generator, isPinning, loadBefore }: BenchEnvironment): string =>
  [
    `Node ${node}, ${cores} x ${processor}, load ${loadBefore.toFixed(2)}${loadBefore > 0.5 ? ' (not a quiet machine: the figures are noisy)' : ''}`,
    `Repeated requests by ${generator}; ${isPinning ? 'servers on one core, clients on another' : 'processes are not pinned to cores'}.`,
    'Each figure is a median (least .. most).',
  ].join('\n')

try {
  await main()
} catch (error) {
  complain('The bench cannot run', error)
}
