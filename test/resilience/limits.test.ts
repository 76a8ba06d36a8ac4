import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { serverLimits } from '../../src/api/wire/limits.ts'
import type { Cap } from '../../src/sandbox/simulator/cap.ts'
import { car, head, LISTINGS, rawConnection, startServer } from './test-server.ts'

/** Every limit of the table that refuses does so with a status and with advice. */

type Limit = keyof typeof serverLimits

const WORLDS = '/_playa/worlds'
const POST = { method: 'POST', headers: { 'Content-Type': 'application/json' } } as const

/** Sends a request to a server of its own. */
const answer = async (path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch((await startServer()).url + path, { ...POST, body })

/** Sends raw bytes to a server of its own; returns what it answers until it closes the connection. */
const rawAnswer = async (
  text: string,
  timeouts: NonNullable<Parameters<typeof startServer>[0]>['timeouts'] = {},
): Promise<Response> => {
  const { port } = await startServer({ timeouts })
  const { socket, closed } = rawConnection(port)
  socket.write(text)
  return webResponse(await closed)
}

const webResponse = (text: string): Response =>
  new Response(text.slice(text.indexOf('\r\n\r\n') + 4), { status: Number(text.slice(9, 12)) })

const takeAll = (cap: Cap): void => {
  for (let i = 0; i < cap.most; i += 1) cap.take()
}

/** Compressed spaces of one byte more than a limit, a multiple of the 16 MiB that are compressed. */
const spaces = (limit: Limit): Uint8Array<ArrayBuffer> => {
  const part = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '), { level: 1 })
  const parts = serverLimits[limit].value / (16 * 1024 * 1024)
  // Streams of gzip that follow each other are one.
  return new Uint8Array(Buffer.concat([...Array.from({ length: parts }, () => part), gzipSync(' ')]))
}

/** `[1,1,...` of one value more than a limit. */
const values = (limit: Limit): string => `[${'1,'.repeat(serverLimits[limit].value + 1)}1]`

const REFUSALS: Partial<Record<Limit, readonly [status: number, refused: () => Promise<Response>]>> = {
  bodyBytes: [413, () => answer(LISTINGS, ' '.repeat(serverLimits.bodyBytes.value + 1))],
  bodyValues: [413, () => answer(LISTINGS, values('bodyValues'))],
  controlBodyValues: [
    413,
    () => answer(`${WORLDS}/default/faults`, `{"where":${values('controlBodyValues')}}`),
  ],
  worldBodyBytes: [413, () => answer(WORLDS, ' '.repeat(serverLimits.worldBodyBytes.value + 1))],
  worldBodyValues: [413, () => answer(WORLDS, `{"scenario":${values('worldBodyValues')}}`)],
  worldBodies: [
    503,
    async () => {
      const { simulator, url } = await startServer()
      takeAll(simulator.caps.worldBodies)
      return fetch(url + WORLDS, { ...POST, body: ' '.repeat(serverLimits.bodyBytes.value + 1) })
    },
  ],
  worldFileBytes: [400, () => answer(WORLDS, spaces('worldFileBytes'))],
  worldFileValues: [
    400,
    () =>
      answer(WORLDS, new Uint8Array(gzipSync(`{"playa":"world","records":${values('worldFileValues')}}`))),
  ],
  connections: [
    503,
    async () => {
      const { port } = await startServer({ connections: 2 })
      const all = [rawConnection(port), rawConnection(port), rawConnection(port)]
      const refused = await Promise.race(all.map(({ closed }) => closed))
      return webResponse(refused)
    },
  ],
  headerBytes: [431, () => rawAnswer(head('GET', '/v3', { 'X-Huge': 'x'.repeat(17 * 1024) }))],
  headersTimeoutS: [
    408,
    () => rawAnswer('GET /v3 HTTP/1.1\r\nHost: a\r\n', { headersTimeoutMs: 50, checkIntervalMs: 10 }),
  ],
  requestTimeoutS: [
    408,
    () =>
      rawAnswer(head('POST', LISTINGS, { 'Content-Length': 9 }), {
        headersTimeoutMs: 50,
        requestTimeoutMs: 50,
        checkIntervalMs: 10,
      }),
  ],
  wrongTokens: [
    429,
    async () => {
      const { url } = await startServer({ token: 'the-right-one' })
      const headers = { Authorization: 'Bearer wrong' }
      for (let i = 0; i < serverLimits.wrongTokens.value; i += 1) await fetch(url + WORLDS, { headers })
      return fetch(url + WORLDS, { headers })
    },
  ],
  worlds: [
    503,
    async () => {
      const { url } = await startServer({}, { worldsLimit: 1 })
      return fetch(url + WORLDS, { ...POST, body: '{}' })
    },
  ],
  snapshots: [
    503,
    async () => {
      const { ask, url } = await startServer()
      const path = `${WORLDS}/default/snapshots`
      for (let i = 0; i < serverLimits.snapshots.value; i += 1) await ask('POST', path, { name: `s${i}` })
      return fetch(url + path, { ...POST, body: '{"name":"more"}' })
    },
  ],
  followers: [
    503,
    async () => {
      const { simulator, url } = await startServer()
      takeAll(simulator.caps.followers)
      return fetch(`${url}/_playa/events`)
    },
  ],
  exports: [
    503,
    async () => {
      const { simulator, url } = await startServer()
      takeAll(simulator.caps.exports)
      return fetch(`${url}${WORLDS}/default/journal.har`)
    },
  ],
}

/** They bound what is kept, or close a connection: tested where that happens. */
const NO_REFUSAL: readonly Limit[] = [
  'allJournalsBytes',
  'idleTimeoutS',
  'journalBytes',
  'journalEntries',
  'keepAliveTimeoutS',
  'loadedWorlds',
  'representationBytes',
  // As `worlds`, with a data folder.
  'storedWorlds',
  'waitingDeliveries',
  // In `src/sandbox/photos/photo-queue.test.ts`.
  'waitingPhotos',
]

it.each(Object.entries(REFUSALS))(
  '%s refuses what is beyond it, with advice',
  async (_, [status, refused]) => {
    const response = await refused()
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ Status: status, Detail: expect.stringMatching(/.{20,}\.$/) }),
    ])
  },
)

it('every limit of the table is tested, and the server shows it', async () => {
  expect([...Object.keys(REFUSALS), ...NO_REFUSAL].sort()).toEqual(Object.keys(serverLimits).sort())
  const { ask } = await startServer()
  const shown = JSON.parse((await ask('GET', '/_playa')).text).limits
  for (const [name, { value }] of Object.entries(serverLimits))
    expect([name, shown[name]]).toEqual([name, value])
})

it('an export counts until its reader has it or leaves', async () => {
  const { simulator, url, ask } = await startServer()
  const { exports } = simulator.caps
  for (let i = 0; i < 2 * exports.most; i += 1)
    expect((await ask('GET', `${WORLDS}/default/file`)).status).toBe(200)
  for (let i = 0; i < exports.most; i += 1) {
    const leaving = new AbortController()
    await fetch(`${url}${WORLDS}/default/export`, { signal: leaving.signal })
    leaving.abort()
  }
  await expect.poll(async () => (await ask('GET', `${WORLDS}/default/journal.har`)).status).toBe(200)
})

it('a server changes nothing of its process', async () => {
  const before = [globalThis.Request, globalThis.Response, process.execArgv.join(), globalThis.gc]
  const { ask } = await startServer()
  expect((await ask('POST', LISTINGS, car('gol-1'))).status).toBe(201)
  expect([globalThis.Request, globalThis.Response, process.execArgv.join(), globalThis.gc]).toEqual(before)
})
