import { parseArgs } from 'node:util'
import { ensureBuilt } from './build-freshness.ts'
import { deliveries } from './deliveries.ts'
import type { Family } from './figure.ts'
import { control } from './journal-and-worlds.ts'
import { memory } from './memory.ts'
import { reads } from './reads.ts'
import { type BenchEnvironment, benchEnvironment, type Measured, writeResult } from './result.ts'
import { scale } from './scale.ts'
import { measureBeside } from './server.ts'
import { startUp } from './start-up.ts'
import { stores } from './stores.ts'
import { suite } from './suite.ts'
import { printSummary, printTable } from './table.ts'
import { worlds } from './worlds.ts'
import { writes } from './writes.ts'

/**
 * Compares the package with a bare server and prints a table. A missed target is not a failure; an error is.
 */

const FAMILIES: readonly Family[] = [
  reads,
  writes,
  startUp,
  worlds,
  stores,
  memory,
  scale,
  suite,
  control,
  deliveries,
]

const USAGE = `npm run bench -- [--only ${FAMILIES.map(({ name }) => name).join(',')}] [--quick] [--beside FOLDER]`

const chosenFamilies = (only: string | undefined): readonly Family[] => {
  const names = only?.split(',') ?? FAMILIES.map(({ name }) => name)
  const unknown = names.filter((name) => !FAMILIES.some((family) => family.name === name))
  if (unknown.length > 0) throw new Error(`--only: unknown ${unknown.join(', ')}. ${USAGE}`)
  return FAMILIES.filter(({ name }) => names.includes(name))
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      beside: { type: 'string' },
    },
  })
  const families = chosenFamilies(values.only)
  await ensureBuilt()
  if (values.beside !== undefined) measureBeside(values.beside)
  const where = benchEnvironment()
  console.log(heading(where))
  const all: Measured[] = []
  for (const family of families) {
    try {
      const measured = await measuredOf(family, values.quick)
      all.push(measured)
      printTable(measured)
    } catch (error) {
      // The other families still run; the exit code reports the failure.
      reportError(`${family.name} failed`, error)
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

const reportError = (what: string, error: unknown): void => {
  console.error(`\n${what}: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

const heading = ({ node, processor, cores, isPinning, loadBefore }: BenchEnvironment): string =>
  [
    `Node ${node}, ${cores} x ${processor}, load ${loadBefore.toFixed(2)}${loadBefore > 0.5 ? ' (the machine is busy: figures are noisy)' : ''}`,
    `${isPinning ? 'Servers and clients are pinned to separate cores' : 'Processes are not pinned to cores'}.`,
    'Each figure is a median (min .. max).',
  ].join('\n')

try {
  await main()
} catch (error) {
  reportError('The benchmark cannot run', error)
}
