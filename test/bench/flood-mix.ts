import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, figure } from './figure.ts'
import type { FloodOrder, FloodReport } from './flood-client.ts'
import { honest } from './honest-client.ts'
import { runScript } from './script.ts'
import { residentMiB, type Server, startPlaya } from './server.ts'

const MIX = ['creates', 'leads', 'files', 'photos', 'pipelined', 'bodies'] as const
/** More calls than any measured budget has room for. */
const MOST_FILLING_CALLS = 300
const SAMPLE_MS = 50
const CALM_MS = 2_000

/** Fills the world `default` with leads until they are refused. */
const fill = async ({ url }: Server): Promise<void> => {
  for (let i = 0; i < MOST_FILLING_CALLS; i += 1) {
    const answer = await fetch(`${url}/_playa/worlds/default/inquiries`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"count":5000}',
    })
    await answer.arrayBuffer()
    if (answer.status === 503) return
  }
}

/** Measures a server whose world is filled first, while six kinds of clients flood it at once. */
export const measuredMix = async (budgetMiB: number, seconds: number): Promise<Figure[]> => {
  const server = await startPlaya('--memory-budget', `${budgetMiB}MiB`)
  try {
    const calmUntilMs = performance.now() + CALM_MS
    const calm = (await honest(server, () => performance.now() > calmUntilMs)).toSorted((a, b) => a - b)
    await fill(server)
    let isOver = false
    const meanwhile = honest(server, () => isOver)
    const { port, agency } = server
    const order: FloodOrder = { port, agency, floods: MIX, seconds }
    const flooding = runScript<FloodReport>('flood-client', order, { core: 'client' }).finally(() => {
      isOver = true
    })
    const resident: number[] = []
    while (!isOver) {
      resident.push(await residentMiB(server.pid))
      await pause(SAMPLE_MS)
    }
    const note = JSON.stringify(await flooding)
    const median = calm[Math.floor(calm.length / 2)] ?? Number.NaN
    const name = `${MIX.length} kinds of floods, a full world, budget of ${budgetMiB} MiB`
    return [
      figure(
        { name: `${name}: resident memory`, unit: 'MiB', target: { atMost: (budgetMiB * 4) / 3 }, note },
        [Math.max(...resident)],
        { 'resident MiB': resident },
      ),
      figure(
        { name: `${name}: another client, to before`, unit: 'x' },
        (await meanwhile).map((tookMs) => tookMs / median),
      ),
    ]
  } finally {
    await server.stop()
  }
}
