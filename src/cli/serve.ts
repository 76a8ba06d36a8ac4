import { ControlError } from '../problems/control-error.ts'
import { instantMs } from '../scenarios/world-start.ts'
import { listen } from '../server/listen.ts'
import { LOOPBACK } from '../server/origin-guard.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import { DEFAULT_WORLD } from '../simulator/world-registry.ts'
import { liveLeadsOf } from '../traffic/live/live-leads.ts'
import { agenciesInOrder } from '../world/agency.ts'
import { choicesOf, PROFILE_HELP, PROFILE_OPTIONS } from './choices.ts'
import { type Arguments, type Command, numberOption, textOption, textOptions, UsageError } from './command.ts'
import { livePace } from './live-pace.ts'
import { portUnavailable } from './unavailable-port.ts'
import { webPages } from './web-pages.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the whole API from a scenario.',
  usage: 'serve [--port 4010] [--host 127.0.0.1] [--scenario demo] [options]',
  example: 'playa serve --port 0 --scenario two-apps --set publications/write-to-archived=403',
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    scenario: { type: 'string' },
    seed: { type: 'string' },
    now: { type: 'string' },
    ...PROFILE_OPTIONS,
    auth: { type: 'string' },
    'control-token': { type: 'string' },
    cors: { type: 'string', multiple: true },
    'allow-host': { type: 'string', multiple: true },
    live: { type: 'string' },
    smtp: { type: 'string' },
    journal: { type: 'string' },
    'allow-private-callbacks': { type: 'boolean' },
    'no-prefer': { type: 'boolean' },
    json: { type: 'boolean' },
    quiet: { type: 'boolean' },
  },
  help: {
    port: 'port to listen on, 0 for a free one (default 4010, or PORT)',
    host: 'address to bind (default 127.0.0.1)',
    scenario: 'name of a scenario, or a YAML file (default demo)',
    seed: 'seed of people and texts (default the scenario’s)',
    now: 'freeze the world at this ISO 8601 instant (default: the wall clock, running)',
    ...PROFILE_HELP,
    auth: 'open, key or hmac: short for --set auth/scheme=...',
    'control-token': 'needed off loopback; or PLAYA_CONTROL_TOKEN',
    cors: 'origin whose pages may call, or * for all; may be repeated',
    'allow-host': 'a further name that the server answers to; may be repeated',
    live: 'let leads and visits come by themselves, N/min (or /s, /h), while the clock of the world default runs',
    journal: 'most exchanges that a world’s journal keeps, 0 for none (default 10000)',
    smtp: 'send mails on to smtp://HOST:PORT (default: they stay in the outbox)',
    'allow-private-callbacks': 'let callbacks and photos lead to private addresses off loopback',
    'no-prefer': 'pay no heed to Prefer: code=503 on a request',
    json: 'print one line of JSON when ready',
    quiet: 'print nothing',
  },
  run: async (args) => {
    const hostname = textOption(args, 'host') ?? '127.0.0.1'
    const given = textOption(args, 'control-token')
    const token = given ?? process.env['PLAYA_CONTROL_TOKEN']
    const local = LOOPBACK.test(hostname)
    if (!local && !token) {
      throw new UsageError(
        `--host ${hostname} opens the control API to others: give --control-token, or set PLAYA_CONTROL_TOKEN.`,
      )
    }
    const perMinute = livePace(args)
    const sandbox = await makeSandbox(args, local)
    const port = numberOption(args, 'port', 0, 65_535) ?? portFromEnvironment() ?? 4010
    const server = await listen(sandbox, {
      port,
      hostname,
      token: local ? given : token,
      pages: webPages(local ? given : token),
      allowedHosts: textOptions(args, 'allow-host'),
      cors: textOptions(args, 'cors'),
    }).catch((error: unknown) => portUnavailable(error, port))
    if (typeof server === 'number') return server
    // Whoever reads the announcement may stop the server at once.
    const stopped = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
    })
    const shown = sandbox.worlds.require(DEFAULT_WORLD)
    if (perMinute !== undefined)
      liveLeadsOf(sandbox).start(shown, { perMinute, base: `${server.url}/w/${DEFAULT_WORLD}` })
    announce(sandbox, server.url, args)
    await stopped
    liveLeadsOf(sandbox).stop(shown)
    await server.close()
    return 0
  },
}

const makeSandbox = async (args: Arguments, local: boolean): Promise<Simulator> => {
  const scenario = textOption(args, 'scenario')
  const seed = numberOption(args, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const now = textOption(args, 'now')
  const nowMs = now === undefined ? undefined : instantMs(now)
  if (now !== undefined && nowMs === undefined) {
    throw new UsageError(
      `--now takes an ISO 8601 instant with offset like 2026-03-01T12:00:00-03:00, not ${JSON.stringify(now)}.`,
    )
  }
  const auth = textOption(args, 'auth')
  const journalEntries = numberOption(args, 'journal', 0, 1_000_000)
  try {
    return await Simulator.open({
      ...(scenario !== undefined && { scenario }),
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      // `--auth` is short for one assumption, and the last word on it.
      profile: { ...(await choicesOf(args)), ...(auth !== undefined && { 'auth/scheme': auth }) },
      ...(await mailsOf(args)),
      ...(journalEntries !== undefined && { journalEntries }),
      honorsPrefer: args.values['no-prefer'] !== true,
      allowPrivateCallbacks: local || args.values['allow-private-callbacks'] === true,
    })
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message)
    throw error
  }
}

/** How mails are sent on; loaded when asked for. */
const mailsOf = async (args: Arguments): Promise<Pick<SimulatorOptions, 'sendMail'>> => {
  const url = textOption(args, 'smtp')
  if (url === undefined) return {}
  if (!/^smtps?:\/\/[^/]+/.test(url) || !URL.canParse(url))
    throw new UsageError(`--smtp takes smtp://HOST:PORT, not ${JSON.stringify(url)}.`)
  const { smtpSender } = await import('../notifications/mime.ts')
  const sender = smtpSender(url)
  return {
    sendMail: async (mail) => {
      const sent = await sender.send(mail)
      return sent.ok ? undefined : sent.why
    },
  }
}

const portFromEnvironment = (): number | undefined => {
  const text = process.env['PORT']
  if (text === undefined || text === '') return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`PORT is ${JSON.stringify(text)}; expected a whole number from 0 to 65535.`)
}

const announce = (sandbox: Simulator, url: string, args: Arguments): void => {
  const { world } = sandbox.worlds.require(DEFAULT_WORLD)
  const agency = agenciesInOrder(world.agencies)[0]?.adminMail ?? ''
  const control = `${url}/_playa`
  if (args.values['json']) {
    console.log(JSON.stringify({ url, control, world: DEFAULT_WORLD, agency, pid: process.pid }))
  } else if (!args.values['quiet']) {
    const { scenario, seed } = world.setting
    const mail = encodeURIComponent(agency)
    console.log(`
  Playa ${sandbox.version}, scenario ${scenario}, seed ${seed}

  API         ${url}/v3
  Agency      ${agency}
  Try         curl ${url}/v3/publicaciones/${mail}
  OpenAPI     ${url}/openapi.json
  Control     ${control}
  Console     ${url}/

  Ctrl-C stops it.
`)
  }
}
