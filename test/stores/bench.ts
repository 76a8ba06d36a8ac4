import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { openDataFolder } from '../../src/sandbox/stores/data-folder.ts'
import { createApp } from '../../src/server/app.ts'

/**
 * `npm run bench:stores -- [worlds]`: writes with and without a data folder, and many stored worlds. The
 * second part runs in its own process, which has little in memory.
 */

const AGENCY = 'ventas@elcomienzo.example'
const [, , count = '10000', part, folder = ''] = process.argv

const car = (ExternalId: string) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Activa: false,
  Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'],
})

type Ask = (method: string, path: string, body?: object) => Promise<Response>

const open = async (at: string | undefined) => {
  const store = at === undefined ? {} : { store: await openDataFolder(at, { durability: 'os' }, 'bench') }
  const simulator = await Simulator.open({ scenario: 'empty', ...store })
  const close = () => simulator.close()
  const app = createApp(simulator)
  const ask: Ask = async (method, path, body) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await app.fetch(request)
    if (response.status >= 400) throw new Error(await response.text())
    return response
  }
  return { simulator, ask, close }
}

const inTurns = async (total: number, width: number, run: (i: number) => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < total; i += width)
    await Promise.all(Array.from({ length: Math.min(width, total - i) }, (_, k) => run(i + k)))
}

const WRITES = 1_000
const TURNS = 5

interface WriteSpeed {
  readonly perSecond: number
  /** CPU time of a write, user and system, in milliseconds. */
  readonly cpuMs: number
}

const writeSpeed = async (at: string | undefined, width: number, offset: number): Promise<WriteSpeed> => {
  const { ask, close } = await open(at)
  const path = `/v3/publicaciones/${AGENCY}`
  await inTurns(300, width, (i) => ask('POST', path, car(`W${offset}-${i}`)))
  const startMs = performance.now()
  const start = process.cpuUsage()
  await inTurns(WRITES, width, (i) => ask('POST', path, car(`B${offset}-${i}`)))
  const perSecond = (WRITES / (performance.now() - startMs)) * 1_000
  const { user, system } = process.cpuUsage(start)
  await close()
  return { perSecond, cpuMs: (user + system) / 1_000 / WRITES }
}

/**
 * Median times of one write, one at a time, without and with the store, in turns: what else runs slows both.
 */
const writeTimesUs = async (at: string): Promise<readonly number[]> => {
  const sides = [await open(undefined), await open(at)].map((side) => ({ ...side, times: [] as number[] }))
  for (let i = 0; i < 4 * WRITES; i++)
    for (const { ask, times } of sides) {
      const startMs = performance.now()
      await ask('POST', `/v3/publicaciones/${AGENCY}`, car(`M-${i}`))
      if (i >= WRITES) times.push((performance.now() - startMs) * 1_000)
    }
  for (const { close } of sides) await close()
  return sides.map(({ times }) => median(times))
}

/** Returns what the process has in memory now and had at most, and which part of it is the mapped file. */
const memory = (): string => {
  const status = readFileSync('/proc/self/status', 'utf8')
  const mib = (field: string) =>
    (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024).toFixed(0)
  return `${mib('VmRSS')} MiB, at most ${mib('VmHWM')}; ${mib('RssFile')} of them mapped files`
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const fill = async (at: string): Promise<void> => {
  const { ask, close } = await open(at)
  const startMs = performance.now()
  await inTurns(Number(count), 64, async (i) => {
    await ask('POST', '/_playa/worlds', { name: `t${i}`, scenario: 'empty' })
    await ask('POST', `/w/t${i}/v3/publicaciones/${AGENCY}`, car(`A-${i}`))
    await ask('PATCH', `/w/t${i}/v3/publicaciones/${AGENCY}/A-${i}`, { Adelanto: null })
  })
  const s = (performance.now() - startMs) / 1_000
  console.log(`${count} worlds with two writes each, made in ${s.toFixed(0)} s; ${memory()}`)
  await close()
}

const touch = async (at: string): Promise<void> => {
  const startMs = performance.now()
  const { simulator, ask, close } = await open(at)
  await ask('GET', `/v3/publicaciones/${AGENCY}`)
  console.log(`start to first response ${(performance.now() - startMs).toFixed(0)} ms`)
  const touches: number[] = []
  for (let i = 0; i < 2_000 && simulator.worlds.size > 2; i++) {
    const n = (i * 7_919) % Number(count)
    const beforeMs = performance.now()
    await ask('GET', `/w/t${n}/v3/publicaciones/${AGENCY}/A-${n}`)
    touches.push(performance.now() - beforeMs)
  }
  if (touches.length > 0) console.log(`first touch ${median(touches).toFixed(2)} ms at the median`)
  console.log(memory())
  await close()
}

const inProcess = (name: string, at: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = [...process.execArgv, process.argv[1] ?? '', count, name, at]
    spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} failed`)),
    )
  })

if (part === 'fill') await fill(folder)
else if (part === 'touch') await touch(folder)
else {
  const measured = mkdtempSync(join(tmpdir(), 'playa-bench-'))
  const [plainUs = 0, storedUs = 0] = await writeTimesUs(measured)
  rmSync(measured, { recursive: true })
  console.log(
    `a write at the median: ${plainUs.toFixed(0)} us without, ${storedUs.toFixed(0)} with: ${(plainUs / storedUs).toFixed(2)}`,
  )
  for (const width of [1, 16]) {
    const data = mkdtempSync(join(tmpdir(), 'playa-bench-'))
    const pairs: { without: WriteSpeed; stored: WriteSpeed }[] = []
    for (let turn = 0; turn < TURNS; turn++)
      pairs.push({
        without: await writeSpeed(undefined, width, turn),
        stored: await writeSpeed(data, width, turn),
      })
    const middle = (of: keyof WriteSpeed) =>
      (['without', 'stored'] as const).map((side) => median(pairs.map((pair) => pair[side][of])))
    const [without = 0, stored = 0] = middle('perSecond')
    const [cpuWithout = 0, cpuStored = 0] = middle('cpuMs')
    console.log(
      `${width} at a time: ${without.toFixed(0)} writes/s without, ${stored.toFixed(0)} with: ` +
        `${(stored / without).toFixed(2)}; CPU ${cpuWithout.toFixed(2)} and ${cpuStored.toFixed(2)} ms a write: ` +
        (cpuWithout / cpuStored).toFixed(2),
    )
    rmSync(data, { recursive: true })
  }
  const empty = mkdtempSync(join(tmpdir(), 'playa-bench-'))
  const full = mkdtempSync(join(tmpdir(), 'playa-bench-'))
  await inProcess('touch', empty)
  await inProcess('touch', empty)
  await inProcess('fill', full)
  await inProcess('touch', full)
  console.log(
    `${(statSync(join(full, 'worlds.mdb')).size / 1024 / Number(count)).toFixed(2)} KiB a world on disk`,
  )
  rmSync(empty, { recursive: true })
  rmSync(full, { recursive: true })
}
