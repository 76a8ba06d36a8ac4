import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TEMPORARY, temporaryFile } from './child-processes.ts'
import { type Family, type Figure, figure } from './figure.ts'
import { describedListing } from './listing.ts'
import { type Load, load } from './load.ts'
import { quotientsOf, spreadOf } from './samples.ts'
import { type Server, startPlaya } from './server.ts'
import { wideScenario } from './wide-scenario.ts'

/** Measures creates of a server with a data folder, compared to one without, over HTTP. */

const TEMPLATE = JSON.stringify(describedListing('BENCH-%'))
/** More than a round creates, so that numbers never repeat. */
const NUMBERS_PER_ROUND = 1_000_000

const compared = async (scenario: string, connections: number, quick: boolean): Promise<Figure> => {
  const folder = mkdtempSync(join(TEMPORARY, 'data-'))
  const memory = await startPlaya('--scenario', scenario)
  const stored = await startPlaya('--scenario', scenario, '--data', folder)
  let round = 0
  const creates = (server: Server, seconds: number) =>
    load(server, {
      connections,
      seconds,
      status: 201,
      work: {
        kind: 'create',
        path: `/v3/publicaciones/${server.agency}`,
        body: TEMPLATE,
        firstNumber: NUMBERS_PER_ROUND * ++round,
      },
    })
  const [without, within]: [Load[], Load[]] = [[], []]
  try {
    for (const server of [memory, stored]) await creates(server, quick ? 1 : 4)
    for (let i = 0; i < (quick ? 3 : 7); i++) {
      without.push(await creates(memory, quick ? 0.5 : 1))
      within.push(await creates(stored, quick ? 0.5 : 1))
    }
  } finally {
    await memory.stop()
    await stored.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return storeFigure(connections, without, within)
}

const storeFigure = (connections: number, without: readonly Load[], within: readonly Load[]): Figure => {
  const samples = {
    'requests/s without': without.map(({ perSecond }) => perSecond),
    'requests/s with': within.map(({ perSecond }) => perSecond),
    'CPU us without': without.map(({ serverCpuUs }) => serverCpuUs ?? 0),
    'CPU us with': within.map(({ serverCpuUs }) => serverCpuUs ?? 0),
  }
  const middle = (what: keyof typeof samples) => spreadOf(samples[what]).median
  const note =
    `${Math.round(middle('requests/s with'))} of ${Math.round(middle('requests/s without'))} requests/s; ` +
    `${middle('CPU us with').toFixed(0)} us of CPU time, ${middle('CPU us without').toFixed(0)} without`
  const name = `POST with --data, ${connections === 1 ? 'one' : connections} at a time`
  return figure(
    { name, unit: 'x', target: { atLeast: 0.6 }, note },
    quotientsOf(samples['requests/s with'], samples['requests/s without']),
    samples,
  )
}

export const stores: Family = {
  name: 'stores',
  measure: async ({ quick }) => {
    const scenario = temporaryFile(
      'stored.json',
      JSON.stringify(wideScenario({ publications: 100, inquiries: 0 })),
    )
    return [await compared(scenario, 1, quick), await compared(scenario, 16, quick)]
  },
}
