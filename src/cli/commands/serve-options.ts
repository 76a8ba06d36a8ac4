import { type Command, Option } from 'commander'
import { isUrl } from '../../lib/text/url.ts'
import type { Durability } from '../../sandbox/stores/lmdb-file.ts'
import { MAX_LEADS_PER_MINUTE } from '../../sandbox/traffic/live-leads.ts'
import { UsageError } from '../support/errors.ts'
import { MAX_PORT, wholeNumber } from '../support/option-values.ts'
import { type ProfileOptions, withProfileOptions } from '../support/profile-options.ts'
import { type StartOptions, withStartOptions } from '../support/start-options.ts'

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

/** Adds the options of `playa serve`. */
export const withServeOptions = (command: Command): Command => {
  command
    .addOption(
      new Option('--port <port>', 'port to listen on, 0 for a free one (default 4010; env: PORT)').argParser(
        wholeNumber('--port', 0, MAX_PORT),
      ),
    )
    .option(
      '--host <address>',
      'address to bind',
      (host: string) => host.replace(/^\[(.*)\]$/, '$1'),
      '127.0.0.1',
    )
  withStartOptions(command)
  return withProfileOptions(command)
    .addOption(
      new Option('--auth <scheme>', 'short for --set auth/scheme=...').choices(['open', 'key', 'hmac']),
    )
    .option('--control-token <token>', 'needed off loopback (env: PLAYA_CONTROL_TOKEN)')
    .option('--cors <origin>', 'origin whose pages may call, or * for all; may be repeated', corsOrigins)
    .option('--allow-host <name>', 'another host name that the server accepts; may be repeated', hostNames)
    .option('--live <rate>', 'let leads and visits arrive in the world default: 6/min, 1/s, 90/h', liveRate)
    .option('--smtp <url>', 'also send mails to smtp://HOST:PORT (env: PLAYA_SMTP_URL)')
    .addOption(
      new Option(
        '--journal <count>',
        'maximum number of exchanges in a world’s journal, 0 for none (default 10000)',
      ).argParser(wholeNumber('--journal', 0, 1_000_000)),
    )
    .option('--data <folder>', 'keep all worlds in this folder across restarts (default: in memory only)')
    .addOption(
      new Option(
        '--durability <promise>',
        'with --data: os keeps acknowledged changes when the process is killed, fsync also after a power cut ' +
          '(default os)',
      ).choices(['os', 'fsync']),
    )
    .addOption(
      new Option('--log <format>', 'write a line for each request and event to standard error').choices([
        'json',
      ]),
    )
    .option('--keep-journal', 'with --data: keep journals across restarts')
    .option(
      '--trust-proxy [proxies]',
      'trust X-Forwarded-* and Forwarded of proxies: how many in a row, or their addresses ' +
        '(default: loopback and private ones)',
    )
    .option('--allow-private-callbacks', 'allow callbacks and photos at private addresses off loopback')
    .option('--no-prefer', 'ignore Prefer: code=503 on requests')
    .option('--json', 'print one line of JSON when ready')
    .option('--quiet', 'print nothing')
}

/** Names are compared without scheme, port and path, so a text with one would match no request. */
const hostNames = (text: string, previous: readonly string[] = []): readonly string[] => {
  if (/^[^\s/:]+$/.test(text)) return [...previous, text]
  throw new UsageError(`--allow-host takes a host name like sandbox.example, not ${JSON.stringify(text)}.`)
}

/** Browsers send an origin without a path, so another text would match no request. */
const corsOrigins = (text: string, previous: readonly string[] = []): readonly string[] => {
  if (text === '*' || text === 'null' || isWebOrigin(text) || APP_ORIGIN.test(text))
    return [...previous, text]
  const hint = text.includes('*') ? ' A name has no wildcard: repeat --cors for each origin.' : ''
  throw new UsageError(
    `--cors takes an origin like http://localhost:5173, capacitor://localhost or null, or * for all; not ${JSON.stringify(text)}.${hint}`,
  )
}

const isWebOrigin = (text: string): boolean =>
  /^https?:/i.test(text) && !text.includes('*') && isUrl(text) && new URL(text).origin === text

/** The origin of an app's web view or of a browser's extension: a scheme and a name, without a path. */
const APP_ORIGIN = /^(?!https?:|file:)[a-z][a-z0-9+.-]*:\/\/[a-z0-9._~-]+(?::\d+)?$/

const PER_MINUTE: Readonly<Record<string, number>> = { s: 60, min: 1, h: 1 / 60 }

/** Reads the leads a minute of `--live`: `6/min`, `1/s`, `90/h`. Throws a `UsageError`. */
export const liveRate = (text: string): number => {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\/(s|min|h)$/.exec(text) ?? []
  const perMinute = Number(number) * (PER_MINUTE[unit] ?? 0)
  if (perMinute > 0 && perMinute <= MAX_LEADS_PER_MINUTE) return perMinute
  const most = `at most ${MAX_LEADS_PER_MINUTE}/min`
  throw new UsageError(
    `--live takes leads a second, minute or hour, like 6/min, ${most}; not ${JSON.stringify(text)}.`,
  )
}
