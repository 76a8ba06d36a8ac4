import { randomBytes } from 'node:crypto'
import type { Clause, Leaves, Verdict } from './runner/clause.ts'
import { type Credentials, credentialSecrets, requestSigner } from './target/credentials.ts'
import type { WireRequest } from './target/exchange.ts'
import { expectedProfile } from './learning/expected-profile.ts'
import { httpTransport } from './target/http-transport.ts'
import { InvalidOptionsError } from './target/invalid-options-error.ts'
import { isLoopback, lazyWebhookReceiver } from './runner/webhook-receiver.ts'
import { isSecretHeader } from './reports/report-redactor.ts'
import { type ReportContext, buildReport } from './reports/report.ts'
import type { Report } from './reports/schema.ts'
import { type RunOptions, run } from './runner/run.ts'
import { selectClauses } from './runner/clause-selection.ts'
import type { WebhookReceiver } from './runner/session.ts'
import type { Target } from './target/target.ts'
import { fetchTransport } from './target/fetch-transport.ts'
import { checkWaivers, type Waiver } from './reports/waivers.ts'

/** What is checked, and how. Only `url` and `agency` are required. */
export interface CheckOptions {
  /** Base URL, below which `/v3` begins. */
  readonly url: string
  /** E-mail of the administrator of the agency that may be used. */
  readonly agency: string
  /** Default: none. */
  readonly auth?: Credentials
  /** Added to every request. Their values stay out of the report. */
  readonly headers?: Readonly<Record<string, string>>
  /** Signs each request last, after `auth` and `headers`. What it sets stays out of the report. */
  readonly sign?: (request: WireRequest) => WireRequest | Promise<WireRequest>
  /** Vendor word of the media types. Default: that of the profile, else `service`. */
  readonly vendor?: string
  /** Certificates of authorities to trust beside the system's, in PEM. */
  readonly ca?: string
  /** Clause ids, sections or statement ids. Default: all. */
  readonly only?: readonly string[]
  /** Most that may stay behind; `nothing` sends reads only. Default `any`. */
  readonly leaves?: Leaves
  /** Assumption ids and options that the service is known by; where it is seen to answer otherwise, the clause warns. */
  readonly profile?: Readonly<Record<string, unknown>>
  readonly waivers?: readonly Waiver[]
  /** Clauses at work at a time. Default 4. */
  readonly concurrency?: number
  /** Most requests a second. Default: no bound. */
  readonly rps?: number
  /** Bound on one exchange. Default 10 s. */
  readonly timeoutMs?: number
  /**
   * Where the service's webhooks arrive. Default: a receiver of the run's own when the service is on this machine. Without one, or
   * with null, clauses that need a callback are skipped.
   */
  readonly receiver?: WebhookReceiver | null
  /** How long to wait for a delivery, and for one that comes again. Default 5 s for the former, and next to nothing for the latter. */
  readonly patienceMs?: number
  /** Ends the run early: what is under way is dropped, and what was created is still cleaned up. */
  readonly signal?: AbortSignal
  /** A subject inside the process: requests go here instead of over sockets. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Told of every clause as it ends. */
  readonly onProgress?: (progress: CheckProgress) => void
}

export interface CheckProgress {
  /** The clause that ended. */
  readonly id: string
  readonly verdict: Verdict
}

const TIMEOUT_MS = 10_000

/** Runs the clauses against a service. Throws a `Misuse` when the options make no sense, and never because of what the service does. */
export const checkWith = async (clauses: readonly Clause[], options: CheckOptions): Promise<Report> => {
  const { waivers = [] } = options
  const prepared = prepareCheck(clauses, options)
  const startedAt = new Date()
  const before = performance.now()
  try {
    const result = await run(prepared.run)
    const waiverFaults = checkWaivers(waivers, {
      known: new Set(clauses.map(({ id }) => id)),
      failed: new Set(result.results.filter(({ verdict }) => verdict === 'failed').map(({ clause }) => clause.id)),
      ran: new Set(result.results.filter(({ verdict }) => verdict !== 'skipped').map(({ clause }) => clause.id)),
      today: startedAt.toISOString().slice(0, 10),
    })
    return buildReport({
      run: result,
      context: prepared.context,
      startedAt,
      tookMs: performance.now() - before,
      waivers,
      waiverFaults,
    })
  } finally {
    prepared.close()
  }
}

/** A run that is ready to begin, and how to speak of it. */
export interface PreparedCheck {
  readonly run: RunOptions
  readonly context: ReportContext
  /** Closes connections, and the receiver that was opened for the run. */
  close(): void
}

export const prepareCheck = (clauses: readonly Clause[], options: CheckOptions): PreparedCheck => {
  const {
    auth = { kind: 'none' },
    headers = {},
    timeoutMs = TIMEOUT_MS,
    leaves,
    concurrency,
    rps,
    signal,
    patienceMs,
    receiver,
    onProgress,
  } = options
  const base = baseOf(options.url)
  if (!/^[^@\s]+@[^@\s]+$/.test(options.agency)) {
    throw new InvalidOptionsError(
      `agency: expected the e-mail of the agency's administrator, got ${JSON.stringify(options.agency)}.`,
    )
  }
  const chosen = selectClauses(clauses, options.only ?? [])
  const discretion = {
    secrets: new Set([...credentialSecrets(auth), ...secretValues(headers)]),
    headers: new Set<string>(),
    agency: options.agency,
  }
  const http = options.fetch
    ? undefined
    : httpTransport({ timeoutMs, ...(options.ca !== undefined && { ca: options.ca }) })
  const expected = expectedProfile(options.profile ?? {})
  const isNear = options.fetch !== undefined || isLoopback(base)
  const own = receiver === undefined && isNear ? lazyWebhookReceiver() : undefined
  const opened = own?.open ?? (receiver ? async () => receiver : undefined)
  const subject: Target = {
    base,
    agency: options.agency,
    vendor: options.vendor ?? expected.vendor,
    transport: http ? http.send : fetchTransport(options.fetch ?? fetch),
    sign: recordingSigner(requestSigner(auth, headers), options.sign, discretion),
  }
  return {
    run: {
      target: subject,
      clauses: chosen.map(expected.withWarnings),
      prefix: `playa-${randomBytes(4).toString('hex')}-`,
      ...(leaves !== undefined && { leaves }),
      ...(concurrency !== undefined && { concurrency }),
      ...(rps !== undefined && { rps }),
      ...(signal !== undefined && { signal }),
      ...(opened && { receiver: opened }),
      ...(patienceMs !== undefined && { patienceMs }),
      ...(onProgress && { onResult: ({ clause: { id }, verdict }) => onProgress({ id, verdict }) }),
    },
    context: { baseUrl: base, agency: options.agency, credentials: options.sign ? 'signed' : auth.kind, redaction: discretion },
    close: () => {
      http?.close()
      void own?.close()
    },
  }
}

/** The base URL without `/v3` and slashes at its end, as people paste it. */
const baseOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidOptionsError(`url: expected one that begins with http:// or https://, got ${JSON.stringify(text)}.`)
  if (url.username || url.password) throw new InvalidOptionsError('url: credentials do not belong there; use auth.')
  if (url.search || url.hash)
    throw new InvalidOptionsError(
      `url: expected a base without query and fragment, got ${JSON.stringify(`${url.search}${url.hash}`)}.`,
    )
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/v3$/, '')
}

/** Short values, such as `1` or `on`, are no secrets and would be masked all over the report. */
const MIN_SECRET_LENGTH = 6

const secretValues = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) || value.length >= MIN_SECRET_LENGTH ? [value] : [],
  )

/** A signer that makes every signature anew would otherwise fill the memory. */
const MAX_SIGNED_SECRETS = 100

/** A signer whose headers are noted, so that no report shows them. */
const recordingSigner = (
  known: Target['sign'],
  own: CheckOptions['sign'],
  noted: { headers: Set<string>; secrets: Set<string> },
): Target['sign'] => {
  if (!own) return known
  return async (request) => {
    const before = await known(request)
    const after = await own(before)
    for (const [name, value] of Object.entries(after.headers)) {
      if (before.headers[name] === value) continue
      noted.headers.add(name.toLowerCase())
      const words = value.split(' ').filter((word) => word.length >= MIN_SECRET_LENGTH)
      if (noted.secrets.size < MAX_SIGNED_SECRETS) for (const word of words) noted.secrets.add(word)
    }
    return after
  }
}
