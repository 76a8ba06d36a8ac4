import { outputOf } from './child-processes.ts'
import type { LoadOrder, LoadReport } from './load-client.ts'
import { runScript } from './script.ts'
import { cpuSecondsOf, type Server } from './server.ts'

/** Result of a load run. */
export interface Load {
  readonly perSecond: number
  /** CPU time of the server per request, in microseconds; undefined when unknown. */
  readonly serverCpuUs: number | undefined
  /** Share of its core that the server used; well below 1, the server was not the bottleneck. */
  readonly serverBusy: number | undefined
  readonly clientBusy: number | undefined
}

/**
 * Loads a server from the client's core: with wrk, if installed, for one repeated request, else with the own
 * client.
 */
export const load = async (server: Server, order: Omit<LoadOrder, 'port'>): Promise<Load> => {
  const before = cpuSecondsOf(server.pid)
  const whole = { ...order, port: server.port }
  const byWrk = order.work.kind === 'repeat' && order.requests === undefined && (await hasWrk())
  const { requests, seconds, clientBusy } = byWrk
    ? await wrk(whole)
    : await runScript<LoadReport>('load-client', whole, { core: 'client' })
  const after = cpuSecondsOf(server.pid)
  const used = before === undefined || after === undefined ? undefined : after - before
  return {
    perSecond: requests / seconds,
    serverCpuUs: used && (used * 1e6) / requests,
    serverBusy: used && used / seconds,
    clientBusy,
  }
}

let found: Promise<boolean> | undefined

const hasWrk = (): Promise<boolean> =>
  (found ??= outputOf('sh', ['-c', 'command -v wrk']).then(
    () => true,
    () => false,
  ))

/** Name of the load generator for repeated requests. */
export const generator = async (): Promise<string> => ((await hasWrk()) ? 'wrk' : 'own client')

const wrk = async ({ port, connections, seconds, work, status }: LoadOrder): Promise<LoadReport> => {
  if (work.kind !== 'repeat') throw new Error('wrk can only repeat one request')
  const headers = Object.entries(work.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  // wrk accepts only whole seconds.
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${Math.max(1, Math.round(seconds))}s`,
    ...headers,
    `http://127.0.0.1:${port}${work.path}`,
  ]
  const text = await outputOf('wrk', args, { core: 'client' })
  const [, requests, took] = /(\d+) requests in ([\d.]+)s/.exec(text) ?? []
  if (!requests || !took || /Non-2xx|Socket errors/.test(text))
    throw new Error(`wrk did not get ${status} every time:\n${text}`)
  return { requests: Number(requests), seconds: Number(took) }
}
