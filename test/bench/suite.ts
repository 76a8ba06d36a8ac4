import { createSandbox } from '../../src/cli/entries/index.ts'
import { check, clauses } from '../../src/cli/entries/kit-entry.ts'
import { type Family, type Figure, figure } from './figure.ts'
import { startPlaya } from './server.ts'

/** Measures the contract suite: its duration, and the heap growth of a process that repeats it. */

const AGENCY = 'ventas@lospinos.example'

const tookMs = async (
  fetch: ((request: Request) => Promise<Response>) | undefined,
  url: string,
): Promise<number> => {
  const report = await check({ url, agency: AGENCY, concurrency: 8, ...(fetch && { fetch }) })
  if (report.exitCode !== 0)
    throw new Error(`the suite ended with ${report.exitCode}, expected 0: the sandbox must conform`)
  return report.tookMs
}

const inProcess = async (rounds: number): Promise<Figure[]> => {
  const times: number[] = []
  const heaps: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { fetch } = await createSandbox({ scenario: 'demo', now: '2026-03-01T12:00:00-03:00' })
    times.push(await tookMs(fetch, 'http://playa.localhost'))
    globalThis.gc?.()
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  const growth = (heaps.at(-1) ?? 0) - (heaps[Math.min(1, heaps.length - 1)] ?? 0)
  return [
    figure({ name: `${clauses.length} clauses, in process`, unit: 'ms', target: { atMost: 2_000 } }, times),
    figure(
      {
        name: 'heap growth from the second to the last run',
        unit: 'MiB',
        note: globalThis.gc ? 'after a collection' : 'without a collection',
      },
      [growth],
      { 'heap MiB': heaps },
    ),
  ]
}

const overLoopback = async (rounds: number): Promise<Figure> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await startPlaya()
    try {
      times.push(await tookMs(undefined, server.url))
    } finally {
      await server.stop()
    }
  }
  return figure(
    { name: `${clauses.length} clauses, over loopback`, unit: 'ms', target: { atMost: 5_000 } },
    times,
  )
}

export const suite: Family = {
  name: 'suite',
  measure: async ({ quick }) => [...(await inProcess(quick ? 2 : 5)), await overLoopback(quick ? 1 : 3)],
}
