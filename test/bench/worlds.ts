import { temporaryFile } from './child-processes.ts'
import { type Family, type Figure, figure } from './figure.ts'
import type { CrowdReport, HundredReport, LifeReport, WorldsOrder } from './measure-worlds.ts'
import { runScript } from './script.ts'
import { wideScenario } from './wide-scenario.ts'

/** Measures creating, forking and resetting worlds of several sizes, and the memory of many worlds. */

const RECORDS = [50, 5_000, 500_000]
const STEPS = ['make', 'fork', 'reset'] as const
const TARGET_MS = 0.1
/** Largest accepted ratio between the largest and the smallest size. */
const TARGET_GROWTH = 2

const measure = <T>(order: WorldsOrder): Promise<T> =>
  runScript<T>('measure-worlds', order, { flags: ['--expose-gc'] })

const lives = async (quick: boolean): Promise<Figure[]> => {
  const calls = quick ? 100 : 500
  const demo = await measure<LifeReport>({ kind: 'life', scenario: 'demo', calls })
  const figures = STEPS.map((step) =>
    figure({ name: `${step} a world of demo`, unit: 'ms', target: { atMost: TARGET_MS } }, demo[step]),
  )
  const reports: LifeReport[] = []
  for (const records of RECORDS) {
    const publications = records / 10
    const file = temporaryFile(
      `records-${records}.json`,
      JSON.stringify(wideScenario({ publications, inquiries: records - publications })),
    )
    reports.push(await measure<LifeReport>({ kind: 'life', scenario: file, calls }))
  }
  for (const step of STEPS) {
    const bySize = reports.map((report, i) =>
      figure(
        {
          name: `${step}, ${RECORDS[i]!.toLocaleString('en')} records`,
          unit: 'ms',
          target: { atMost: TARGET_MS },
        },
        report[step],
      ),
    )
    const growth = bySize.at(-1)!.measured / bySize[0]!.measured
    figures.push(
      ...bySize,
      figure({ name: `${step}, largest against smallest`, unit: 'x', target: { atMost: TARGET_GROWTH } }, [
        growth,
      ]),
    )
  }
  return figures
}

const hundred = async (quick: boolean): Promise<Figure[]> => {
  const reports: HundredReport[] = []
  for (let i = 0; i < (quick ? 3 : 7); i++) reports.push(await measure<HundredReport>({ kind: 'hundred' }))
  return [
    figure(
      { name: '100 worlds of demo, time', unit: 'ms', target: { atMost: 10 } },
      reports.map(({ tookMs }) => tookMs),
    ),
    figure(
      { name: '100 worlds of demo, memory', unit: 'MiB', target: { atMost: 5 } },
      reports.map(({ heapMiB }) => heapMiB),
    ),
  ]
}

const crowd = async (): Promise<Figure[]> => {
  const { made, used } = await measure<CrowdReport>({ kind: 'crowd', worlds: 10_000 })
  const target = { atMost: 500 }
  return [
    figure(
      {
        name: '10,000 worlds of demo, whole process',
        unit: 'MiB',
        target,
        note: `heap ${made.heapMiB.toFixed(0)} MiB`,
      },
      [made.residentMiB],
    ),
    figure(
      {
        name: 'same, after a read and a create in each',
        unit: 'MiB',
        note: `heap ${used.heapMiB.toFixed(0)} MiB`,
      },
      [used.residentMiB],
    ),
  ]
}

export const worlds: Family = {
  name: 'worlds',
  measure: async ({ quick }) => [...(await lives(quick)), ...(await hundred(quick)), ...(await crowd())],
}
