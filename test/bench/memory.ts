import { setTimeout as pause } from 'node:timers/promises'
import { type Family, type Figure, figure } from './figure.ts'
import { load } from './load.ts'
import type { CreatesOrder, CreatesReport } from './measure-creates.ts'
import { quotientsOf } from './samples.ts'
import { runScript } from './script.ts'
import { fetched, residentMiB, type Server, startBare, startPlaya } from './server.ts'

/** Measures memory of the idle server, after requests, and per publication. */

const SETTLE_MS = 1_500
const CONNECTIONS = 32

const resting = async (server: Server, path: string): Promise<number> => {
  await fetched(server, path)
  await pause(SETTLE_MS)
  return residentMiB(server.pid)
}

const idle = async (times: number): Promise<Figure> => {
  const playa: number[] = []
  const bare: number[] = []
  for (let i = 0; i < times; i++) {
    const ours = await startPlaya()
    const path = `/v3/publicaciones/${ours.agency}`
    const { body } = await fetched(ours, path)
    const theirs = await startBare({ status: 200, contentType: 'application/json', length: body.length })
    playa.push(await resting(ours, path))
    bare.push(await resting(theirs, path))
    await ours.stop()
    await theirs.stop()
  }
  const note = `${playa[0]!.toFixed(0)} MiB of ${bare[0]!.toFixed(0)} MiB`
  return figure(
    { name: 'resident memory when idle', unit: 'x', target: { atMost: 1.5 }, note },
    quotientsOf(playa, bare),
    {
      'playa MiB': playa,
      'bare MiB': bare,
    },
  )
}

const afterReads = async (requests: number): Promise<Figure> => {
  const playa = await startPlaya()
  try {
    const list = `/v3/publicaciones/${playa.agency}`
    const first = JSON.parse((await fetched(playa, list)).body.toString('utf8'))._entries[0]._links.self.href
    const { pathname: path } = new URL(first, playa.url)
    const before = await resting(playa, path)
    await load(playa, {
      connections: CONNECTIONS,
      work: { kind: 'repeat', path, headers: {} },
      status: 200,
      seconds: 120,
      requests,
    })
    const after = await resting(playa, path)
    const name = `growth after ${requests.toLocaleString('en')} reads`
    return figure(
      {
        name,
        unit: 'MiB',
        target: { atMost: 20 },
        note: `from ${before.toFixed(0)} MiB to ${after.toFixed(0)} MiB`,
      },
      [after - before],
    )
  } finally {
    await playa.stop()
  }
}

const perPublication = async (creates: number): Promise<Figure[]> => {
  const order: CreatesOrder = { creates }
  const { heapBytes, outsideBytes } = await runScript<CreatesReport>('measure-creates', order, {
    flags: ['--expose-gc'],
  })
  const name = `heap for each of ${creates.toLocaleString('en')} created publications`
  return [
    figure({ name, unit: 'bytes', target: { atMost: 2_048 } }, [heapBytes / creates]),
    figure({ name: 'cached responses outside the heap, for each', unit: 'bytes' }, [outsideBytes / creates]),
  ]
}

export const memory: Family = {
  name: 'memory',
  measure: async ({ quick }) => [
    await idle(quick ? 1 : 3),
    await afterReads(quick ? 20_000 : 100_000),
    ...(await perPublication(quick ? 5_000 : 20_000)),
  ],
}
