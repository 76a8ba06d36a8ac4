import { explain } from '../../src/checks/explore/explain.ts'
import { readHar } from '../../src/checks/explore/history/har.ts'
import { entry, har, RECORDINGS } from './hostile-recordings.ts'

/** Prints the milliseconds of processor time that explaining 1,600 and 12,800 exchanges of a kind takes. */

const make = RECORDINGS[process.argv[2] ?? ''] ?? (() => entry({}))

const fastestMs = (count: number, tries: number): number => {
  const recording = readHar(har(Array.from({ length: count }, (_, at) => make(at))))
  const times = Array.from({ length: tries }, () => {
    const start = process.cpuUsage()
    explain(recording)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

fastestMs(400, 1)
// Fewer fit into the space of new objects, and cost next to no collection.
process.stdout.write(JSON.stringify([fastestMs(1_600, 2), fastestMs(12_800, 1)]))
