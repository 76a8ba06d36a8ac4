import { type Family, type Figure, figure } from './figure.ts'
import type { LargeLotOrder, LargeLotReport } from './measure-large-lot.ts'
import type { PagesOrder, PagesReport } from './measure-pages.ts'
import { quotientsOf } from './samples.ts'
import { runScript } from './script.ts'

/** Compares large with small worlds in process; only the exchange is timed. */

const PAGE_MS = 0.1
const PAGE_GROWTH = 2
const WRITE_GROWTH = 1.2

const pages = async (quick: boolean): Promise<Figure[]> => {
  const order: PagesOrder = { large: quick ? 200_000 : 1_000_000, small: 1_000, calls: quick ? 100 : 400 }
  const report = await runScript<PagesReport>('measure-pages', order, {
    flags: ['--max-old-space-size=3000'],
  })
  return report.pages.flatMap(({ name, largeMs, smallMs, largeRows, smallRows }) => {
    const note = largeRows === smallRows ? undefined : `${largeRows} rows against ${smallRows}`
    return [
      figure(
        { name: `${name}, of ${order.large.toLocaleString('en')}`, unit: 'ms', target: { atMost: PAGE_MS } },
        largeMs,
        { small: smallMs },
      ),
      figure(
        { name: `${name}, against 1,000`, unit: 'x', target: { atMost: PAGE_GROWTH }, note },
        quotientsOf(largeMs, smallMs),
      ),
    ]
  })
}

const largeLot = async (quick: boolean): Promise<Figure[]> => {
  const order: LargeLotOrder = { large: 100_000, small: 100, blocks: quick ? 20 : 60 }
  const report = await runScript<LargeLotReport>('measure-large-lot', order, {
    flags: ['--max-old-space-size=3000'],
  })
  return report.steps.map(({ name, largeMs, smallMs }) => {
    const us = (samples: readonly number[]) =>
      (figure({ name, unit: 'ms' }, samples).measured * 1_000).toFixed(1)
    const note = `${us(largeMs)} us against ${us(smallMs)} us`
    const samples = { 'large ms': largeMs, 'small ms': smallMs }
    return figure(
      {
        name: `${name}, 100,000 publications against 100`,
        unit: 'x',
        target: { atMost: WRITE_GROWTH },
        note,
      },
      quotientsOf(largeMs, smallMs),
      samples,
    )
  })
}

export const scale: Family = {
  name: 'scale',
  measure: async ({ quick }) => [...(await pages(quick)), ...(await largeLot(quick))],
}
