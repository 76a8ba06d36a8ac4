import { agenciesInOrder } from '../domain/agency.ts'
import { ControlError } from '../sandbox/control-problem.ts'
import { listen } from '../sandbox/listen.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { instantMs } from '../sandbox/start.ts'
import { DEFAULT_WORLD } from '../sandbox/worlds.ts'
import { type Arguments, type Command, numberOption, textOption, UsageError } from './command.ts'

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1)$/

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
    profile: { type: 'string' },
    set: { type: 'string', multiple: true },
    auth: { type: 'string' },
    'control-token': { type: 'string' },
    'allow-private-callbacks': { type: 'boolean' },
    json: { type: 'boolean' },
    quiet: { type: 'boolean' },
  },
  help: {
    port: 'port to listen on, 0 for a free one (default 4010, or PORT)',
    host: 'address to bind (default 127.0.0.1)',
    scenario: 'name of a scenario, or a YAML file (default demo)',
    seed: 'seed of people and texts (default the scenario’s)',
    now: 'freeze the world at this ISO 8601 instant (default: the wall clock, running)',
    profile: 'YAML or JSON file of assumption ids and options',
    set: 'one assumption, ID=OPTION; may be repeated',
    auth: 'open, key or hmac: short for --set auth/scheme=...',
    'control-token': 'needed off loopback; or PLAYA_CONTROL_TOKEN',
    'allow-private-callbacks': 'let callbacks and photos lead to private addresses off loopback',
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
    const sandbox = await makeSandbox(args, local)
    const port = numberOption(args, 'port', 0, 65_535) ?? portFromEnvironment() ?? 4010
    const server = await listen(sandbox, { port, hostname, token: local ? given : token }).catch((error: unknown) =>
      unavailable(error, port),
    )
    if (typeof server === 'number') return server
    // Whoever reads the announcement may stop the server at once.
    const stopped = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
    })
    announce(sandbox, server.url, args)
    await stopped
    await server.close()
    return 0
  },
}

const makeSandbox = async (args: Arguments, local: boolean): Promise<Sandbox> => {
  const scenario = textOption(args, 'scenario')
  const seed = numberOption(args, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const now = textOption(args, 'now')
  const nowMs = now === undefined ? undefined : instantMs(now)
  if (now !== undefined && nowMs === undefined) {
    throw new UsageError(
      `--now takes an ISO 8601 instant with offset like 2026-03-01T12:00:00-03:00, not ${JSON.stringify(now)}.`,
    )
  }
  try {
    return await Sandbox.open({
      ...(scenario !== undefined && { scenario }),
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      profile: await choicesOf(args),
      allowPrivateCallbacks: local || args.values['allow-private-callbacks'] === true,
    })
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message)
    throw error
  }
}

/** Assumptions from the profile file, then those of `--set`, then `--auth`. */
const choicesOf = async (args: Arguments): Promise<Record<string, unknown>> => {
  const file = textOption(args, 'profile')
  const choices: Record<string, unknown> = file === undefined ? {} : await choicesIn(file)
  const sets = args.values['set']
  for (const entry of Array.isArray(sets) ? sets : []) {
    const [, id, option] = /^([^=]+)=(.*)$/s.exec(String(entry)) ?? []
    if (!id || option === undefined) throw new UsageError(`--set takes ID=OPTION, not ${JSON.stringify(entry)}.`)
    choices[id] = option
  }
  const auth = textOption(args, 'auth')
  return auth === undefined ? choices : { ...choices, 'auth/scheme': auth }
}

/** Loaded when asked for: most servers start without a reader of YAML. */
const choicesIn = async (file: string) => (await import('./profile-file.ts')).readProfile(file)

const portFromEnvironment = (): number | undefined => {
  const text = process.env['PORT']
  if (text === undefined || text === '') return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`PORT is ${JSON.stringify(text)}; expected a whole number from 0 to 65535.`)
}

const unavailable = (error: unknown, port: number): number => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    console.error(`Port ${port} is in use: stop what listens there, or choose another with --port (0 for a free one).`)
  else if (code === 'EACCES')
    console.error(`Port ${port} may not be used by this user: choose one from 1024 on with --port.`)
  else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    console.error('This machine does not have that address: choose another with --host.')
  else throw error
  return 1
}

const announce = (sandbox: Sandbox, url: string, args: Arguments): void => {
  const { world } = sandbox.worlds.need(DEFAULT_WORLD)
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

  Ctrl-C stops it.
`)
  }
}
