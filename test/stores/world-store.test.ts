import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { openDataFolder } from '../../src/sandbox/stores/data-folder.ts'
import { MemoryFile } from '../../src/sandbox/stores/memory-file.ts'
import { type RecordChange, StoreError, withChecksum } from '../../src/sandbox/stores/record-file.ts'
import { WorldStore } from '../../src/sandbox/stores/world-store.ts'
import { createApp } from '../../src/server/app.ts'

const AGENCY = 'ventas@elcomienzo.example'

/** Tag of its listing: a later release may not change it, because clients hold it. */
const STORED_TAG = '"1kva1uo0klf9ow"'

const car = (ExternalId: string) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'],
})

const open = async (file: MemoryFile) => {
  const failures: unknown[] = []
  const simulator = await Simulator.open({
    scenario: 'empty',
    store: new WorldStore(file, 'test'),
    report: (error) => void failures.push(error),
  })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await createApp(simulator).fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, tag: response.headers.get('etag'), text: await response.text() }
  }
  return { simulator, ask, failures }
}

it('a new world costs one record, and a write two more', async () => {
  const file = new MemoryFile()
  const { ask } = await open(file)
  const before = file.size
  await ask('POST', '/_playa/worlds', { name: 'a' })
  expect(file.size - before).toBe(1)
  await ask('POST', `/w/a/v3/publicaciones/${AGENCY}`, car('A-1'))
  expect(file.size - before).toBe(3)
  await ask('POST', '/_playa/worlds/a/reset')
  expect(file.size - before).toBe(2)
  await ask('DELETE', '/_playa/worlds/a')
  expect(file.size).toBe(before)
})

/** A file whose disk is full for a while. */
class FullFile extends MemoryFile {
  isFull = false

  override write(changes: readonly RecordChange[]): void {
    if (this.isFull) throw new StoreError('The disk of the data folder is full.')
    super.write(changes)
  }
}

it('a change that cannot be stored is answered with 503 and is not there', async () => {
  const file = new FullFile()
  const { ask, failures } = await open(file)
  const path = `/v3/publicaciones/${AGENCY}`
  const first = await ask('POST', path, car('A-1'))
  file.isFull = true
  const second = await ask('POST', path, car('A-2'))
  expect([second.status, second.text]).toEqual([
    503,
    expect.stringContaining('disk of the data folder is full'),
  ])
  expect((await ask('POST', '/_playa/worlds', { name: 'b' })).status).toBe(503)
  expect((await ask('POST', '/_playa/worlds/default/snapshots', { name: 's' })).status).toBe(503)
  expect((await ask('GET', `${path}/A-2`)).status).toBe(404)
  expect((await ask('GET', '/w/b/v3')).status).toBe(404)
  expect((await ask('GET', '/_playa/worlds/default/snapshots')).text).toBe('[]\n')
  expect(failures).toHaveLength(3)
  file.isFull = false
  expect((await ask('GET', `${path}/A-1`)).tag).toBe(first.tag)
  expect((await ask('POST', path, car('A-2'))).status).toBe(201)
})

it('worlds leave memory and come back when they are asked for', async () => {
  const file = new MemoryFile()
  const { simulator, ask } = await open(file)
  const tags = new Map<string, string | null>()
  for (let i = 0; i < 20; i++) {
    await ask('POST', '/_playa/worlds', { name: `t${i}` })
    tags.set(`t${i}`, (await ask('POST', `/w/t${i}/v3/publicaciones/${AGENCY}`, car('A-1'))).tag)
  }
  simulator.worlds.evict(simulator.wallMs(), 1)
  expect(simulator.worlds.all().map(({ name }) => name)).toEqual(['default'])
  expect(simulator.worlds.size).toBe(21)
  for (const [name, tag] of tags)
    expect((await ask('GET', `/w/${name}/v3/publicaciones/${AGENCY}/A-1`)).tag).toBe(tag)
  expect((await ask('GET', '/w/t20/v3')).status).toBe(404)
})

it('a copy without the webhooks of its world comes back without them', async () => {
  const { simulator, ask } = await open(new MemoryFile())
  await ask('POST', '/_playa/worlds', { name: 'shop', scenario: 'demo' })
  const hooks = (world: string) => simulator.worlds.require(world).world.webhooks.size
  expect(hooks('shop')).toBeGreaterThan(0)
  await ask('POST', '/_playa/worlds/shop/fork', { name: 'copy', webhooks: false })
  const saved = await simulator.saveWorld(simulator.worlds.require('copy'), true)
  await simulator.addSavedWorld(await simulator.readSavedWorld(Buffer.from(saved)), 'handed-over')
  simulator.worlds.evict(simulator.wallMs(), 1)
  await ask('GET', '/w/copy/v3')
  expect([hooks('copy'), hooks('handed-over')]).toEqual([0, 0])
  await ask('GET', '/w/shop/v3')
  expect(hooks('shop')).toBeGreaterThan(0)
})

it('a world that something still holds comes back as the same handle', async () => {
  const { simulator, ask } = await open(new MemoryFile())
  await ask('POST', '/_playa/worlds', { name: 'a' })
  const handle = simulator.worlds.require('a')
  simulator.worlds.evict(simulator.wallMs(), 1)
  expect(simulator.worlds.isLoaded('a')).toBe(false)
  handle.world = { ...handle.world }
  expect(simulator.worlds.get('a')).toBe(handle)
})

it('a changed or missing record is reported, and nothing of its world is opened', async () => {
  const file = new MemoryFile()
  const { ask, simulator } = await open(file)
  await ask('POST', `/v3/publicaciones/${AGENCY}`, car('A-1'))
  await simulator.close()
  const [row] = [...file.range(['v'])].filter(([key]) => key[3] === 'r')
  const [key, text] = row ?? [[], '']
  file.write([{ key, text: text.replace('Volkswagen', 'Volkswagon') }])
  await expect(open(file)).rejects.toThrow('is damaged: its checksum does not fit')
  file.write([{ key, text: null }])
  await expect(open(file)).rejects.toThrow('holds 0 changed rows of a world that has 1')
  const store = new WorldStore(file, 'test')
  store.drop(['default'])
  expect([...file.range(['v'])]).toEqual([])
  expect(store.size).toBe(0)
})

it('a damaged world hides no other one from the list, and worlds that are gone are counted', async () => {
  const file = new MemoryFile()
  const { ask } = await open(file)
  for (const name of ['a', 'b', 'c']) await ask('POST', '/_playa/worlds', { name })
  const text = file.get(['w', 'a']) ?? ''
  file.write([{ key: ['w', 'a'], text: text.replace('running', 'runnung') }])
  const { ask: again } = await open(file)
  const listed = await again('GET', '/_playa/worlds')
  expect([listed.status, JSON.parse(listed.text).map(({ name }: { name: string }) => name)]).toEqual([
    200,
    ['default', 'b', 'c'],
  ])
  expect((await again('GET', '/w/a/v3')).text).toContain('The record w a is damaged')
  file.write([{ key: ['w', 'b'], text: null }])
  const store = new WorldStore(file, 'test')
  expect([store.recount(), store.recount(), store.size]).toEqual([1, 0, 3])
  store.drop(['a'])
  expect([...store.names()]).toEqual(['c', 'default'])
})

it('a damaged world can be deleted, and its name is free again', async () => {
  const file = new MemoryFile()
  const { ask } = await open(file)
  for (const name of ['a', 'b']) await ask('POST', '/_playa/worlds', { name })
  const text = file.get(['w', 'a']) ?? ''
  file.write([{ key: ['w', 'a'], text: text.replace('running', 'runnung') }])
  const { ask: again } = await open(file)
  expect((await again('GET', '/_playa/worlds/a')).status).toBe(503)
  expect((await again('DELETE', '/_playa/worlds/a')).status).toBe(204)
  expect((await again('DELETE', '/_playa/worlds/a')).status).toBe(404)
  expect((await again('POST', '/_playa/worlds', { name: 'a' })).status).toBe(201)
  expect(new WorldStore(file, 'test').size).toBe(3)
})

it('a damaged, missing or foreign record of a next task is found and repaired, and no server fails', async () => {
  const file = new MemoryFile()
  const { ask, simulator } = await open(file)
  await ask('POST', '/_playa/worlds', { name: 'story', scenario: 'busy-saturday' })
  await simulator.close()
  const [wake] = [...file.range(['k'])]
  const [key, text] = wake ?? [[], '']
  for (const changed of [
    [{ key, text: text.replace('story', 'stori') }],
    [{ key, text: null }],
    [{ key: ['k', 12, 999], text: withChecksum(['k', 12, 999], '"none"') }],
  ]) {
    file.write(changed)
    const { simulator: opened } = await open(file)
    await opened.close()
    const store = new WorldStore(file, 'test')
    const { worlds, others } = await store.checkWakes()
    expect(worlds.length + others).toBe(1)
    await store.checkWakes(true)
    expect(await store.checkWakes()).toEqual({ worlds: [], others: 0 })
    expect([...file.range(['k'])]).toEqual([wake])
  }
})

it('a store that release 0.1.0 wrote in format 1 opens with its tags, snapshots and counters', async () => {
  const file = new MemoryFile()
  file.write(JSON.parse(readFileSync(new URL('format-1.json', import.meta.url), 'utf8')))
  const { ask, simulator } = await open(file)
  const listing = await ask('GET', `/w/former/v3/publicaciones/${AGENCY}/A-1`)
  expect([listing.status, listing.tag]).toEqual([200, STORED_TAG])
  expect(JSON.parse((await ask('GET', '/_playa/worlds/former/snapshots')).text)).toMatchObject([
    { name: 'before' },
  ])
  await ask('POST', '/_playa/worlds/former/snapshots/before/restore')
  expect((await ask('GET', `/w/former/v3/publicaciones/${AGENCY}/A-1`)).status).toBe(404)
  expect((await ask('POST', '/_playa/worlds', {})).text).toContain('"name":"w2"')
  expect(simulator.worlds.size).toBe(4)
})

it('a store of another format says which release wrote it', () => {
  const file = new MemoryFile()
  file.write([{ key: ['m'], text: withChecksum(['m'], JSON.stringify({ format: 2, release: '9.9.9' })) }])
  expect(() => new WorldStore(file, 'test')).toThrow('has format 2, written by release 9.9.9')
})

it('a folder in use, an invalid file and a missing file get different errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-store-'))
  await expect(openDataFolder(folder, { durability: 'os', readOnly: true }, 'test')).rejects.toThrow(
    'holds no stored worlds',
  )
  const store = await openDataFolder(folder, { durability: 'os' }, 'test')
  await store.close()
  const path = join(folder, 'worlds.mdb')
  const whole = readFileSync(path)
  writeFileSync(path, Buffer.alloc(whole.length))
  await expect(openDataFolder(folder, { durability: 'os' }, 'test')).rejects.toThrow('header is not readable')
  writeFileSync(path, whole)
  writeFileSync(join(folder, 'server.lock'), String(process.ppid))
  await expect(openDataFolder(folder, { durability: 'os' }, 'test')).rejects.toThrow(/in use by process/)
})

it('leads that arrive while the disk is full are refused, and what the list shows is stored', async () => {
  // Leads that still fit on the disk; undefined: the first write fails. How many a commit holds varies.
  for (const room of [undefined, 0, 250]) {
    let isWatched = false
    let leads = 0
    const isLead = ({ key, text }: RecordChange) => text !== null && key.includes('q')
    class HoleFile extends MemoryFile {
      override write(changes: readonly RecordChange[]): void {
        leads += changes.filter(isLead).length
        if (isWatched && (room === undefined || leads > room)) {
          isWatched = false
          throw new StoreError('The disk is full.')
        }
        super.write(changes)
      }
    }
    const file = new HoleFile()
    const { ask } = await open(file)
    const before = Number(JSON.parse((await ask('GET', `/v3/consultas/${AGENCY}`)).text).Total)
    leads = 0
    isWatched = true
    const received = await ask('POST', '/_playa/worlds/default/inquiries', { adminMail: AGENCY, count: 500 })
    expect([409, 503]).toContain(received.status)
    expect(isWatched).toBe(false)
    const list = await ask('GET', `/v3/consultas/${AGENCY}`)
    expect(JSON.parse(list.text).Total - before).toBeLessThan(500)
    const { ask: askAgain } = await open(file)
    expect(JSON.parse((await askAgain('GET', `/v3/consultas/${AGENCY}`)).text).Total).toBe(
      JSON.parse(list.text).Total,
    )
  }
})

it('of writes that share a commit which fails, none is answered as done', async () => {
  let isFull = false
  class FullFile extends MemoryFile {
    override write(changes: readonly RecordChange[]): void {
      if (isFull) throw new StoreError('The disk is full.')
      super.write(changes)
    }
  }
  const { ask } = await open(new FullFile())
  const path = `/v3/publicaciones/${AGENCY}`
  // After some commits for one response each, a response does not wait for others.
  for (let i = 0; i < 6; i += 1) expect((await ask('POST', path, car(`A-${i}`))).status).toBe(201)
  isFull = true
  const ids = ['B-1', 'B-2', 'B-3']
  const answers = await Promise.all(ids.map((id) => ask('POST', path, car(id))))
  isFull = false
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  for (const id of ids) expect((await ask('GET', `${path}/${id}`)).status).toBe(404)
})
