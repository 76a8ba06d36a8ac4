import * as z from 'zod'
import type { AssumptionId } from '../../api/assumptions/profile.ts'
import { jsonProblem } from '../../lib/text/json-problem.ts'
import { isJsonObject } from '../../lib/unknown-values.ts'
import { type Exchange, LostWriteError, type RequestOptions } from '../target/exchange.ts'
import { mediaTypes, type Target } from '../target/target.ts'
import { shapeIssue } from './issue-sentence.ts'
import { operationOf, successesOf } from './operations.ts'
import { PRECONDITION_HEADER, type RunSession } from './session.ts'
import { SkipClause, Violation } from './violation.ts'

/** Reason of a skip when the header of conditional writes is unknown. */
export const UNKNOWN_PRECONDITION =
  'no header is seen to make a write conditional: --precondition-header NAME names it'

/** An option of an open question that the target was seen to follow. */
export interface LearnedOption {
  readonly id: AssumptionId
  /** Text of the option as profiles write it. */
  readonly option: string
  /** Number of the exchange that shows it. */
  readonly exchange: number | undefined
}

/**
 * Context of a clause: requests to the target, assertions, publications created for the clause alone.
 */
export class ClauseContext {
  readonly learned: LearnedOption[] = []
  readonly warnings: string[] = []
  readonly exchanges: Exchange[]
  /** The first success with another status than the description gives, which hides nothing else. */
  otherSuccess: Violation | undefined
  /** @internal */
  readonly session: RunSession
  readonly #isOtherApp: boolean
  readonly #rank: number

  /** @internal */
  constructor(session: RunSession, asOtherAppOf?: ClauseContext) {
    this.session = session
    this.exchanges = asOtherAppOf?.exchanges ?? []
    this.#isOtherApp = asOtherAppOf !== undefined
    if (!asOtherAppOf) session.clauseCount += 1
    this.#rank = asOtherAppOf ? asOtherAppOf.#rank : session.clauseCount
  }

  /**
   * Returns a context that sends its requests as the second app; the exchanges are evidence of this one. For
   * clauses that need `other-app`.
   */
  asOtherApp(): ClauseContext {
    return new ClauseContext(this.session, this)
  }

  get target(): Target {
    return this.session.target
  }

  get types() {
    return mediaTypes(this.target)
  }

  /** The agency's `adminmail` as a path segment (AGE-12). */
  get adminMail(): string {
    return encodeURIComponent(this.target.agency)
  }

  /** Sends a request to a path from `/v3` on, or to an `href`. */
  async send(method: string, href: string, options: RequestOptions = {}): Promise<Exchange> {
    const sent = this.#isOtherApp ? { ...options, isOtherApp: true as const } : options
    const exchange = await this.session.send(method, href, sent, this.#rank)
    this.exchanges.push(exchange)
    // A service that requires a precondition although If-Match has one reads it in another header.
    const isUnseen = exchange.response.status === 428 && PRECONDITION_HEADER in (options.headers ?? {})
    if (isUnseen && this.session.preconditionHeader === undefined) throw new SkipClause(UNKNOWN_PRECONDITION)
    return this.#asDescribed(exchange)
  }

  /**
   * Records a success with another status than the description gives, and returns the exchange with the
   * status that it gives: one wrong status is one failure, and the clause continues with the response.
   */
  #asDescribed(exchange: Exchange): Exchange {
    const { request, response } = exchange
    const operation = response.status >= 200 && response.status < 300 ? operationOf(request) : undefined
    if (!operation || operation.assumption !== undefined) return exchange
    const [status = 200, ...others] = successesOf(operation)
    if ([status, ...others].includes(response.status)) return exchange
    this.otherSuccess ??= new Violation(`status ${status}`, `${response.status}`, exchange)
    return { ...exchange, response: { ...response, status } }
  }

  get(href: string, options: RequestOptions = {}): Promise<Exchange> {
    return this.send('GET', href, options)
  }

  /**
   * Returns what the first clause of the run that called it found. `find` is a function of a module, or `key`
   * says what is found. What a closed connection ended is found again by the clause that starts again.
   * @internal
   */
  once<T>(find: (t: ClauseContext) => T, key: unknown = find): T {
    const { found } = this.session
    if (!found.has(key)) {
      const value = find(this)
      found.set(key, value)
      if (value instanceof Promise) value.catch((error: unknown) => this.#forget(key, error))
    }
    return found.get(key) as T // what this function returned
  }

  /**
   * Returns an observation that the run makes once, as `once` does. Its exchanges are evidence of every
   * clause that calls it.
   * @internal
   */
  async observeOnce<T>(see: (t: ClauseContext) => Promise<T>, key: unknown = see): Promise<T> {
    const isMade = this.session.found.has(key)
    const { context, seen } = this.once(() => {
      const own = new ClauseContext(this.session)
      return { context: own, seen: see(own) }
    }, key)
    try {
      return await (isMade ? this.session.lendPlaces(this, () => seen) : seen)
    } catch (error) {
      this.#forget(key, error)
      throw error
    } finally {
      this.exchanges.push(...context.exchanges)
    }
  }

  /** Forgets what the service ended by closing a kept connection, which it may do at any time. */
  #forget(key: unknown, error: unknown): void {
    if (error instanceof LostWriteError) this.session.found.delete(key)
  }

  /**
   * Creates a publication for the clause alone; the run archives it at its end. Skips the clause when the
   * target refuses it.
   */
  async publication(members: Readonly<Record<string, unknown>> = {}): Promise<CreatedPublication> {
    const exchange = await this.create(members)
    const { status } = exchange.response
    if (status !== 201) throw new SkipClause(`no publication can be created: ${status}`, exchange)
    const made = createdPublication(exchange, this)
    const etag = await this.session.settledTag(made)
    return { ...made, etag: etag ?? made.etag }
  }

  /**
   * Sends a create and returns the exchange, whatever its status; the run archives what was created.
   * `ExternalId` has the run's prefix unless `members` gives another.
   */
  async create(
    members: Readonly<Record<string, unknown>> = {},
    options: RequestOptions = {},
  ): Promise<Exchange> {
    const sample = await this.session.samplePublication()
    const body = { ...sample, ExternalId: this.session.newExternalId(), ...members }
    const exchange = await this.send('POST', `/v3/publicaciones/${this.adminMail}`, { ...options, body })
    const id: unknown = body.ExternalId
    if (exchange.response.status < 300 && typeof id === 'string')
      this.session.trackCreated(id, exchange.isOtherApp)
    return exchange
  }

  /** Returns the path of a publication of the agency. */
  path(externalId: string): string {
    return `/v3/publicaciones/${this.adminMail}/${encodeURIComponent(externalId)}`
  }

  /** Asserts that the response has one of the statuses. */
  status(exchange: Exchange, ...expected: number[]): void {
    const { status } = exchange.response
    if (!expected.includes(status))
      throw new Violation(`status ${expected.join(' or ')}`, `${status}`, exchange)
  }

  /** Returns the response's body; asserts that it is a JSON object. */
  object(exchange: Exchange): Readonly<Record<string, unknown>> {
    const { json } = exchange
    if (isJsonObject(json)) return json
    const { body } = exchange.response
    throw new Violation('a JSON object', jsonProblem(body) ?? truncated(body), exchange)
  }

  /** Returns a header of the response; asserts that it is present. */
  header(exchange: Exchange, name: string): string {
    const value = exchange.response.headers[name.toLowerCase()]
    if (value === undefined) throw new Violation(`the header ${name}`, 'none', exchange)
    return value
  }

  /** Parses a value with a schema; asserts that it fits. Members that the schema does not name are legal. */
  shape<S extends z.ZodType>(exchange: Exchange, schema: S, value: unknown = exchange.json): z.infer<S> {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const { path, sentence, found } = shapeIssue(parsed.error, value)
    const got = truncated(JSON.stringify(found))
    throw new Violation(`${path.join('.') || 'the body'}: ${sentence}`, got, exchange)
  }

  /** Asserts a condition; the report shows `expected` and `got` when it does not hold. */
  assert(holds: boolean, expected: string, got: unknown, exchange?: Exchange): void {
    if (!holds)
      throw new Violation(
        expected,
        typeof got === 'string' ? got : truncated(JSON.stringify(got)),
        exchange ?? this.exchanges.at(-1),
      )
  }

  /** Records which option of an open question the target follows. */
  learn(id: AssumptionId, option: string, exchange?: Exchange): void {
    this.learned.push({ id, option, exchange: exchange?.number })
  }

  /** Records a recommendation of the description that the target does not follow. */
  warn(sentence: string): void {
    this.warnings.push(sentence)
  }

  /** Skips the clause. */
  skip(reason: string): never {
    throw new SkipClause(reason)
  }
}

/** A publication as the create returned it. */
export interface CreatedPublication {
  readonly externalId: string
  readonly path: string
  readonly etag: string
  readonly body: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
}

const SentPublication = z.object({ ExternalId: z.string() })

const createdPublication = (exchange: Exchange, t: ClauseContext): CreatedPublication => {
  const body = t.object(exchange)
  const sent: unknown = JSON.parse(exchange.request.body ?? '{}')
  const externalId = SentPublication.parse(sent).ExternalId
  return {
    externalId,
    path: t.path(externalId),
    etag: exchange.response.headers['etag'] ?? '',
    body,
    exchange,
  }
}

const MAX_SHOWN_LENGTH = 200

/** Returns a text as a report shows it: of a long one its beginning and its length; `nothing` for none. */
export const truncated = (text: string | undefined): string => {
  if (text === undefined) return 'nothing'
  if (text.length <= MAX_SHOWN_LENGTH) return text
  return `${text.slice(0, MAX_SHOWN_LENGTH)}... (${text.length} characters)`
}
