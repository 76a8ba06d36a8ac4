import { type Family, type Figure, figure } from './figure.ts'
import { type Load, load } from './load.ts'
import type { Work } from './load-client.ts'
import { quotientsOf } from './samples.ts'
import { fetched, type Server, startPlaya } from './server.ts'

/** Measures the cost of the journal with a running clock, and of many worlds, in alternating rounds. */

const CONNECTIONS = 32
const ROUNDS = {
  long: { rounds: 5, seconds: 1, warmUpSeconds: 3 },
  quick: { rounds: 3, seconds: 0.5, warmUpSeconds: 1 },
}

/** Requests per second of two sides, round by round. */
const alternated = async (
  pair: readonly [Side, Side],
  quick: boolean,
): Promise<{ readonly first: number[]; readonly second: number[] }> => {
  const { rounds, seconds, warmUpSeconds } = quick ? ROUNDS.quick : ROUNDS.long
  const round = ({ server, work }: Side, length = seconds): Promise<Load> =>
    load(server, { connections: CONNECTIONS, work, status: 200, seconds: length })
  for (const side of pair) await round(side, warmUpSeconds)
  const first: number[] = []
  const second: number[] = []
  for (let i = 0; i < rounds; i++) {
    first.push((await round(pair[0])).perSecond)
    second.push((await round(pair[1])).perSecond)
  }
  return { first, second }
}

interface Side {
  readonly server: Server
  readonly work: Work
}

const journalAndClock = async (quick: boolean): Promise<Figure> => {
  const usual = await startPlaya('--scenario', 'demo')
  const without = await startPlaya(
    '--scenario',
    'demo',
    '--journal',
    '0',
    '--now',
    '2026-03-01T12:00:00-03:00',
  )
  try {
    const { body } = await fetched(usual, `/v3/publicaciones/${usual.agency}`)
    const path: string = JSON.parse(body.toString('utf8'))._entries[0]._links.self.href
    const work = { kind: 'repeat', path, headers: {} } as const
    const { first, second } = await alternated(
      [
        { server: usual, work },
        { server: without, work },
      ],
      quick,
    )
    return figure(
      { name: 'GET with journal and running clock, of without', unit: 'x', target: { atLeast: 0.9 } },
      quotientsOf(first, second),
      { 'with requests/s': first, 'without requests/s': second },
    )
  } finally {
    await usual.stop()
    await without.stop()
  }
}

const WORLDS = 1_000

const manyWorlds = async (quick: boolean): Promise<Figure> => {
  const server = await startPlaya('--scenario', 'demo')
  try {
    for (let i = 0; i < WORLDS; i++) await createWorld(server, `shop-${i}`)
    const path = (name: string) => `/w/${name}/v3/publicaciones/${server.agency}`
    const one = { kind: 'spread', paths: [path('shop-0')] } as const
    const all = {
      kind: 'spread',
      paths: Array.from({ length: WORLDS }, (_, i) => path(`shop-${i}`)),
    } as const
    const { first, second } = await alternated(
      [
        { server, work: all },
        { server, work: one },
      ],
      quick,
    )
    return figure(
      { name: '1,000 worlds at once, of one world', unit: 'x', target: { atLeast: 0.8 } },
      quotientsOf(first, second),
      { 'thousand requests/s': first, 'one requests/s': second },
    )
  } finally {
    await server.stop()
  }
}

const createWorld = async (server: Server, name: string): Promise<void> => {
  const answer = await fetch(`${server.url}/_playa/worlds`, {
    method: 'POST',
    body: JSON.stringify({ name }),
  })
  if (answer.status !== 201) throw new Error(`POST /_playa/worlds: expected 201, got ${answer.status}`)
  await answer.arrayBuffer()
}

export const control: Family = {
  name: 'control',
  measure: async ({ quick }) => [await journalAndClock(quick), await manyWorlds(quick)],
}
