import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from './child-processes.ts'
import { type Family, type Figure, figure } from './figure.ts'
import type { InProcessOrder, InProcessReport } from './measure-start-up.ts'
import { quotientsOf } from './samples.ts'
import { runScript } from './script.ts'
import { fetched, type Server, startBare, startPlaya } from './server.ts'

/** Measures the time to the first response, each in a new process. */

const PATH = (agency: string): string => `/v3/publicaciones/${agency}`

const fromSpawn = async (start: () => Promise<Server>, agency: string): Promise<number> => {
  const beforeMs = performance.now()
  const server = await start()
  const { status } = await fetched(server, PATH(agency))
  const tookMs = performance.now() - beforeMs
  await server.stop()
  if (status !== 200) throw new Error(`GET ${PATH(agency)}: expected 200, got ${status}`)
  return tookMs
}

const asProcess = async (agency: string, times: number, length: number): Promise<Figure> => {
  const playa: number[] = []
  const bare: number[] = []
  const answer = { status: 200, contentType: 'application/json', length }
  for (let i = 0; i < times; i++) {
    playa.push(await fromSpawn(startPlaya, agency))
    bare.push(await fromSpawn(() => startBare(answer), agency))
  }
  const median = figure({ name: '', unit: 'ms' }, playa).measured
  const bareMedian = figure({ name: '', unit: 'ms' }, bare).measured
  return figure(
    {
      name: 'spawn to the first page of publications',
      unit: 'x',
      target: { atMost: 1.8 },
      note: `${median.toFixed(0)} ms of ${bareMedian.toFixed(0)} ms`,
    },
    quotientsOf(playa, bare),
    { 'playa ms': playa, 'bare ms': bare },
  )
}

const inProcess = async (agency: string, times: number): Promise<Figure> => {
  const order: InProcessOrder = { index: join(ROOT, 'dist', 'index.js'), path: PATH(agency) }
  const answers: number[] = []
  const imports: number[] = []
  for (let i = 0; i < times; i++) {
    const { importMs, answerMs } = await runScript<InProcessReport>('measure-start-up', order)
    answers.push(answerMs)
    imports.push(importMs)
  }
  return figure(
    { name: 'createSandbox and its first response, after import', unit: 'ms', target: { atMost: 20 } },
    answers,
    { 'import ms': imports },
  )
}

export const startUp: Family = {
  name: 'start-up',
  measure: async ({ quick }) => {
    const times = quick ? 5 : 11
    // One unmeasured run fills the disk cache, and Node's of compiled code, which a server writes after a
    // second.
    const playa = await startPlaya()
    const { agency } = playa
    const { body } = await fetched(playa, PATH(agency))
    await setTimeout(2_000)
    await playa.stop()
    return [await asProcess(agency, times, body.length), await inProcess(agency, times)]
  },
}
