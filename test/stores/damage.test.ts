import { execFile } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { smallFile } from '../../src/cli/support/web-pages.ts'
import { createPrng, type Prng } from '../../src/lib/random/prng.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { openDataFolder } from '../../src/sandbox/stores/data-folder.ts'
import { openLmdbFile } from '../../src/sandbox/stores/lmdb-file.ts'
import { problemsOfPages, usedPages } from '../../src/sandbox/stores/lmdb-pages.ts'
import type { RecordFile } from '../../src/sandbox/stores/record-file.ts'
import { isFullRun } from '../support/full-run.ts'

/** LMDB ends the process where a number in its file is wrong, so its pages are judged before it sees them. */

const execute = promisify(execFile)
const PAGE_BYTES = 4096
const ROUNDS = isFullRun ? 60 : 20
const OS = { durability: 'os' } as const

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'playa-damage-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** Writes many records of all lengths in many transactions, and removes some. */
const fill = (file: RecordFile, count: number): void => {
  const prng = createPrng(5)
  for (let i = 0; i < count; i++)
    file.write([
      { key: ['v', prng.int(0, 60), 0, 'r', 'p', `k${i}`], text: 'x'.repeat(prng.int(1, 9) ** 4) },
      { key: ['w', `world${i}`], text: 'record' },
      { key: ['w', `world${prng.int(0, i)}`], text: null },
    ])
}

const filled = async (count = 500): Promise<{ at: string; path: string }> => {
  const at = folder()
  const file = await openLmdbFile(at, OS)
  fill(file, count)
  await file.close()
  return { at, path: join(at, 'worlds.mdb') }
}

it('a whole file has no problem, and all of its records are read from its pages', async () => {
  const { at, path } = await filled()
  let read = 0
  expect(problemsOfPages(path, true, () => (read += 1))).toEqual([])
  const file = await openLmdbFile(at, { durability: 'os', readOnly: true })
  const records = [...file.range(['v']), ...file.range(['w'])]
  await file.close()
  // The mark of the server that wrote it is a record, too.
  expect(read).toBe(records.length + 1)
})

const pagesInUse = (path: string): number => {
  const descriptor = openSync(path, 'r')
  try {
    return usedPages(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

type Damage = (bytes: Buffer, at: number, prng: Prng) => void

const DAMAGES: Readonly<Record<string, Damage>> = {
  'an empty page': (bytes, at) => bytes.fill(0, at, at + PAGE_BYTES),
  'a page of another place': (bytes, at) => bytes.copy(bytes, at, 3 * PAGE_BYTES, 4 * PAGE_BYTES),
  'another header': (bytes, at, prng) =>
    bytes.writeUInt16LE(prng.int(0, 65_535), at + prng.pick([0, 8, 18, 20, 22])),
  'another place of a record': (bytes, at, prng) =>
    bytes.writeUInt16LE(prng.int(0, 65_535), at + 24 + 2 * prng.int(0, 4)),
  'other numbers in a record': (bytes, at, prng) =>
    bytes.writeUInt16LE(prng.int(0, 65_535), at + 24 + bytes.readUInt16LE(at + 24) + 2 * prng.int(0, 3)),
  'a turned bit': (bytes, at, prng) => {
    const place = at + prng.int(0, PAGE_BYTES - 1)
    bytes[place] = bytes[place]! ^ (1 << prng.int(0, 7))
  },
}

it.each(Object.entries(DAMAGES))(
  'a file with %s is refused, or is read and written to the end',
  async (_, damage) => {
    const { at, path } = await filled(200)
    const whole = readFileSync(path)
    const pages = pagesInUse(path)
    const prng = createPrng(9)
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = Buffer.from(whole)
      damage(bytes, prng.int(0, pages - 1) * PAGE_BYTES, prng)
      writeFileSync(path, bytes)
      const opened = await openLmdbFile(at, OS).catch((error: unknown) => String(error))
      if (typeof opened === 'string') {
        expect(opened).toMatch(/worlds\.mdb (?:is damaged|cannot be opened)/)
        refused += 1
        continue
      }
      expect([...opened.range(['v'])].length).toBeGreaterThan(0)
      fill(opened, 20)
      await opened.close()
      expect(problemsOfPages(path, true)).toEqual([])
    }
    expect(refused).toBeGreaterThan(0)
  },
)

it.each([
  ['the marks of its older description', 53, 0xff],
  ['the marks of both descriptions', PAGE_BYTES + 52, 0xff],
  ['a last page beyond all memory', PAGE_BYTES + 148, 0x80],
  ['one other format', 28, 7],
])('a file with %s is refused', async (_, place, value) => {
  const { at, path } = await filled(3)
  const bytes = readFileSync(path)
  // Both descriptions, since either may be the newer one.
  for (const start of place < PAGE_BYTES ? [0] : [0, -PAGE_BYTES]) bytes[place + start] = value
  writeFileSync(path, bytes)
  await expect(openLmdbFile(at, OS)).rejects.toThrow('its header is not readable')
})

it('a file of another format is refused, and not repaired', async () => {
  const { at, path } = await filled(3)
  const bytes = readFileSync(path)
  for (const start of [0, PAGE_BYTES]) bytes[start + 28] = 7
  writeFileSync(path, bytes)
  for (const repaired of [undefined, () => {}])
    await expect(openLmdbFile(at, { ...OS, ...(repaired && { repaired }) })).rejects.toThrow(
      'The data folder has format 7 of LMDB; this release reads 2.',
    )
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('repair keeps the worlds whose pages can be read, and the damaged file next to them', async () => {
  const at = folder()
  const first = await Simulator.open({ scenario: 'empty', store: await openDataFolder(at, OS, 'test') })
  for (let i = 0; i < 20; i++) {
    const { name } = await first.makeWorld({ name: `t${i}` })
    await first.committed()
    const handle = first.worlds.require(name)
    for (let k = 0; k < 5; k++) await first.worlds.takeSnapshot(handle, `s${k}`, 0)
  }
  await first.committed()
  await first.close()
  const path = join(at, 'worlds.mdb')
  const bytes = readFileSync(path)
  const leaf = Array.from({ length: bytes.length / PAGE_BYTES }, (_, page) => page * PAGE_BYTES).filter(
    (place) =>
      bytes.readUInt16LE(place + 18) === 2 && bytes.subarray(place, place + PAGE_BYTES).includes('"takenMs"'),
  )
  for (const place of leaf.slice(0, 2)) bytes.fill(0, place, place + PAGE_BYTES)
  writeFileSync(path, bytes)
  await expect(openDataFolder(at, OS, 'test')).rejects.toThrow(/page \d+ is wrong.*playa data repair/)
  const problems: string[] = []
  const repaired = await openDataFolder(at, { ...OS, repaired: (found) => problems.push(...found) }, 'test')
  expect(problems.length).toBeGreaterThan(0)
  const names = [...repaired.names()]
  const loaded = await Promise.allSettled(names.map((name) => repaired.load(name)))
  await repaired.close()
  expect(loaded.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(5)
  expect(names.length).toBeLessThan(21)
  expect(readFileSync(`${path}.damaged`).equals(bytes)).toBe(true)
})

it('a store that lost its own record is refused, and repair rewrites it', async () => {
  const at = folder()
  const store = await openDataFolder(at, OS, 'test')
  const first = await Simulator.open({ scenario: 'empty', store })
  await first.makeWorld({})
  await first.committed()
  await first.close()
  const file = await openLmdbFile(at, OS)
  file.write([{ key: ['m'], text: null }])
  await file.close()
  await expect(openDataFolder(at, OS, 'test')).rejects.toThrow('playa data repair rewrites it')
  const repaired = await openDataFolder(at, { ...OS, repaired: () => {} }, 'test')
  expect([repaired.size, repaired.named]).toEqual([2, 1])
  const second = await Simulator.open({ scenario: 'empty', store: repaired })
  expect((await second.makeWorld({})).name).toBe('w2')
  await second.committed()
  await second.close()
})

it('a server stops to store once another one has opened its folder, or the folder is gone', async () => {
  const at = folder()
  const first = await openLmdbFile(at, OS)
  first.write([{ key: ['w', 'a'], text: 'first' }])
  // A server in another container does not see that the process of the lock runs.
  rmSync(join(at, 'server.lock'))
  const second = await openLmdbFile(at, OS)
  second.write([{ key: ['w', 'a'], text: 'second' }])
  expect(() => first.write([{ key: ['w', 'a'], text: 'third' }])).toThrow('Another process has opened')
  expect(second.get(['w', 'a'])).toBe('second')
  await first.close()
  await second.close()
  const third = await openLmdbFile(at, OS)
  rmSync(at, { recursive: true })
  expect(() => third.write([{ key: ['w', 'a'], text: 'lost' }])).toThrow('was removed or replaced')
  await third.close()
})

it.skipIf(process.platform === 'win32')(
  'a process whose disk is full goes on, and says so again and again',
  async () => {
    const at = folder()
    const target = [process.execPath, '--import', 'tsx', 'test/stores/full-disk.ts', at, '400']
    // In blocks of 512 bytes: a process may write files up to this size.
    const { stdout } = await execute('sh', ['-c', 'ulimit -c 0; ulimit -f 2000; exec "$@"', 'sh', ...target])
    const { written, kept, refusals } = JSON.parse(stdout)
    expect(written).toBeGreaterThan(20)
    expect(kept).toBe(written)
    expect(refusals).toEqual([
      'StoreError: The disk of the data folder is full, so nothing of this was stored. Free some space, then try again.',
    ])
    expect(problemsOfPages(join(at, 'worlds.mdb'), true)).toEqual([])
    expect([...readdirSync(at)].sort()).toEqual(['worlds.mdb', 'worlds.mdb-lock'])
  },
  60_000,
)

it.skipIf(process.platform === 'win32')(
  'a folder without room for a file is refused, and left empty',
  async () => {
    const at = folder()
    const target = [process.execPath, '--import', 'tsx', 'test/stores/full-disk.ts', at, '1']
    const tried = execute('sh', ['-c', 'ulimit -f 100; exec "$@"', 'sh', ...target])
    await expect(tried).rejects.toThrow('The disk of the data folder is full')
    expect(readdirSync(at).filter((name) => name.endsWith('.mdb'))).toEqual([])
  },
)

it.skipIf(!existsSync('/dev/full'))('a disk without room for a lock or a marker is reported', async () => {
  const at = folder()
  symlinkSync('/dev/full', join(at, 'worlds.mdb-lock'))
  await expect(openLmdbFile(at, OS)).rejects.toThrow('The disk of the data folder is full')
  symlinkSync('/dev/full', join(at, `brandings.json.${process.pid}.tmp`))
  expect(() => smallFile(join(at, 'brandings.json')).write('[]')).toThrow('could not be stored: ENOSPC')
  await (await openLmdbFile(at, OS)).close()
})

it('a file that was emptied is refused, and one that no server has used begins a store', async () => {
  const { at, path } = await filled(10)
  truncateSync(path, 0)
  await expect(openLmdbFile(at, OS)).rejects.toThrow('is empty, although a server has used it')
  rmSync(path)
  await (await openLmdbFile(at, OS)).close()
  const fresh = folder()
  writeFileSync(join(fresh, 'worlds.mdb'), '')
  await (await openLmdbFile(fresh, OS)).close()
})
