import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { BENCH_FOLDER, isPinning } from './child-processes.ts'
import { type Figure, verdictOf } from './figure.ts'

/** Figures of one family with their duration. */
export interface Measured {
  readonly family: string
  readonly seconds: number
  readonly figures: readonly Figure[]
}

/** Machine and tools of a run. */
export interface BenchEnvironment {
  readonly date: string
  readonly node: string
  readonly system: string
  readonly processor: string
  readonly cores: number
  readonly memoryGiB: number
  /** Load average of the minute before the run; above 0.5 the machine was busy. */
  readonly loadBefore: number
  readonly isPinning: boolean
}

/** Describes the machine and tools of this run. */
export const benchEnvironment = (): BenchEnvironment => ({
  date: new Date().toISOString(),
  node: process.version,
  system: `${type()} ${process.arch}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  loadBefore: loadavg()[0] ?? 0,
  isPinning,
})

/** Writes all samples to a file; returns its path. */
export const writeResult = (where: BenchEnvironment, all: readonly Measured[], quick: boolean): string => {
  const path = join(BENCH_FOLDER, 'result.json')
  const families = all.map((each) => ({
    ...each,
    figures: each.figures.map((one) => ({ ...one, verdict: verdictOf(one) })),
  }))
  writeFileSync(path, `${JSON.stringify({ ...where, quick, families }, null, 2)}\n`)
  return path
}
