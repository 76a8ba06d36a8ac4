import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { isLoopbackHost } from '../../lib/text/url.ts'
import { DEFAULT_WORLD } from '../../sandbox/simulator/world-registry.ts'
import { liveLeadsOf } from '../../sandbox/traffic/live-leads.ts'
import { JsonLog } from '../../server/json-log.ts'
import { listen } from '../../server/listen.ts'
import { logEvents } from '../../server/request-log.ts'
import { type TrustedProxies, trustedProxies } from '../../server/trusted-proxies.ts'
import { agentEndpoint } from '../support/agent-endpoint.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { reasonOf, UsageError } from '../support/errors.ts'
import { MAX_PORT } from '../support/option-values.ts'
import { stopSignal } from '../support/stop-signal.ts'
import { webPages } from '../support/web-pages.ts'
import { openSimulator } from './open-simulator.ts'
import { announce } from './serve-banner.ts'
import { type ServeOptions, withServeOptions } from './serve-options.ts'
import { portUnavailable } from './unavailable-port.ts'

/** `playa serve`: serves until Ctrl-C. */
export const serveCommand = (): Command => {
  const command = createCommand('serve')
    .description('Serve the described API from a scenario, or a world from its file.')
    .argument('[file]', 'a world that playa world save wrote, FILE.playa')
  withServeOptions(command)
  withExample(command, 'playa serve --port 0 --scenario two-apps --set publications/write-to-archived=403')
  return onRun(command, () => serve({ ...command.opts<ServeOptions>(), file: command.args[0] }))
}

const serve = async (options: ServeOptions): Promise<number> => {
  const { host: hostname, live: leadsPerMinute } = options
  // A proxy on this machine brings requests of others.
  const isLocal = isLoopbackHost(hostname) && options.trustProxy === undefined
  const token = options.controlToken ?? (isLocal ? undefined : process.env['PLAYA_CONTROL_TOKEN'])
  if (!isLocal && !token) {
    throw new UsageError(
      `${options.trustProxy === undefined ? `--host ${hostname}` : '--trust-proxy'} opens the control API to others: ` +
        'give --control-token, or set PLAYA_CONTROL_TOKEN.',
    )
  }
  const log = options.log && openLog(token)
  const hadData = options.data !== undefined && existsSync(join(options.data, 'worlds.mdb'))
  const simulator = await openSimulator(options, isLocal, log)
  const port = options.port ?? portFromEnvironment() ?? 4010
  const { allowHost: allowedHosts = [], cors = [] } = options
  const server = await listen(simulator, {
    port,
    hostname,
    token,
    pages: webPages(token, options.data),
    agentTools: agentEndpoint,
    allowedHosts,
    cors,
    log,
    proxies: options.trustProxy === undefined ? undefined : proxiesOf(options.trustProxy),
  }).catch((error: unknown) => portUnavailable(error, port))
  if (typeof server === 'number') return server
  // A caller that reads the announcement may stop the server at once, so signals are handled before it is
  // printed.
  const stopped = stopSignal()
  const world = simulator.worlds.require(DEFAULT_WORLD)
  if (leadsPerMinute !== undefined)
    liveLeadsOf(simulator).start(world, {
      perMinute: leadsPerMinute,
      base: `${server.url}/w/${DEFAULT_WORLD}`,
    })
  announce(simulator, server.url, { ...options, hadData })
  const endEvents = log && logEvents(log, simulator)
  log?.line('info', 'server started', { url: server.url, version: simulator.version, pid: process.pid })
  await stopped
  log?.line('info', 'server stopping')
  liveLeadsOf(simulator).stop(world)
  await server.close()
  await simulator.close()
  endEvents?.()
  log?.line('info', 'server stopped')
  return 0
}

/** The announcement is on standard output, so the log is not. */
const openLog = (token: string | undefined): JsonLog =>
  new JsonLog({
    write: (line) => void process.stderr.write(line),
    ...(token !== undefined && { secrets: [token] }),
  })

const proxiesOf = (given: string | true): TrustedProxies => {
  try {
    return trustedProxies(given)
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
}

const portFromEnvironment = (): number | undefined => {
  const text = process.env['PORT']
  if (text === undefined || text === '') return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text)
  throw new UsageError(`PORT is ${JSON.stringify(text)}; expected a whole number from 0 to ${MAX_PORT}.`)
}
