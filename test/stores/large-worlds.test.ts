import { expect, it } from 'vitest'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { MemoryFile } from '../../src/sandbox/stores/memory-file.ts'
import { type RecordChange, StoreError } from '../../src/sandbox/stores/record-file.ts'
import { WorldStore } from '../../src/sandbox/stores/world-store.ts'
import { createApp } from '../../src/server/app.ts'

/** More than one transaction writes of a value. */
const LEADS = 1_200
/** Maximum number of records of one transaction. */
const MAX_RECORDS = 250

/** A file that records which rows were written together. */
class WatchedFile extends MemoryFile {
  readonly written: (readonly RecordChange[])[] = []
  /** Writes after which all fail. */
  room = Number.POSITIVE_INFINITY

  override write(changes: readonly RecordChange[]): void {
    if (this.written.length >= this.room) throw new StoreError('The disk is full.')
    super.write(changes)
    this.written.push(changes)
  }
}

const open = async (file: MemoryFile) => {
  const store = new WorldStore(file, 'test')
  const simulator = await Simulator.open({ scenario: 'demo', store, report: () => {} })
  const app = createApp(simulator)
  const ask = async (method: string, path: string, body?: object | ArrayBuffer) => {
    const sent = body instanceof ArrayBuffer ? body : body && JSON.stringify(body)
    const response = await app.fetch(
      new Request(`http://127.0.0.1${path}`, { method, ...(sent && { body: sent }) }),
    )
    return { status: response.status, bytes: await response.arrayBuffer() }
  }
  const leadsOf = async (name: string) => {
    await simulator.loadWorld(name)
    return simulator.worlds.get(name)?.world.inquiries.size
  }
  return { simulator, ask, leadsOf }
}

const WORLD = '/_playa/worlds/default'

const withLeads = async (file: WatchedFile) => {
  const server = await open(file)
  expect((await server.ask('POST', `${WORLD}/inquiries`, { count: LEADS })).status).toBe(201)
  const leads = await server.leadsOf('default')
  if (!leads) throw new Error('there are no leads')
  file.written.length = 0
  return { ...server, leads }
}

/** Waits until nothing is written any more, and returns the marks of what belongs to no world. */
const settled = async (file: MemoryFile, { simulator }: Awaited<ReturnType<typeof open>>) => {
  for (let size = -1; size !== file.size; ) {
    size = file.size
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
    await simulator.committed()
  }
  return file.range(['x']).map(([key]) => key)
}

it('a large world and its snapshots are stored and deleted in small transactions', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const { ask, leads } = server
  expect(await settled(file, server)).toEqual([])
  const size = file.size
  expect((await ask('POST', `${WORLD}/snapshots`, { name: 'full' })).status).toBe(201)
  expect((await ask('POST', `${WORLD}/fork`, { name: 'copy' })).status).toBe(201)
  const saved = (await ask('GET', `${WORLD}/file`)).bytes
  expect((await ask('POST', '/_playa/worlds', saved)).status).toBe(201)
  const after = await open(file)
  for (const name of ['copy', 'w1']) expect(await after.leadsOf(name)).toBe(leads)
  expect((await ask('DELETE', `${WORLD}/snapshots/full`)).status).toBe(204)
  for (const name of ['copy', 'w1']) expect((await ask('DELETE', `/_playa/worlds/${name}`)).status).toBe(204)
  expect(await settled(file, server)).toEqual([])
  expect(file.size).toBe(size)
  expect(Math.max(...file.written.map(({ length }) => length))).toBeLessThanOrEqual(MAX_RECORDS)
})

it('a server that ends at any moment leaves the whole of a large world, or nothing', {
  timeout: 120_000,
}, async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const before = file.range([])
  await server.ask('POST', `${WORLD}/fork`, { name: 'copy' })
  await server.ask('DELETE', '/_playa/worlds/copy')
  await settled(file, server)
  const leadsFound = new Set<number | undefined>()
  for (let count = 0; count <= file.written.length; count += 1) {
    const disk = new MemoryFile()
    disk.write(before.map(([key, text]) => ({ key, text })))
    for (const changes of file.written.slice(0, count)) disk.write(changes)
    const next = await open(disk)
    leadsFound.add(await next.leadsOf('copy'))
    expect(await settled(disk, next)).toEqual([])
    const ids = new Set(disk.range(['v']).map(([key]) => key[1]))
    expect(ids.size).toBe(next.simulator.worlds.has('copy') ? 2 : 1)
  }
  expect([...leadsFound]).toEqual([undefined, server.leads])
})

it('a full disk refuses a large world, and its rows are removed', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  await settled(file, server)
  const size = file.size
  file.room = file.written.length + 5
  expect((await server.ask('POST', `${WORLD}/fork`, { name: 'copy' })).status).toBe(503)
  file.room = Number.POSITIVE_INFINITY
  expect((await server.ask('POST', '/_playa/worlds', { name: 'other' })).status).toBe(201)
  expect(await settled(file, server)).toEqual([])
  expect(server.simulator.worlds.has('copy')).toBe(false)
  expect(file.size).toBe(size + 1)
})

it('a large world that is deleted while it is written leaves nothing', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  await settled(file, server)
  const size = file.size
  const forked = server.ask('POST', `${WORLD}/fork`, { name: 'copy' })
  while (file.written.length < 3) await new Promise((resolve) => void setImmediate(resolve))
  expect((await server.ask('DELETE', '/_playa/worlds/copy')).status).toBe(204)
  await forked
  expect((await server.ask('POST', '/_playa/worlds', { name: 'other' })).status).toBe(201)
  expect(await settled(file, server)).toEqual([])
  expect(file.size).toBe(size + 1)
})

const countOf = async ({ ask }: Awaited<ReturnType<typeof open>>): Promise<number> => {
  const { bytes } = await ask('GET', WORLD)
  // As the call's response is declared.
  return (JSON.parse(new TextDecoder().decode(bytes)) as { counts: { inquiries: number } }).counts.inquiries
}

it('a large world is reset and restored in small transactions, and its clients do not wait for them', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const { ask, leads } = server
  const size = file.size
  const few = leads - LEADS
  for (const [method, path, body, isTaken, after] of [
    ['POST', 'snapshots', { name: 'full' }, false, leads],
    ['POST', 'reset', undefined, true, few],
    ['POST', 'snapshots/full/restore', undefined, true, leads],
    ['POST', 'reset', undefined, true, few],
    ['POST', 'snapshots/full/restore', undefined, true, leads],
  ] as const) {
    const before = await countOf(server)
    file.written.length = 0
    const called = ask(method, `${WORLD}/${path}`, body)
    const isSliced = !isTaken || after > before
    if (isSliced) {
      while (file.written.length < 3) await new Promise((resolve) => void setImmediate(resolve))
      // Both are answered before the call, which has not begun.
      expect((await ask('GET', '/v3/agencias')).status).toBe(200)
      expect(await countOf(server)).toBe(before)
      expect(file.written.length).toBeLessThan(LEADS / 200)
    }
    expect((await called).status).toBeLessThan(300)
    expect(await countOf(server)).toBe(after)
    expect(await settled(file, server)).toEqual([])
    expect(await (await open(file)).leadsOf('default')).toBe(after)
    expect(Math.max(...file.written.map(({ length }) => length))).toBeLessThanOrEqual(MAX_RECORDS)
  }
  expect((await ask('DELETE', `${WORLD}/snapshots/full`)).status).toBe(204)
  expect(await settled(file, server)).toEqual([])
  expect(file.size).toBe(size)
})

it('calls to one world do not wait for the creation of a large one', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const { ask } = server
  await settled(file, server)
  file.written.length = 0
  const forked = ask('POST', `${WORLD}/fork`, { name: 'copy' })
  while (file.written.length < 2) await new Promise((resolve) => void setImmediate(resolve))
  expect((await ask('GET', `${WORLD}/clock`)).status).toBe(200)
  expect((await ask('POST', `${WORLD}/inquiries`, {})).status).toBe(201)
  expect(file.written.length).toBeLessThan(LEADS / 200)
  expect((await forked).status).toBe(201)
  expect(await (await open(file)).leadsOf('copy')).toBe(server.leads)
})

it('calls that name no world do not wait for a large one, which the list shows when it is stored', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const { ask } = server
  await ask('POST', `${WORLD}/inquiries`, { count: 10 * LEADS })
  await ask('POST', '/_playa/worlds', { name: 'first' })
  await settled(file, server)
  file.written.length = 0
  let isForked = false
  const forked = ask('POST', `${WORLD}/fork`, { name: 'copy' }).finally(() => (isForked = true))
  while (file.written.length < 2) await new Promise((resolve) => void setImmediate(resolve))
  const namesOf = async () => {
    const { bytes } = await ask('GET', '/_playa/worlds')
    return JSON.parse(Buffer.from(bytes).toString()).map(({ name }: { name: string }) => name)
  }
  expect(await namesOf()).toEqual(['default', 'first'])
  expect((await ask('POST', '/_playa/worlds', { name: 'small' })).status).toBe(201)
  expect((await ask('DELETE', '/_playa/worlds/small')).status).toBe(204)
  expect(isForked).toBe(false)
  expect((await forked).status).toBe(201)
  expect(await namesOf()).toEqual(['default', 'first', 'copy'])
})

it('rows that are named while others are removed stay', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const { ask, leads } = server
  await ask('POST', `${WORLD}/snapshots`, { name: 'old' })
  await settled(file, server)
  file.written.length = 0
  const forked = ask('POST', `${WORLD}/fork`, { name: 'copy' })
  // The copy is nearly written when the rows of the snapshot are listed to be removed, in more turns.
  while (file.written.length < LEADS / 100 - 3) await new Promise((resolve) => void setImmediate(resolve))
  expect((await ask('DELETE', `${WORLD}/snapshots/old`)).status).toBe(204)
  expect((await forked).status).toBe(201)
  expect(await settled(file, server)).toEqual([])
  expect(await (await open(file)).leadsOf('copy')).toBe(leads)
})

it('many edited rows are put back in small transactions', async () => {
  const file = new WatchedFile()
  const server = await open(file)
  const handle = server.simulator.worlds.require('default')
  await server.ask('POST', `${WORLD}/inquiries`, { count: LEADS })
  await server.ask('POST', `${WORLD}/snapshots`, { name: 'full' })
  const inquiries = [...handle.world.inquiries].map((inquiry) => ({ ...inquiry }))
  // As many rows as before, each another one.
  handle.world = { ...handle.world, inquiries: handle.world.inquiries.putAll(inquiries) }
  await settled(file, server)
  file.written.length = 0
  expect((await server.ask('POST', `${WORLD}/snapshots/full/restore`)).status).toBe(200)
  expect(await settled(file, server)).toEqual([])
  expect(Math.max(...file.written.map(({ length }) => length))).toBeLessThanOrEqual(MAX_RECORDS)
})

it('a server that ends at any moment of a restore leaves the value before it or after it', {
  timeout: 120_000,
}, async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  await server.ask('POST', `${WORLD}/snapshots`, { name: 'full' })
  await server.ask('POST', `${WORLD}/reset`)
  await settled(file, server)
  const before = file.range([])
  file.written.length = 0
  expect((await server.ask('POST', `${WORLD}/snapshots/full/restore`)).status).toBe(200)
  expect((await server.ask('POST', `${WORLD}/reset`)).status).toBe(200)
  await settled(file, server)
  const leadsFound: (number | undefined)[] = []
  for (let count = 0; count <= file.written.length; count += 1) {
    const disk = new MemoryFile()
    disk.write(before.map(([key, text]) => ({ key, text })))
    for (const changes of file.written.slice(0, count)) disk.write(changes)
    const next = await open(disk)
    leadsFound.push(await next.leadsOf('default'))
    expect(await settled(disk, next)).toEqual([])
    // The current value, and the snapshot.
    expect(new Set(disk.range(['v']).map(([key]) => key[2])).size).toBeLessThanOrEqual(2)
    if (count % 8 !== 3) continue
    expect((await next.ask('POST', `${WORLD}/snapshots/full/restore`)).status).toBe(200)
    expect(await (await open(disk)).leadsOf('default')).toBe(server.leads)
  }
  const few = server.leads - LEADS
  expect(leadsFound.filter((leads, i) => leads !== leadsFound[i - 1])).toEqual([few, server.leads, few])
})

it('a full disk refuses a large snapshot and a restore: the world is as it was, and no rows are left', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  await settled(file, server)
  const size = file.size
  file.room = file.written.length + 5
  expect((await server.ask('POST', `${WORLD}/snapshots`, { name: 'full' })).status).toBe(503)
  file.room = Number.POSITIVE_INFINITY
  expect((await server.ask('POST', `${WORLD}/snapshots`, { name: 'full' })).status).toBe(201)
  await server.ask('POST', `${WORLD}/reset`)
  await settled(file, server)
  const afterReset = file.size
  file.room = file.written.length + 5
  expect((await server.ask('POST', `${WORLD}/snapshots/full/restore`)).status).toBe(503)
  file.room = Number.POSITIVE_INFINITY
  expect(await countOf(server)).toBe(server.leads - LEADS)
  expect((await server.ask('DELETE', `${WORLD}/journal`)).status).toBe(204)
  expect((await server.ask('POST', `${WORLD}/inquiries`, {})).status).toBe(201)
  expect(await settled(file, server)).toEqual([])
  expect(file.size).toBeLessThanOrEqual(afterReset + 10)
  expect(afterReset).toBeLessThanOrEqual(size + 10)
})

it('calls that take large values at the same time take one each', async () => {
  const file = new WatchedFile()
  const server = await withLeads(file)
  const { ask } = server
  const statusesOf = async (...calls: (readonly [path: string, body?: object])[]) => {
    const called = calls.map(([path, body]) => ask('POST', `${WORLD}/${path}`, body))
    return (await Promise.all(called)).map(({ status }) => status).sort()
  }
  const full = ['snapshots', { name: 'full' }] as const
  expect(await statusesOf(full, full, ['snapshots', { name: 'other' }])).toEqual([201, 201, 409])
  await ask('POST', `${WORLD}/reset`)
  const restored = ['snapshots/full/restore'] as const
  expect(await statusesOf(restored, restored, ['snapshots/other/restore'])).toEqual([200, 200, 200])
  expect(await statusesOf(restored, ['reset'], ['snapshots', { name: 'third' }])).toEqual([200, 200, 201])
  expect(await settled(file, server)).toEqual([])
  const next = await open(file)
  expect(await next.leadsOf('default')).toBe(await countOf(server))
  const few = server.leads - LEADS
  // The third was taken before the reset or after it.
  for (const [name, counts] of Object.entries({
    full: [server.leads],
    other: [server.leads],
    third: [few, server.leads],
  })) {
    expect((await next.ask('POST', `${WORLD}/snapshots/${name}/restore`)).status).toBe(200)
    expect(counts).toContain(await countOf(next))
  }
})
