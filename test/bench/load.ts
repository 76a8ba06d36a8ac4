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
  /** Time that 99 of 100 requests took at most, in milliseconds. */
  readonly p99Ms: number
}

/** Loads a server from the client's core. */
export const load = async (server: Server, order: Omit<LoadOrder, 'port'>): Promise<Load> => {
  const before = cpuSecondsOf(server.pid)
  const whole = { ...order, port: server.port }
  const report = await runScript<LoadReport>('load-client', whole, { core: 'client' })
  const { requests, seconds, p99Ms, clientBusy } = report
  const after = cpuSecondsOf(server.pid)
  const used = before === undefined || after === undefined ? undefined : after - before
  return {
    perSecond: requests / seconds,
    serverCpuUs: used && (used * 1e6) / requests,
    serverBusy: used && used / seconds,
    clientBusy,
    p99Ms,
  }
}
