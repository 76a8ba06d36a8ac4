import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describedListing } from './listing.ts'

/** The server that is flooded. */
export interface FloodTarget {
  readonly port: number
  /** `adminMail` of an agency of the world `default`. */
  readonly agency: string
  /** When the flood ends, on the clock of `performance.now()`. */
  readonly untilMs: number
  /** Takes the status of each response that is read. */
  readonly seen: (status: number) => void
}

/** Sends without end, until its time is over. */
type Flood = (target: FloodTarget) => Promise<unknown>

const MIB = 1024 * 1024
const isOver = ({ untilMs }: FloodTarget): boolean => performance.now() >= untilMs

/** Runs a number of clients; each sends its requests one by one. */
const repeat =
  (clients: number, once: (target: FloodTarget, client: number, round: number) => Promise<unknown>): Flood =>
  (target) =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let round = 0; !isOver(target); round += 1) {
          await once(target, client, round).catch(() => pause(50))
        }
      }),
    )

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: string
}

/** Sends a request and reads its response to the end. */
const send = ({ port, untilMs, seen }: FloodTarget, { method = 'GET', path, body }: Sent) =>
  new Promise<number>((resolve, reject) => {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      const status = response.statusCode ?? 0
      seen(status)
      response.resume()
      response.once('error', reject)
      response.once('end', () => resolve(status))
    })
    const cutting = setTimeout(() => outgoing.destroy(), Math.max(1, untilMs - performance.now()))
    outgoing.once('close', () => clearTimeout(cutting))
    outgoing.once('error', reject)
    outgoing.end(body)
  })

/** Sends a request, and waits a little where it is refused, as a client does that wants to fill memory. */
const insist = async (target: FloodTarget, sent: Sent) => {
  if ((await send(target, sent)) >= 500) await pause(20)
}

/** Opens connections that read nothing, and replaces those that are cut. */
const unread =
  (clients: number, opening: (target: FloodTarget, client: number) => string, part = ''): Flood =>
  async (target) => {
    const open = (client: number): Socket => {
      const socket = connect({ port: target.port, host: '127.0.0.1' })
      // The server may cut it: that is the point.
      socket.on('error', () => {})
      socket.pause().write(opening(target, client))
      return socket
    }
    const sockets = Array.from({ length: clients }, (_, client) => open(client))
    while (!isOver(target)) {
      await pause(100)
      for (const [client, socket] of sockets.entries())
        if (socket.destroyed || !socket.writable) sockets[client] = open(client)
        else if (part && socket.writableLength < 4 * MIB) socket.write(part)
    }
    for (const socket of sockets) socket.destroy()
  }

const got = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
const announced = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const PADDING = 'x'.repeat(9_000)
/** A listing of nearly a megabyte, of members that the description does not know. */
const largeListing = (externalId: string): string =>
  JSON.stringify({
    ...describedListing(externalId),
    ...Object.fromEntries(Array.from({ length: 105 }, (_, i) => [`Member${i}`, PADDING])),
  })

const DOCUMENTS = ['file', 'export', 'journal.har'] as const

/** What hostile clients do, each kind with its own number of connections. */
export const FLOODS = {
  creates: repeat(2, (target, client, round) =>
    insist(target, {
      method: 'POST',
      path: `/v3/publicaciones/${target.agency}`,
      body: largeListing(`F-${client}-${round}-${Math.floor(performance.now())}`),
    }),
  ),
  leads: repeat(2, (target) =>
    insist(target, {
      method: 'POST',
      path: '/_playa/worlds/default/inquiries',
      body: '{"count":5000}',
    }),
  ),
  files: repeat(3, (target) => insist(target, { path: '/_playa/worlds/default/file' })),
  documents: unread(30, (_, client) => got(`/_playa/worlds/default/${DOCUMENTS[client % 3]}`)),
  photos: repeat(4, (target, client, round) =>
    insist(target, {
      path: `/_playa/photos/${2_900 + (round % 8)}x${2_900 + client}/pickup/gris/${1 + (round % 90)}.png`,
    }),
  ),
  pipelined: unread(40, () => '', got('/v3').repeat(200) + got('/openapi.json').repeat(20)),
  bodies: unread(100, ({ agency }) => announced(`/v3/publicaciones/${agency}`, MIB), ' '.repeat(MIB / 30)),
  worlds: repeat(2, (target, client, round) =>
    insist(target, {
      method: 'POST',
      path: '/_playa/worlds',
      body: JSON.stringify({ seed: client * 100_000 + round }),
    }),
  ),
  reads: repeat(6, async (target, client, round) =>
    insist(target, {
      path: `/v3/publicaciones/${target.agency}?page=${1 + ((round + client) % 50)}`,
    }),
  ),
} as const satisfies Readonly<Record<string, Flood>>

/** Name of a kind of flood. */
export type FloodName = keyof typeof FLOODS
