import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Family, type Figure, figure } from './figure.ts'
import { measuredMix } from './flood-mix.ts'
import { honest } from './honest-client.ts'
import { residentMiB, type Server, startPlaya } from './server.ts'

/** Measures the memory of a server, and the median of an honest client, while others try to fill it. */

const BUDGET_MIB = 256
const MIB = 1024 * 1024
const ROUNDS = 30
const ROUND_MS = 100

interface Attack {
  readonly name: string
  readonly clients: number
  /** What each client sends first, and then in every round. */
  readonly opening: (server: Server) => string
  readonly part: (server: Server) => Buffer | string
}

const announced = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const ATTACKS: readonly Attack[] = [
  {
    name: 'bodies of 31 MiB',
    clients: 120,
    opening: () => announced('/_playa/worlds', 31 * MIB),
    part: () => Buffer.alloc(MIB, ' '),
  },
  {
    name: 'bodies without end',
    clients: 400,
    opening: ({ agency }) => announced(`/v3/publicaciones/${agency}`, MIB),
    part: () => Buffer.alloc(MIB / ROUNDS - 1, ' '),
  },
  {
    name: 'unread responses',
    clients: 8,
    opening: () => '',
    part: ({ agency }) => `GET /v3/publicaciones/${agency} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(500),
  },
]

const attackers = ({ port }: Server, count: number): Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1' })
    // The server may cut it.
    socket.on('error', () => {})
    return socket.pause()
  })

const measured = async ({ name, clients, opening, part }: Attack): Promise<Figure[]> => {
  const server = await startPlaya('--memory-budget', `${BUDGET_MIB}MiB`)
  const sockets: Socket[] = []
  try {
    const calmUntilMs = performance.now() + 2_000
    const calm = await honest(server, () => performance.now() > calmUntilMs)
    let isOver = false
    const resident: number[] = []
    const meanwhile = honest(server, () => isOver)
    sockets.push(...attackers(server, clients))
    for (const socket of sockets) socket.write(opening(server))
    const sent = part(server)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const socket of sockets) if (socket.writable && socket.writableLength < 4 * MIB) socket.write(sent)
      await pause(ROUND_MS)
      resident.push(await residentMiB(server.pid))
    }
    isOver = true
    const attacked = await meanwhile
    const median = calm.toSorted((a, b) => a - b)[Math.floor(calm.length / 2)] ?? Number.NaN
    return [
      figure(
        {
          name: `${clients} clients, ${name}: resident memory of a budget of ${BUDGET_MIB} MiB`,
          unit: 'MiB',
          target: { atMost: (BUDGET_MIB * 4) / 3 },
        },
        [Math.max(...resident)],
        { 'resident MiB': resident },
      ),
      figure(
        { name: `${clients} clients, ${name}: another client, to before`, unit: 'x', target: { atMost: 2 } },
        attacked.map((tookMs) => tookMs / median),
      ),
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
}

export const hostile: Family = {
  name: 'hostile',
  measure: async ({ quick }) => {
    const figures: Figure[] = []
    for (const attack of ATTACKS) figures.push(...(await measured(attack)))
    for (const budgetMiB of [256, 512]) figures.push(...(await measuredMix(budgetMiB, quick ? 10 : 30)))
    return figures
  },
}
