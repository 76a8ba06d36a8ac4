import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { REQUEST_BODIES } from '../../api/wire/request-bodies.ts'
import { type AgencyOptions, type CheckOptions, WHICH_AGENCY } from '../../checks/check/check.ts'
import { Baseline } from '../../checks/reports/baseline.ts'
import { WaiverFile } from '../../checks/reports/waivers.ts'
import type { Shard } from '../../kit/runner/clause-selection.ts'
import { type OpenWebhookReceiver, openWebhookReceiver } from '../../kit/runner/webhook-receiver.ts'
import type { Credentials } from '../../kit/target/credentials.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { readUserText } from '../../lib/runtime/package-files.ts'
import { shortDurationMs } from '../../lib/text/duration.ts'
import { isUrl } from '../../lib/text/url.ts'
import { didYouMean } from '../support/create-command.ts'
import { reasonOf, UsageError } from '../support/errors.ts'
import { repeated } from '../support/option-values.ts'
import { reportFile } from '../support/report-files.ts'
import { yamlIn } from '../support/yaml-file.ts'
import { issueOf, Settings, settingsFrom, variableNamed, withVariablesIn } from './contract-settings.ts'

/** Values of the options that `check` and `learn` share. */
export interface ContractOptions {
  readonly agency?: string
  readonly auth?: string
  readonly header?: readonly string[]
  readonly sign?: string
  readonly vendor?: string
  readonly cacert?: string
  readonly only?: readonly string[]
  readonly leaves?: string
  readonly profile?: string
  readonly waivers?: string
  readonly baseline?: string
  readonly shard?: string
  readonly report?: readonly string[]
  readonly concurrency?: string
  readonly rps?: string
  readonly timeout?: string
  readonly patience?: string
  readonly callbackUrl?: string
  readonly callbackPort?: string
  readonly config?: string
  readonly car?: string
  readonly photo?: readonly string[]
  readonly sameOrigin?: readonly string[]
  readonly touchWebhooks?: boolean
  readonly strangerAgency?: string
  readonly otherAuth?: string
  readonly otherHeader?: readonly string[]
  readonly otherSign?: string
  readonly preconditionHeader?: string
}

/** Adds the options that `check` and `learn` share. `leaves`: the words of `--leaves`, with its default. */
export const withContractOptions = (
  command: Command,
  leaves = 'nothing (sends reads only), archived, any (default)',
): Command =>
  command
    .option('--agency <email>', 'e-mail of the administrator of an agency that may be used')
    .option('--auth <scheme>', 'none (default), key, basic or hmac (env: PLAYA_KEY, PLAYA_SECRET)')
    .option('--header <name: value>', 'added to every request; may be repeated', repeated)
    .option(
      '--sign <module>',
      'JavaScript module whose default export signs a request {method, url, headers, body}',
    )
    .option('--vendor <word>', 'vendor word of the media types (default service)')
    .option('--cacert <file>', 'PEM file of additional certificate authorities to trust')
    .option('--only <address>', 'clause, section or statement to check; may be repeated', repeated)
    .option('--leaves <most>', `most that the run may leave behind: ${leaves}`)
    .option('--car <file>', 'JSON or YAML file of members of a create that the service accepts')
    .option(
      '--photo <url>',
      'public photo of at least 640 x 360 px, for a service that downloads photos; may be repeated',
      repeated,
    )
    .option(
      '--same-origin <url>',
      'other base URL under which the service writes its links; may be repeated',
      repeated,
    )
    .option(
      '--stranger-agency <email>',
      'agency that the app may not use: whatever it can read there is a leak',
    )
    .option(
      '--other-auth <scheme>',
      'a second app, which must not see data of the first: as --auth (env: PLAYA_OTHER_KEY, PLAYA_OTHER_SECRET)',
    )
    .option(
      '--other-header <name: value>',
      'header of that app, instead of --header; may be repeated',
      repeated,
    )
    .option('--other-sign <module>', 'module that signs the requests of that app, as --sign')
    .option(
      '--precondition-header <name>',
      'header of conditional writes (default If-Match, if the service reads it)',
    )
    .option('--touch-webhooks', 'edit webhooks although a secret that cannot be read cannot be restored')
    .option('--concurrency <count>', 'clauses that run at the same time (default 4)')
    .option('--rps <count>', 'maximum number of requests per second (default no limit)')
    .option('--timeout <seconds>', 'seconds for one exchange, or 500ms (default 10)')
    .option(
      '--patience <seconds>',
      'seconds to wait for a webhook delivery (default 5), and for its retry (default 0.1)',
    )
    .option(
      '--callback-url <url>',
      'URL under which the service reaches this machine (not needed on this machine)',
    )
    .option('--callback-port <port>', 'local port behind that URL (default the port of the URL)')
    .option(
      '--config <file>',
      'file of these options (default playa.check.yaml if present); the command line overrides it',
    )

const TEXTS = [
  'agency',
  'auth',
  'sign',
  'vendor',
  'cacert',
  'leaves',
  'profile',
  'waivers',
  'baseline',
  'shard',
  'timeout',
  'patience',
] as const

/** Returns the settings of the command line over those of the file. Throws an `InvalidOptionsError`. */
export const contractSettings = (
  words: readonly string[],
  options: ContractOptions,
  kinds: Readonly<Record<string, string>> = {},
): Settings => {
  const file = settingsFrom(options.config)
  const { url, addresses } = urlAndAddresses(words, options)
  const only = [...(options.only ?? []).flatMap((entry) => entry.split(',')), ...addresses].filter(
    (entry) => entry !== '',
  )
  const given = {
    ...(url !== undefined && { url }),
    ...(only.length > 0 && { only }),
    ...Object.fromEntries(
      TEXTS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
    ),
    ...(options.car !== undefined && { car: options.car }),
    ...(options.photo && { photo: [...options.photo] }),
    ...(options.sameOrigin && { 'same-origin': [...options.sameOrigin] }),
    ...(options.touchWebhooks && { 'touch-webhooks': true }),
    ...(options.strangerAgency !== undefined && { 'stranger-agency': options.strangerAgency }),
    ...(options.otherAuth !== undefined && { 'other-auth': options.otherAuth }),
    ...(options.otherSign !== undefined && { 'other-sign': options.otherSign }),
    ...(options.otherHeader && {
      'other-headers': { ...file['other-headers'], ...headersIn(options.otherHeader, '--other-header') },
    }),
    ...(options.preconditionHeader !== undefined && { 'precondition-header': options.preconditionHeader }),
    ...(options.callbackUrl !== undefined && { 'callback-url': options.callbackUrl }),
    ...numbers({ concurrency: options.concurrency, rps: options.rps, 'callback-port': options.callbackPort }),
    headers: { ...file.headers, ...headersIn(options.header ?? []) },
    report: { ...file.report, ...kinds },
  }
  const read = Settings.safeParse({ ...file, ...given })
  if (!read.success) throw new InvalidOptionsError(`--${issueOf(read.error)}`)
  return read.data
}

/** Separates the URL from more addresses of `--only` and more reports of `--report`. */
const urlAndAddresses = (words: readonly string[], { only = [] }: ContractOptions) => {
  const given = words.filter((word) => !REPORT.test(word))
  if (only.length === 0) {
    if (given[1] !== undefined)
      throw new UsageError(`One URL is checked at a time; ${JSON.stringify(given[1])} is one word too many.`)
    return { url: given[0], addresses: [] }
  }
  const url = given.find((word) => /^[a-z]+:/i.test(word))
  return { url, addresses: given.filter((word) => word !== url) }
}

const REPORT = /^(json|junit|html|markdown)=/

/** Returns the file of each kind of `--report`, with those that follow it as words. */
export const reportKinds = (
  words: readonly string[],
  { report = [] }: ContractOptions,
): Record<string, string> => {
  const more = report.length > 0 ? words.filter((word) => REPORT.test(word)) : []
  return Object.fromEntries([...report, ...more].map(reportFile))
}

const numbers = (texts: Readonly<Record<string, string | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      if (text === undefined) return []
      if (!/^\d+(\.\d+)?$/.test(text))
        throw new InvalidOptionsError(`--${name} takes a number above 0, not ${JSON.stringify(text)}.`)
      return [[name, Number(text)]]
    }),
  )

/** Reads `Name: value` texts, with `${NAME}` from the environment. Throws an `InvalidOptionsError`. */
export const headersIn = (entries: readonly string[], option = '--header'): Record<string, string> =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(entry) ?? []
      if (name === undefined || value === undefined)
        // The value is often a secret, and logs keep errors.
        throw new InvalidOptionsError(
          `${option} takes 'Name: value', not a text of ${entry.length} characters.`,
        )
      return [name, withVariablesIn(value, `${option} ${name}`)]
    }),
  )

/** As `checkOptions`, for commands that always need an agency. */
export const agencyOptions = async (settings: Settings): Promise<AgencyOptions> => {
  const { agency } = settings
  if (settings.url !== undefined && agency === undefined) throw new InvalidOptionsError(WHICH_AGENCY)
  return { ...(await checkOptions(settings)), agency: agency ?? '' }
}

/**
 * Returns the settings as the kit takes them, without the webhook receiver. Throws an `InvalidOptionsError`.
 */
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
      'Which service? Give its URL, e.g. http://127.0.0.1:4010 --agency ventas@lospinos.example',
    )
  return {
    url,
    ...(agency !== undefined && { agency }),
    auth: credentialsOf(settings),
    ...(headers && { headers }),
    ...(sign !== undefined && { sign: await signModule(sign) }),
    ...(await otherAppOf(settings)),
    ...(vendor !== undefined && { vendor }),
    ...(cacert !== undefined && { ca: certificatesIn(cacert) }),
    ...(only && { only }),
    ...(leaves && { leaves }),
    ...(profile !== undefined && { profile: profileIn(profile) }),
    ...(waivers !== undefined && { waivers: waiversIn(waivers) }),
    ...(settings.baseline !== undefined && { baseline: baselineIn(settings.baseline) }),
    ...(settings.shard !== undefined && { shard: shardOf(settings.shard) }),
    ...(settings.car !== undefined && { car: carIn(settings.car) }),
    ...(settings.photo && { photos: settings.photo }),
    ...(settings['same-origin'] && { sameOrigins: settings['same-origin'] }),
    ...(settings['touch-webhooks'] && { touchWebhooks: true }),
    ...(settings['stranger-agency'] !== undefined && { strangerAgency: settings['stranger-agency'] }),
    ...(settings['precondition-header'] !== undefined && {
      preconditionHeader: settings['precondition-header'],
    }),
    ...(concurrency !== undefined && { concurrency }),
    ...(rps !== undefined && { rps }),
    ...(timeout !== undefined && { timeoutMs: millisecondsOf(timeout) }),
    ...(patience !== undefined && { patienceMs: millisecondsOf(patience, 'patience') }),
  }
}

/** Returns the second app, if the settings give it any credentials. */
const otherAppOf = async (settings: Settings): Promise<Pick<CheckOptions, 'otherApp'>> => {
  const { 'other-auth': auth, 'other-headers': headers, 'other-sign': sign } = settings
  if ((auth === undefined || auth === 'none') && headers === undefined && sign === undefined) return {}
  const credentials = credentialsOf(
    {
      auth,
      'key-variable': settings['other-key-variable'] ?? 'PLAYA_OTHER_KEY',
      'secret-variable': settings['other-secret-variable'] ?? 'PLAYA_OTHER_SECRET',
    },
    '--other-auth',
  )
  return {
    otherApp: {
      auth: credentials,
      ...(headers && { headers }),
      ...(sign !== undefined && { sign: await signModule(sign, '--other-sign') }),
    },
  }
}

const credentialsOf = (
  settings: Pick<Settings, 'auth' | 'key-variable' | 'secret-variable'>,
  option = '--auth',
): Credentials => {
  const {
    auth: kind = 'none',
    'key-variable': key = 'PLAYA_KEY',
    'secret-variable': secret = 'PLAYA_SECRET',
  } = settings
  if (kind === 'none') return { kind }
  const wanted = `${option} ${kind}`
  if (kind === 'key') return { kind, key: variableNamed(key, wanted) }
  return { kind, key: variableNamed(key, wanted), secret: variableNamed(secret, wanted) }
}

const signModule = async (file: string, option = '--sign'): Promise<NonNullable<CheckOptions['sign']>> => {
  let loaded: unknown
  try {
    loaded = await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new InvalidOptionsError(`${option} ${file} cannot be loaded: ${reasonOf(error)}`)
  }
  const sign: unknown =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
  if (typeof sign !== 'function')
    throw new InvalidOptionsError(
      `${option} ${file}: its default export is not a function that signs a request.`,
    )
  // The type of the author's function is known by the help alone.
  return sign as NonNullable<CheckOptions['sign']>
}

const certificatesIn = (file: string): string => {
  let text: string
  try {
    text = readUserText(file)
  } catch (error) {
    throw new InvalidOptionsError(`--cacert ${file} cannot be read: ${reasonOf(error)}`)
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new InvalidOptionsError(`--cacert ${file} holds no certificate in PEM.`)
  return text
}

const profileIn = (file: string): Record<string, unknown> => {
  const value = yamlIn(file, '--profile') ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new InvalidOptionsError(`--profile ${file}: expected a map of assumption ids and options.`)
  return { ...value }
}

const carIn = (file: string): Record<string, unknown> => {
  const value = yamlIn(file, '--car')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidOptionsError(
      `--car ${file}: expected a map of members of a create, such as Marca and Modelo.`,
    )
  for (const name of Object.keys(value)) refuseMistyped(file, name)
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'ExternalId'))
}

/** A service may require members of its own; one that is nearly a described one is a typing mistake. */
const refuseMistyped = (file: string, name: string): void => {
  const known = Object.keys(REQUEST_BODIES.PublicacionCreate.members)
  const hint = known.includes(name) ? '' : didYouMean(name, known)
  if (hint) throw new InvalidOptionsError(`--car ${file}: a create has no member ${name}.${hint}`)
}

const waiversIn = (file: string): WaiverFile => {
  const read = WaiverFile.safeParse(yamlIn(file, '--waivers'))
  if (!read.success)
    throw new InvalidOptionsError(
      `--waivers ${file}: ${issueOf(read.error)} Each entry has clause, owner, reason, issue and expires (YYYY-MM-DD).`,
    )
  return read.data
}

const baselineIn = (file: string): Baseline => {
  const read = Baseline.safeParse(yamlIn(file, '--baseline'))
  if (!read.success)
    throw new InvalidOptionsError(`--baseline ${file}: expected a report of --report json=FILE.`)
  return read.data
}

const shardOf = (text: string): Shard => {
  const [, number, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
  const shard = { number: Number(number), of: Number(of) }
  if (shard.number >= 1 && shard.number <= shard.of) return shard
  throw new InvalidOptionsError(`--shard takes a part like 1/4, not ${JSON.stringify(text)}.`)
}

/** Reads seconds, or milliseconds like `500ms`. Throws an `InvalidOptionsError`. */
export const millisecondsOf = (text: string | number, option = 'timeout'): number => {
  const ms = shortDurationMs(String(text))
  if (ms !== undefined && ms >= 10 && ms <= 600_000) return ms
  throw new InvalidOptionsError(
    `--${option} takes seconds from 0.01 to 600, or milliseconds (500ms), not ${JSON.stringify(text)}.`,
  )
}

/** Opens a webhook receiver where `--callback-url` leads. Throws an `InvalidOptionsError`. */
export const receiverOf = async ({
  'callback-url': url,
  'callback-port': port,
}: Settings): Promise<OpenWebhookReceiver | undefined> => {
  if (url === undefined) return undefined
  if (!isUrl(url) || !/^https?:/.test(url))
    throw new InvalidOptionsError(
      `--callback-url takes a URL that begins with http:// or https://, not ${JSON.stringify(url)}.`,
    )
  if (url.startsWith('https:') && port === undefined) {
    throw new InvalidOptionsError(
      '--callback-url with https needs --callback-port: the local port to which that address is forwarded.',
    )
  }
  return openWebhookReceiver({ url, ...(port !== undefined && { port }) })
}
