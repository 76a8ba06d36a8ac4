import { randomBytes } from 'node:crypto'
import { judgeOfRun } from '../../../contracts/rules/run-judge.ts'
import { withBlockedClauses } from '../../kit/runner/blocked-clauses.ts'
import type { Clause, Leaves, Verdict } from '../../kit/runner/clause.ts'
import type { ClauseResult } from '../../kit/runner/clause-run.ts'
import { inShard, type Shard, selectClauses } from '../../kit/runner/clause-selection.ts'
import type { WebhookReceiver } from '../../kit/runner/deliveries.ts'
import { needsAgency } from '../../kit/runner/preflight.ts'
import { type RunOptions, run } from '../../kit/runner/run.ts'
import { isLoopback, lazyWebhookReceiver } from '../../kit/runner/webhook-receiver.ts'
import { type Credentials, credentialSecrets, requestSigner } from '../../kit/target/credentials.ts'
import type { Exchange, SentRequest, WireRequest } from '../../kit/target/exchange.ts'
import { fetchTransport } from '../../kit/target/fetch-transport.ts'
import { httpTransport } from '../../kit/target/http-transport.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import type { Target } from '../../kit/target/target.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import { optionsProblem } from '../../lib/text/known-options.ts'
import { isUrl, withScheme } from '../../lib/text/url.ts'
import { expectedProfile } from '../learning/expected-profile.ts'
import { type Baseline, failedIn } from '../reports/baseline.ts'
import { InventedValues } from '../reports/invented-values.ts'
import { buildReport, NO_AGENCY, type ReportContext } from '../reports/report.ts'
import { isSecretHeader, isTestMail } from '../reports/report-redactor.ts'
import type { Report } from '../reports/schema.ts'
import { checkWaivers, type Waiver } from '../reports/waivers.ts'

/** What is checked, and how. Only `url` is required, and `agency` by most clauses. */
export interface CheckOptions {
  /** Base URL, below which `/v3` begins. */
  readonly url: string
  /**
   * E-mail of the administrator of the agency that the run may use. Only clauses of the entry point and the
   * catalogue need none.
   */
  readonly agency?: string
  /** Default: none. */
  readonly auth?: Credentials
  /** Added to every request. The report does not show their values. */
  readonly headers?: Readonly<Record<string, string>>
  /** Signs each request, after `auth` and `headers`. The report does not show what it sets. */
  readonly sign?: (request: WireRequest) => WireRequest | Promise<WireRequest>
  /** Vendor name in the media types. Default: that of the profile, else `service`. */
  readonly vendor?: string
  /** PEM certificates of authorities to trust in addition to the system's. */
  readonly ca?: string
  /** Clause ids, sections or statement ids. Default: all. */
  readonly only?: readonly string[]
  /** The most that the run may leave behind; `nothing` sends reads only. Default `any`. */
  readonly leaves?: Leaves
  /**
   * Options by assumption id that the service is expected to take; a clause warns when the service takes
   * another.
   */
  readonly profile?: Readonly<Record<string, unknown>>
  readonly waivers?: readonly Waiver[]
  /** An earlier report: only failures that are not in it count. */
  readonly baseline?: Baseline
  /** The part of the clauses that is run, for runs that divide them among machines. */
  readonly shard?: Shard
  /** Members of a create that the service accepts, in addition to or instead of those that the run finds. */
  readonly car?: Readonly<Record<string, unknown>>
  /** Clause ids, sections or statement ids that have to be exercised; missing coverage is exit code 1. */
  readonly require?: readonly string[]
  /** Public URLs of photos of at least 640 x 360 px, for a service that downloads them. */
  readonly photos?: readonly string[]
  /** Other base URLs that the service writes into links, such as its own name behind a proxy. */
  readonly sameOrigins?: readonly string[]
  /**
   * E-mail of the administrator of an agency that the app may not use: any data that it can read is a leak.
   */
  readonly strangerAgency?: string
  /** A second client app, which must not see data of the first. `headers` replaces the one above. */
  readonly otherApp?: AppOptions
  /** Whether clauses may change a webhook configuration that may have a secret that cannot be read back. */
  readonly touchWebhooks?: boolean
  /**
   * Header with the entity tag of a conditional write. Default: `If-Match`, which is judged only if the
   * service is seen to read it.
   */
  readonly preconditionHeader?: string
  /** Number of failures after which the run ends. Default: it runs every clause. */
  readonly maxFailures?: number
  /** Clauses whose requests and responses the report holds. Default: those with a failure. */
  readonly evidence?: 'failures' | 'all'
  /** Clauses that run at a time. Default 4. */
  readonly concurrency?: number
  /** Maximum of requests a second. Default: no limit. */
  readonly rps?: number
  /** Limit for one exchange. Default 10 s. */
  readonly timeoutMs?: number
  /**
   * Where the service's webhooks arrive. Default: the run opens a receiver when the service is on this
   * machine. Null: none, and clauses that need a callback are skipped.
   */
  readonly receiver?: WebhookReceiver | null
  /**
   * How long to wait for a delivery, and for its next attempt. Default 5 s, and 100 ms for the next attempt.
   */
  readonly patienceMs?: number
  /** Interrupts the run: clauses in progress are dropped, the clean-up still happens. */
  readonly signal?: AbortSignal
  /** Sends requests to a target inside the process instead of over sockets. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Called with every clause's verdict. */
  readonly onProgress?: (progress: CheckProgress) => void
}

/** Options of what always needs an agency. */
export type AgencyOptions = CheckOptions & { readonly agency: string }

/** The result of one clause, as a run reports it in progress. */
export interface CheckProgress {
  /** Id of the clause. */
  readonly id: string
  readonly verdict: Verdict
  /** Number of clauses that have ended, this one included. */
  readonly done: number
  /** Number of clauses of the run. */
  readonly total: number
}

const DEFAULT_TIMEOUT_MS = 10_000

const KNOWN: Readonly<Record<keyof CheckOptions, true>> = {
  url: true,
  agency: true,
  auth: true,
  headers: true,
  sign: true,
  vendor: true,
  ca: true,
  only: true,
  leaves: true,
  profile: true,
  waivers: true,
  baseline: true,
  shard: true,
  car: true,
  require: true,
  photos: true,
  sameOrigins: true,
  strangerAgency: true,
  otherApp: true,
  touchWebhooks: true,
  preconditionHeader: true,
  maxFailures: true,
  evidence: true,
  concurrency: true,
  rps: true,
  timeoutMs: true,
  receiver: true,
  patienceMs: true,
  signal: true,
  fetch: true,
  onProgress: true,
}
const OPTION_NAMES = Object.keys(KNOWN)

/** How an app authenticates. */
type AppOptions = Pick<CheckOptions, 'auth' | 'headers' | 'sign'>

const NO_CREDENTIALS = { kind: 'none' } as const

const secretsOf = ({ auth = NO_CREDENTIALS, headers = {} }: AppOptions): string[] => [
  ...credentialSecrets(auth),
  ...secretValues(headers),
]

const credentialKind = ({ auth = NO_CREDENTIALS, sign }: AppOptions) => (sign ? 'signed' : auth.kind)

/**
 * Runs the clauses against a service. Throws an `InvalidOptionsError` for wrong options, never because of
 * what the service does.
 */
export const checkWith = async (clauses: readonly Clause[], options: CheckOptions): Promise<Report> => {
  const { waivers = [], require = [] } = options
  if (options.shard && require.length > 0)
    throw new InvalidOptionsError('require: one shard does not know what the others exercise.')
  checkAreas(clauses, require)
  const prepared = prepareCheck(clauses, options)
  const startedAt = new Date()
  const startMs = performance.now()
  try {
    const sent: SentRequest[] = []
    const judged = { ...prepared.run, sent }
    const onExchange = (exchange: Exchange) => {
      prepared.run.onExchange?.(exchange)
      // While the run waits for responses; what fails here fails again below.
      judgeOfRun(judged).catch(() => {})
    }
    const result = await run({ ...judged, onExchange })
    const judge = await judgeOfRun(judged)
    const waiverFaults = checkWaivers(waivers, {
      known: new Set(clauses.map(({ id }) => id)),
      failed: new Set(
        result.results.filter(({ verdict }) => verdict === 'failed').map(({ clause }) => clause.id),
      ),
      ran: new Set(
        result.results.filter(({ verdict }) => verdict !== 'skipped').map(({ clause }) => clause.id),
      ),
      selected: new Set(prepared.run.clauses.map(({ id }) => id)),
      today: startedAt.toISOString().slice(0, 10),
    })
    return await buildReport({
      clauses,
      required: require,
      run: { ...result, results: withBlockedClauses(result.results, result.causes) },
      judge,
      exchanges: sent.flatMap(({ exchange, isOtherApp }) => (exchange && !isOtherApp ? [exchange] : [])),
      context: prepared.context,
      startedAt,
      tookMs: performance.now() - startMs,
      waivers,
      waiverFaults,
      baseline: failedIn(options.baseline),
      evidence: options.evidence ?? 'failures',
    })
  } finally {
    prepared.close()
  }
}

/** Throws an `InvalidOptionsError` when a required area does not exist. */
const checkAreas = (clauses: readonly Clause[], required: readonly string[]): void => {
  for (const area of required) selectClauses(clauses, [area])
}

/**
 * A run that is ready to start, with what its report needs.
 *
 * @internal
 */
export interface PreparedCheck {
  readonly run: RunOptions
  readonly context: ReportContext
  /** Closes connections and the receiver that was opened for the run. */
  close(): void
}

/**
 * Turns options into a run. Throws an `InvalidOptionsError` when they are wrong.
 *
 * @internal
 */
export const prepareCheck = (clauses: readonly Clause[], options: CheckOptions): PreparedCheck => {
  const problem = optionsProblem(options, OPTION_NAMES)
  if (problem) throw new InvalidOptionsError(`${problem}.`)
  const base = baseOf(options.url)
  const { receiver, otherApp, onProgress } = options
  const prefix = `playa${randomBytes(4).toString('hex')}x`
  const selected = inShard(selectClauses(clauses, options.only ?? []), options.shard)
  const agency = agencyOf(options.agency, selected)
  const inventedValues = new InventedValues(options.car)
  const redaction = {
    invented: inventedValues.invented,
    secrets: new Set([...secretsOf(options), ...secretsOf(otherApp ?? {})]),
    headers: new Set<string>(),
    agency,
    // No person has an address there, so neither has any whom such an agency shows.
    showsPeople: isTestMail(agency),
  }
  const { timeoutMs = DEFAULT_TIMEOUT_MS, ca } = options
  const http = options.fetch ? undefined : httpTransport({ timeoutMs, ...(ca !== undefined && { ca }) })
  const expected = expectedProfile(options.profile ?? {})
  const canCallBack = options.fetch !== undefined || isLoopback(base)
  const ownReceiver = receiver === undefined && canCallBack ? lazyWebhookReceiver() : undefined
  const openReceiver = ownReceiver?.open ?? (receiver ? async () => receiver : undefined)
  const signerOf = ({ auth = NO_CREDENTIALS, headers, sign }: AppOptions) =>
    recordingSigner(
      requestSigner(auth, { 'User-Agent': `playa/${packageVersion()}`, ...headers }),
      sign,
      redaction,
    )
  const target: Target = {
    base,
    agency,
    vendor: options.vendor ?? expected.vendor,
    sameOrigins: (options.sameOrigins ?? []).map(originOf),
    ...(options.strangerAgency !== undefined && { strangerAgency: options.strangerAgency }),
    transport: http ? http.send : fetchTransport(options.fetch ?? fetch),
    isInProcess: options.fetch !== undefined,
    ...(otherApp && { otherApp: { sign: signerOf(otherApp) } }),
    sign: signerOf(options),
  }
  return {
    run: {
      target,
      clauses: selected.map(expected.withWarnings),
      prefix,
      onExchange: (exchange) => inventedValues.note(exchange),
      ...passedOn(options),
      ...(openReceiver && { receiver: openReceiver }),
      ...(options.maxFailures !== undefined && { maxFailures: options.maxFailures }),
      accepted: new Set([
        ...(options.waivers ?? []).map(({ clause }) => clause),
        ...failedIn(options.baseline),
      ]),
      ...(onProgress && { onResult: counted(onProgress, selected.length) }),
    },
    context: {
      baseUrl: base,
      agency,
      prefix,
      credentials: credentialKind(options),
      ...(otherApp && { otherCredentials: credentialKind(otherApp) }),
      redaction,
    },
    close: () => {
      http?.close()
      void ownReceiver?.close()
    },
  }
}

/** Message when no agency is given. */
export const WHICH_AGENCY = 'Which agency may be used? Give the e-mail of its administrator with --agency.'

const agencyOf = (agency: string | undefined, selected: readonly Clause[]): string => {
  if (agency === undefined && !selected.some(needsAgency)) return NO_AGENCY
  if (agency === undefined) throw new InvalidOptionsError(WHICH_AGENCY)
  if (/^[^@\s]+@[^@\s]+$/.test(agency)) return agency
  throw new InvalidOptionsError(
    `agency: expected the e-mail of the agency's administrator, got ${JSON.stringify(agency)}.`,
  )
}

/** Returns the options that a run takes as they are, without the absent ones. */
const passedOn = (options: CheckOptions) => {
  const { car, photos, touchWebhooks, preconditionHeader, leaves, concurrency, rps, signal, patienceMs } =
    options
  return {
    ...(car && { car }),
    ...(photos && { photos }),
    ...(touchWebhooks !== undefined && { touchWebhooks }),
    ...(preconditionHeader !== undefined && { preconditionHeader }),
    ...(leaves !== undefined && { leaves }),
    ...(concurrency !== undefined && { concurrency }),
    ...(rps !== undefined && { rps }),
    ...(signal !== undefined && { signal }),
    ...(patienceMs !== undefined && { patienceMs }),
  }
}

/** Returns a base URL without trailing slashes and without the `/v3` that people paste with it. */
const baseOf = (given: string): string => {
  const text = withScheme(given)
  const url = isUrl(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidOptionsError(
      `url: expected one that begins with http:// or https://, got ${JSON.stringify(redactUrls(text))}.`,
    )
  if (url.username || url.password)
    throw new InvalidOptionsError('url: credentials do not belong there; use auth.')
  if (url.search || url.hash)
    // They may hold a secret, and logs keep errors.
    throw new InvalidOptionsError(`url: expected a base without ${url.search ? 'query' : 'fragment'}.`)
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/v3$/, '')
}

const counted = (onProgress: (progress: CheckProgress) => void, total: number) => {
  let done = 0
  return ({ clause: { id }, verdict }: ClauseResult) => {
    done += 1
    onProgress({ id, verdict, done, total })
  }
}

const originOf = (text: string): string => {
  if (isUrl(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new InvalidOptionsError(
    `same-origin: expected a URL that begins with http:// or https://, got ${JSON.stringify(text)}.`,
  )
}

/** Shorter values, such as `1` or `on`, are not secrets, and redacting them would garble the report. */
const MIN_SECRET_LENGTH = 6

const secretValues = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) || value.length >= MIN_SECRET_LENGTH ? [value] : [],
  )

/** Limits memory when every signature differs. */
const MAX_SIGNED_SECRETS = 100

/** Wraps the caller's signer and records the headers that it sets, so that the report redacts them. */
const recordingSigner = (
  sign: Target['sign'],
  ownSign: CheckOptions['sign'],
  recorded: { headers: Set<string>; secrets: Set<string> },
): Target['sign'] => {
  if (!ownSign) return sign
  return async (request) => {
    const before = await sign(request)
    const after = await ownSign(before)
    for (const [name, value] of Object.entries(after.headers)) {
      if (before.headers[name] === value) continue
      recorded.headers.add(name.toLowerCase())
      const words = value.split(' ').filter((word) => word.length >= MIN_SECRET_LENGTH)
      if (recorded.secrets.size < MAX_SIGNED_SECRETS) for (const word of words) recorded.secrets.add(word)
    }
    return after
  }
}
