import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckOptions } from '../kit/check.ts'
import type { Credentials } from '../kit/target/credentials.ts'
import { InvalidOptionsError } from '../kit/target/invalid-options-error.ts'
import { type OpenWebhookReceiver, openWebhookReceiver } from '../kit/runner/webhook-receiver.ts'
import { WaiverFile } from '../kit/reports/waivers.ts'
import { type Arguments, type Command, textOption, UsageError } from './command.ts'
import { issueOf, reasonOf, Settings, settingsFrom, variableNamed, yamlIn } from './contract-settings.ts'

/** What `check` and `learn` both take. */
export const CONTRACT_OPTIONS: Command['options'] = {
  agency: { type: 'string' },
  auth: { type: 'string' },
  header: { type: 'string', multiple: true },
  sign: { type: 'string' },
  vendor: { type: 'string' },
  cacert: { type: 'string' },
  only: { type: 'string', multiple: true },
  leaves: { type: 'string' },
  concurrency: { type: 'string' },
  rps: { type: 'string' },
  timeout: { type: 'string' },
  patience: { type: 'string' },
  'callback-url': { type: 'string' },
  'callback-port': { type: 'string' },
  config: { type: 'string' },
}

export const CONTRACT_HELP: Command['help'] = {
  agency: 'e-mail of the administrator of an agency that may be used',
  auth: 'none (default), key, basic or hmac; secrets from PLAYA_KEY and PLAYA_SECRET',
  header: "'Name: value', added to every request; may be repeated",
  sign: 'JavaScript module whose default export takes a request {method, url, headers, body} and gives it back signed',
  vendor: 'vendor word of the media types (default service)',
  cacert: 'PEM file of authorities to trust beside the known ones',
  only: 'clause, section or statement to try; may be repeated',
  leaves: 'most that may stay behind: nothing (sends reads only), archived, any (default)',
  concurrency: 'clauses at work at a time (default 4)',
  rps: 'most requests a second (default no bound)',
  timeout: 'seconds for one exchange, or 500ms (default 10)',
  patience:
    'seconds to wait for a delivery of a webhook (default 5), and for one that comes again (default hardly any)',
  'callback-url': 'URL under which the service reaches this machine, for its webhooks (not needed on this machine)',
  'callback-port': 'local port behind that URL (default the URL’s own)',
  config: 'file of these options (default playa.check.yaml when there is one); the command line wins',
}

/** The settings of the command line over those of the file. Throws a `Misuse`. */
export const contractSettings = (args: Arguments, kinds: Readonly<Record<string, string>> = {}): Settings => {
  const file = settingsFrom(textOption(args, 'config'))
  const { url, addresses } = words(args)
  const only = [...many(args, 'only').flatMap((entry) => entry.split(',')), ...addresses].filter(
    (entry) => entry !== '',
  )
  const said = {
    ...(url !== undefined && { url }),
    ...(only.length > 0 && { only }),
    ...texts(args, [
      'agency',
      'auth',
      'sign',
      'vendor',
      'cacert',
      'leaves',
      'profile',
      'waivers',
      'timeout',
      'patience',
      'callback-url',
    ]),
    ...numbers(args, ['concurrency', 'rps', 'callback-port']),
    headers: { ...file.headers, ...headersIn(many(args, 'header')) },
    report: { ...file.report, ...kinds },
  }
  const read = Settings.safeParse({ ...file, ...said })
  if (!read.success) throw new InvalidOptionsError(`--${issueOf(read.error)}`)
  return read.data
}

/** The words beside the options: the URL, and further addresses of `--only`. */
const words = (args: Arguments): { url: string | undefined; addresses: readonly string[] } => {
  const given = args.positionals.filter((word) => !REPORT.test(word))
  if (many(args, 'only').length === 0) {
    if (given[1] !== undefined)
      throw new UsageError(`One URL is checked at a time: what is ${JSON.stringify(given[1])}?`)
    return { url: given[0], addresses: [] }
  }
  const url = given.find((word) => /^[a-z]+:/i.test(word))
  return { url, addresses: given.filter((word) => word !== url) }
}

const REPORT = /^(json|junit|html|markdown)=/

/** `KIND=FILE` of `--report`, with further ones that follow it as words. */
export const reportKinds = (args: Arguments): Record<string, string> => {
  const given = many(args, 'report')
  const more = given.length > 0 ? args.positionals.filter((word) => REPORT.test(word)) : []
  return Object.fromEntries(
    [...given, ...more].map((entry) => {
      const [, kind, file] = /^(\w+)=(.+)$/s.exec(entry) ?? []
      if (kind === undefined || file === undefined || !REPORT.test(entry)) {
        throw new InvalidOptionsError(
          `--report takes json=FILE, junit=FILE, html=FILE or markdown=FILE, not ${JSON.stringify(entry)}.`,
        )
      }
      return [kind, file]
    }),
  )
}

const many = (args: Arguments, name: string): string[] => {
  const value = args.values[name]
  return Array.isArray(value) ? value.map(String) : []
}

const texts = (args: Arguments, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = textOption(args, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const numbers = (args: Arguments, names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textOption(args, name)
      if (text === undefined) return []
      if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidOptionsError(`--${name} takes a number, not ${JSON.stringify(text)}.`)
      return [[name, Number(text)]]
    }),
  )

export const headersIn = (entries: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(entry) ?? []
      if (name === undefined || value === undefined)
        throw new InvalidOptionsError(`--header takes 'Name: value', not ${JSON.stringify(entry)}.`)
      return [name, value]
    }),
  )

/** The settings as the kit takes them, but for the receiver. Throws a `Misuse`. */
export const checkOptions = async (settings: Settings): Promise<CheckOptions> => {
  const {
    url,
    agency,
    headers,
    sign,
    vendor,
    cacert,
    only,
    leaves,
    profile,
    waivers,
    concurrency,
    rps,
    timeout,
    patience,
  } = settings
  if (url === undefined)
    throw new InvalidOptionsError(
      'Which service? Give its URL, e.g. playa check http://127.0.0.1:4010 --agency ventas@lospinos.example',
    )
  if (agency === undefined)
    throw new InvalidOptionsError('Which agency may be used? Give the e-mail of its administrator with --agency.')
  return {
    url,
    agency,
    auth: credentialsOf(settings),
    ...(headers && { headers }),
    ...(sign !== undefined && { sign: await signModule(sign) }),
    ...(vendor !== undefined && { vendor }),
    ...(cacert !== undefined && { ca: certificatesIn(cacert) }),
    ...(only && { only }),
    ...(leaves && { leaves }),
    ...(profile !== undefined && { profile: profileIn(profile) }),
    ...(waivers !== undefined && { waivers: waiversIn(waivers) }),
    ...(concurrency !== undefined && { concurrency }),
    ...(rps !== undefined && { rps }),
    ...(timeout !== undefined && { timeoutMs: millisecondsOf(timeout) }),
    ...(patience !== undefined && { patienceMs: millisecondsOf(patience, 'patience') }),
  }
}

const credentialsOf = (settings: Settings): Credentials => {
  const {
    auth: kind = 'none',
    'key-variable': key = 'PLAYA_KEY',
    'secret-variable': secret = 'PLAYA_SECRET',
  } = settings
  if (kind === 'none') return { kind }
  const wanted = `--auth ${kind}`
  if (kind === 'key') return { kind, key: variableNamed(key, wanted) }
  return { kind, key: variableNamed(key, wanted), secret: variableNamed(secret, wanted) }
}

const signModule = async (file: string): Promise<NonNullable<CheckOptions['sign']>> => {
  let loaded: unknown
  try {
    loaded = await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new InvalidOptionsError(`--sign ${file} cannot be loaded: ${reasonOf(error)}`)
  }
  const sign: unknown =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
  if (typeof sign !== 'function')
    throw new InvalidOptionsError(`--sign ${file}: its default export is no function that signs a request.`)
  // Its author promises what the help asks for.
  return sign as NonNullable<CheckOptions['sign']>
}

const certificatesIn = (file: string): string => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new InvalidOptionsError(`--cacert ${file} cannot be read: ${reasonOf(error)}`)
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new InvalidOptionsError(`--cacert ${file} holds no certificate in PEM.`)
  return text
}

const profileIn = (file: string): Record<string, unknown> => {
  const value = yamlIn(file, '--profile') ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new InvalidOptionsError(`--profile ${file}: expected a map of assumption ids and options.`)
  return { ...value }
}

const waiversIn = (file: string): WaiverFile => {
  const read = WaiverFile.safeParse(yamlIn(file, '--waivers'))
  if (!read.success)
    throw new InvalidOptionsError(
      `--waivers ${file}: ${issueOf(read.error)} Each entry has clause, owner, reason, issue and expires (YYYY-MM-DD).`,
    )
  return read.data
}

export const millisecondsOf = (text: string | number, option = 'timeout'): number => {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(String(text)) ?? []
  const ms = Number(amount) * (unit === 'ms' ? 1 : 1_000)
  if (ms >= 10 && ms <= 600_000) return ms
  throw new InvalidOptionsError(`--${option} takes seconds from 0.01 to 600, or milliseconds (500ms), not ${JSON.stringify(text)}.`)
}

/** Listens where `--callback-url` leads. Throws a `Misuse`. */
export const receiverOf = async ({
  'callback-url': url,
  'callback-port': port,
}: Settings): Promise<OpenWebhookReceiver | undefined> => {
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new InvalidOptionsError(`--callback-url takes a URL that begins with http:// or https://, not ${JSON.stringify(url)}.`)
  if (url.startsWith('https:') && port === undefined) {
    throw new InvalidOptionsError(
      '--callback-url with https needs --callback-port: the local port to which that address is forwarded.',
    )
  }
  return openWebhookReceiver({ url, ...(port !== undefined && { port }) })
}
