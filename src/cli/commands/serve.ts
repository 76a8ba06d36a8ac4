import { type Command, Option } from 'commander'
import { ControlError } from '../../problems/control-error.ts'
import { redactUrls } from '../../redaction/redact-urls.ts'
import { readUserFile } from '../../runtime/package-files.ts'
import { JsonLog } from '../../server/json-log.ts'
import { listen } from '../../server/listen.ts'
import { LOOPBACK } from '../../server/origin-guard.ts'
import { logEvents } from '../../server/request-log.ts'
import { type TrustedProxies, trustedProxies } from '../../server/trusted-proxies.ts'
import { Simulator, type SimulatorOptions } from '../../simulator/simulator.ts'
import { DEFAULT_WORLD } from '../../simulator/world-registry.ts'
import type { Durability } from '../../stores/lmdb-file.ts'
import { StoreError } from '../../stores/record-file.ts'
import { isUrl } from '../../text/url.ts'
import { liveLeadsOf } from '../../traffic/live/live-leads.ts'
import { agentEndpoint } from '../agent-endpoint.ts'
import { createCommand, onRun, withExample } from '../create-command.ts'
import { reasonOf, UsageError } from '../errors.ts'
import { MAX_PORT, repeated, wholeNumber } from '../option-values.ts'
import { assumptionOptions, type ProfileOptions, withProfileOptions } from '../profile-options.ts'
import { type StartOptions, startInstantMs, withStartOptions } from '../start-options.ts'
import { stopSignal } from '../stop-signal.ts'
import { version } from '../version.ts'
import { webPages } from '../web-pages.ts'
import { liveRate } from './live-rate.ts'
import { memorySize } from './memory-size.ts'
import { announce } from './serve-banner.ts'
import { portUnavailable } from './unavailable-port.ts'

/** Options of `playa serve`. */
export interface ServeOptions extends ProfileOptions, StartOptions {
  /** A world file. */
  readonly file?: string | undefined
  readonly port?: number
  readonly host: string
  readonly auth?: string
  readonly controlToken?: string
  readonly cors?: readonly string[]
  readonly allowHost?: readonly string[]
  readonly live?: number
  readonly smtp?: string
  readonly journal?: number
  readonly memoryBudget?: number
  readonly data?: string
  readonly durability?: Durability
  readonly keepJournal?: boolean
  readonly log?: 'json'
  readonly trustProxy?: string | true
  readonly allowPrivateCallbacks?: boolean
  /** Callbacks and photos lead to this machine alone. */
  readonly loopbackOnly?: boolean
  readonly prefer: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** `playa serve`: serves until Ctrl-C. */
export const serveCommand = (): Command => {
  const command = createCommand('serve')
    .description('Serve the described API from a scenario, or a world from its file.')
    .argument('[file]', 'a world that playa world save wrote, FILE.playa')
    .addOption(
      new Option('--port <port>', 'port to listen on, 0 for a free one (default 4010; env: PORT)').argParser(
        wholeNumber('--port', 0, MAX_PORT),
      ),
    )
    .option('--host <address>', 'address to bind', '127.0.0.1')
  withStartOptions(command)
  withProfileOptions(command)
    .option('--auth <scheme>', 'open, key or hmac: short for --set auth/scheme=...')
    .option('--control-token <token>', 'needed off loopback (env: PLAYA_CONTROL_TOKEN)')
    .option('--cors <origin>', 'origin whose pages may call, or * for all; may be repeated', repeated)
    .option('--allow-host <name>', 'a further name that the server answers to; may be repeated', repeated)
    .option('--live <rate>', 'let leads and visits arrive in the world default: 6/min, 1/s, 90/h', liveRate)
    .option('--smtp <url>', 'send mails to smtp://HOST:PORT, not to the outbox only (env: PLAYA_SMTP_URL)')
    .addOption(
      new Option(
        '--journal <count>',
        'most exchanges that a world’s journal keeps, 0 for none (default 10000)',
      ).argParser(wholeNumber('--journal', 0, 1_000_000)),
    )
    .addOption(
      new Option(
        '--memory-budget <size>',
        'memory that the server may hold, like 512MiB or 2GiB ' +
          '(default: a quarter of the machine’s, at most 2GiB; env: PLAYA_MEMORY_BUDGET)',
      ).argParser((text: string) => memorySize(text, '--memory-budget')),
    )
    .option('--data <folder>', 'keep all worlds in this folder, over restarts (default: in memory only)')
    .addOption(
      new Option(
        '--durability <promise>',
        'with --data: os keeps what was answered when the process is killed, fsync also after a power cut ' +
          '(default os)',
      ).choices(['os', 'fsync']),
    )
    .addOption(
      new Option('--log <format>', 'write a line for each request and event to standard error').choices([
        'json',
      ]),
    )
    .option('--keep-journal', 'with --data: keep journals over restarts')
    .option(
      '--trust-proxy [proxies]',
      'believe X-Forwarded-* and Forwarded of proxies: how many are in a row, or their addresses ' +
        '(default: loopback and private ones)',
    )
    .option('--allow-private-callbacks', 'allow callbacks and photos at private addresses off loopback')
    .option('--no-prefer', 'ignore Prefer: code=503 on requests')
    .option('--json', 'print one line of JSON when ready')
    .option('--quiet', 'print nothing')
  withExample(command, 'playa serve --port 0 --scenario two-apps --set publications/write-to-archived=403')
  return onRun(command, () => serve({ ...command.opts<ServeOptions>(), file: command.args[0] }))
}

const serve = async (options: ServeOptions): Promise<number> => {
  const { host: hostname } = options
  // A proxy on this machine brings requests of others.
  const isLocal = LOOPBACK.test(hostname) && options.trustProxy === undefined
  const token = options.controlToken ?? (isLocal ? undefined : process.env['PLAYA_CONTROL_TOKEN'])
  if (!isLocal && !token) {
    throw new UsageError(
      `${options.trustProxy === undefined ? `--host ${hostname}` : '--trust-proxy'} opens the control API to others: ` +
        'give --control-token, or set PLAYA_CONTROL_TOKEN.',
    )
  }
  const log = options.log && openLog(token)
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
  const { live: perMinute } = options
  if (perMinute !== undefined)
    liveLeadsOf(simulator).start(world, { perMinute, base: `${server.url}/w/${DEFAULT_WORLD}` })
  announce(simulator, server.url, options)
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

/** Opens the simulator of a server. Throws a `UsageError`. */
export const openSimulator = async (
  options: ServeOptions,
  isLocal: boolean,
  log?: JsonLog,
): Promise<Simulator> => {
  const { scenario, seed, auth, journal: journalEntries } = options
  const memoryBudget = options.memoryBudget ?? memoryBudgetFromEnvironment()
  const nowMs = startInstantMs(options)
  try {
    return await Simulator.open({
      ...(scenario !== undefined && { scenario }),
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      // `--auth` is short for one assumption, and overrides `--set`.
      profile: { ...(await assumptionOptions(options)), ...(auth !== undefined && { 'auth/scheme': auth }) },
      ...(await mailSender(options.smtp ?? process.env['PLAYA_SMTP_URL'])),
      ...(journalEntries !== undefined && { journalEntries }),
      ...(memoryBudget !== undefined && { memoryBudget }),
      ...(await openData(options)),
      ...(options.file !== undefined && { saved: readSaved(options) }),
      ...(log && { report: (error) => log.failure(error) }),
      honorsPrefer: options.prefer,
      allowPrivateCallbacks: options.loopbackOnly
        ? 'loopback-only'
        : isLocal || options.allowPrivateCallbacks === true,
    })
  } catch (error) {
    if (error instanceof ControlError || error instanceof StoreError) throw new UsageError(error.message)
    throw error
  }
}

/** Options that a world file decides by itself. */
const DECIDED_BY_FILE = ['scenario', 'seed', 'now', 'auth', 'profile', 'set', 'data'] as const

const readSaved = (options: ServeOptions): Uint8Array => {
  const { file = '' } = options
  const also = DECIDED_BY_FILE.find((name) => options[name] !== undefined)
  if (also !== undefined)
    throw new UsageError(`The world of ${file} is served as it is: leave out --${also}.`)
  try {
    return readUserFile(file)
  } catch (error) {
    // A word that looks like no file was probably meant for an option.
    if (!/[./\\]/.test(file))
      throw new UsageError(
        `serve does not take ${JSON.stringify(file)}, only a file of playa world save. Did you mean --scenario ${file}?`,
      )
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`)
  }
}

/** Opens the data folder; its library is loaded only with `--data`. */
const openData = async ({
  data,
  durability = 'os',
  keepJournal: keepsJournals = false,
}: ServeOptions): Promise<Pick<SimulatorOptions, 'store' | 'keepsJournals'>> => {
  if (data === undefined && keepsJournals)
    throw new UsageError('--keep-journal keeps journals in a folder: give --data FOLDER, too.')
  if (data === undefined) return {}
  const { openDataFolder } = await import('../../stores/data-folder.ts')
  return { store: await openDataFolder(data, { durability }, version()), keepsJournals }
}

/**
 * Returns the sender of mails, whose library is loaded only when there is a mail server. The process list
 * shows options but not the environment, so an URL with a password belongs there.
 */
const mailSender = async (url: string | undefined): Promise<Pick<SimulatorOptions, 'sendMail'>> => {
  if (url === undefined || url === '') return {}
  if (!/^smtps?:\/\/[^/]+/.test(url) || !isUrl(url))
    throw new UsageError(`--smtp takes smtp://HOST:PORT, not ${JSON.stringify(redactUrls(url))}.`)
  const { smtpSender } = await import('../../notifications/smtp-sender.ts')
  const sender = smtpSender(url)
  return {
    sendMail: async (mail) => {
      const sent = await sender.send(mail)
      return sent.ok ? undefined : sent.why
    },
  }
}

const memoryBudgetFromEnvironment = (): number | undefined => {
  const text = process.env['PLAYA_MEMORY_BUDGET']
  return text === undefined || text === '' ? undefined : memorySize(text, 'PLAYA_MEMORY_BUDGET')
}

const portFromEnvironment = (): number | undefined => {
  const text = process.env['PORT']
  if (text === undefined || text === '') return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text)
  throw new UsageError(`PORT is ${JSON.stringify(text)}; expected a whole number from 0 to ${MAX_PORT}.`)
}
