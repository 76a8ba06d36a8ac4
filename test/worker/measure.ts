import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Miniflare } from 'miniflare'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { MemoryFile } from '../../src/sandbox/stores/memory-file.ts'
import { WorldStore } from '../../src/sandbox/stores/world-store.ts'
import { createApp } from '../../src/server/app.ts'
import { bundleWorker, exampleWorker, startWorker } from './deployment.ts'
import { MAKE_WORLD, type ScriptStep, scriptOf } from './script.ts'

/**
 * `npm run bench:worker`: what a deployment uploads, starts with, and writes. The figures are in
 * `docs/measurements.md`.
 */

const folder = mkdtempSync(join(tmpdir(), 'playa-measure-'))
const bundle = join(folder, 'bundle')
// The build of this project, by its own name.
await bundleWorker(exampleWorker(), join(packageRoot(), 'deploy/cloudflare'), bundle)
const files = readdirSync(bundle).map((name) => readFileSync(join(bundle, name)))
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

console.log(`uploaded: ${kilobytes(sum(files.map(({ length }) => length)))}`)
console.log(`compressed with gzip: ${kilobytes(sum(files.map((bytes) => gzipSync(bytes).length)))}`)

/** CPU time of this process's children, in milliseconds: workerd is the only one. */
const childCpuMs = (): number => {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        return Number(fields[1]) === process.pid ? [Number(fields[11]) + Number(fields[12])] : []
      } catch {
        return []
      }
    })
  return sum(ticks) * 10
}

const timed = async (worker: Miniflare, path: string, init: RequestInit = {}): Promise<number> => {
  const startedMs = performance.now()
  const response = await worker.dispatchFetch(`http://localhost${path}`, init as object)
  await response.arrayBuffer()
  return performance.now() - startedMs
}

/** A worker that does nothing: what the runtime itself takes. */
const empty = join(folder, 'empty')
mkdirSync(empty)
const NOTHING =
  'export class WorldObject {} export class RegistryObject {} export default { fetch: () => new Response() }'
writeFileSync(join(empty, 'worker.js'), NOTHING)

const startUps: number[] = []
const firstAnswers: number[] = []
for (let round = 0; round < 5; round++) {
  const cpu: number[] = []
  for (const each of [empty, bundle]) {
    const worker = startWorker({ folder: each })
    await worker.ready
    // Answered by the entry: no object is opened.
    await (await worker.dispatchFetch('https://playa.example/_playa')).arrayBuffer()
    cpu.push(childCpuMs())
    if (each === bundle) firstAnswers.push(await timed(worker, '/v3'))
    await worker.dispose()
  }
  startUps.push((cpu[1] ?? 0) - (cpu[0] ?? 0))
}
console.log(`CPU of the start, beyond that of an empty worker: ${median(startUps)} ms`)
console.log(`first response of a new world, its scenario read: ${median(firstAnswers).toFixed(0)} ms`)

const worker = startWorker({ folder: bundle, bindings: { PLAYA_ALLOW_PRIVATE: 'true' } })
const list = '/v3/publicaciones/ventas@lospinos.example'
await timed(worker, list)

/** CPU time of workerd for one call, in milliseconds. */
const cpuOf = async (count: number, call: (n: number) => Promise<unknown>): Promise<string> => {
  const before = childCpuMs()
  for (let n = 0; n < count; n++) await call(n)
  return ((childCpuMs() - before) / count).toFixed(1)
}

const refused = await cpuOf(500, () => timed(worker, '/_playa', { headers: { Origin: 'null' } }))
const read = await cpuOf(500, () => timed(worker, `${list}/PIN-0002`))
const written = await cpuOf(500, (n) =>
  timed(worker, `${list}/PIN-0002/${n % 2 ? 'activar' : 'suspender'}`, { method: 'PATCH' }),
)
console.log(`CPU of a refusal by the entry, a read, a write: ${refused}, ${read}, ${written} ms`)

/** Calls with numbers below `count`, twenty at a time; returns how many there were in a second. */
const ratePerS = async (count: number, call: (n: number) => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  let next = 0
  const caller = async () => {
    for (let n = next++; n < count; n = next++) await call(n)
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  return Math.round((count * 1_000) / (performance.now() - startedMs))
}

const readRate = await ratePerS(1_000, () => timed(worker, `${list}/PIN-0002`))
console.log(`reads of one object, 20 at a time: ${readRate} a second`)
const worldRate = await ratePerS(200, async (n) => {
  const headers = { 'Content-Type': 'application/json' }
  await timed(worker, '/_playa/worlds', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `many-${n}` }),
  })
  await timed(worker, `/w/many-${n}${list}`)
})
console.log(`200 worlds made and read: ${worldRate} a second`)
await worker.dispose()

/** Counts what a commit writes. */
class CountingFile extends MemoryFile {
  rows = 0
  override write(changes: Parameters<MemoryFile['write']>[0]): void {
    this.rows += changes.length
    super.write(changes)
  }
}

const file = new CountingFile()
const simulator = await Simulator.open({ store: new WorldStore(file, 'measure'), keepsJournals: true })
const app = createApp(simulator)
const rowsOf = async (steps: readonly ScriptStep[]): Promise<number> => {
  const before = file.rows
  for (const { method, path, body } of steps) {
    const headers = { 'Content-Type': 'application/json' }
    const sent = body ? { body: JSON.stringify(body) } : {}
    await app.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }))
    simulator.worlds.stored?.journals?.flush()
  }
  return (file.rows - before) / steps.length
}
await rowsOf([MAKE_WORLD])
const script = scriptOf(1_000).filter(({ path }) => path.startsWith('/w/'))
const isRead = ({ method }: ScriptStep): boolean => method === 'GET'
const writtenRows = await rowsOf(script.filter(({ body }) => body && 'Marca' in body && body.Marca === 'vw'))
const readRows = await rowsOf(script.filter(isRead))
console.log(`rows written by a read, a create: ${readRows.toFixed(1)}, ${writtenRows.toFixed(1)}`)
await simulator.close()
rmSync(folder, { recursive: true, force: true })
