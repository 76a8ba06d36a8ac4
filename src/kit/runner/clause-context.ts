import * as z from 'zod'
import type { AssumptionId } from '../../assumptions/profile.ts'
import type { Exchange } from '../target/exchange.ts'
import type { RunSession } from './session.ts'
import { mediaTypes, type Target } from '../target/target.ts'
import { SkipClause, Violation } from './violation.ts'

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown
  readonly accept?: string
}

/** One answer to an open question, with the exchange that decided it. */
export interface LearnedOption {
  readonly id: AssumptionId
  /** Option text that a profile takes. */
  readonly option: string
  readonly exchange: number | undefined
}

/** What a clause works with: requests to the subject, expectations, things made for it alone. */
export class ClauseContext {
  readonly learned: LearnedOption[] = []
  readonly warnings: string[] = []
  readonly exchanges: Exchange[] = []
  readonly session: RunSession

  constructor(session: RunSession) {
    this.session = session
  }

  get target(): Target {
    return this.session.target
  }

  get types() {
    return mediaTypes(this.target)
  }

  /** The agency's address as a path segment. */
  get adminMail(): string {
    return encodeURIComponent(this.target.agency)
  }

  /** `target` is a path from `/v3` on or an `href`. */
  async send(method: string, target: string, sending: RequestOptions = {}): Promise<Exchange> {
    const exchange = await this.session.send(method, target, sending)
    this.exchanges.push(exchange)
    return exchange
  }

  get(target: string, sending: RequestOptions = {}): Promise<Exchange> {
    return this.send('GET', target, sending)
  }

  /** A publication that this run creates for the clause alone; it is archived at the end. Skips when none can be made. */
  async publication(more: Readonly<Record<string, unknown>> = {}): Promise<CreatedPublication> {
    const made = await this.create(more)
    if (made.response.status !== 201) throw new SkipClause(`no publication can be created: ${made.response.status}`)
    return createdPublication(made, this)
  }

  /** Sends a create, whatever comes of it; what was made is cleaned up. `ExternalId` carries the run's prefix unless given. */
  async create(more: Readonly<Record<string, unknown>> = {}, sending: RequestOptions = {}): Promise<Exchange> {
    const body = { ...(await this.session.samplePublication()), ExternalId: this.session.newExternalId(), ...more }
    const exchange = await this.send('POST', `/v3/publicaciones/${this.adminMail}`, { ...sending, body })
    const id: unknown = body.ExternalId
    if (exchange.response.status < 300 && typeof id === 'string') this.session.trackCreated(id)
    return exchange
  }

  /** The path of a publication of the agency. */
  path(externalId: string): string {
    return `/v3/publicaciones/${this.adminMail}/${encodeURIComponent(externalId)}`
  }

  status(exchange: Exchange, ...expected: number[]): void {
    const { status } = exchange.response
    if (!expected.includes(status)) throw new Violation(`status ${expected.join(' or ')}`, `${status}`, exchange)
  }

  /** The answer's body as a JSON object. */
  object(exchange: Exchange): Readonly<Record<string, unknown>> {
    const { json } = exchange
    if (typeof json === 'object' && json !== null && !Array.isArray(json))
      return json as Readonly<Record<string, unknown>> // as was just seen
    throw new Violation('a JSON object', truncated(exchange.response.body), exchange)
  }

  /** A header of the answer; a violation when it is absent. */
  header(exchange: Exchange, name: string): string {
    const value = exchange.response.headers[name.toLowerCase()]
    if (value === undefined) throw new Violation(`the header ${name}`, 'none', exchange)
    return value
  }

  /** The value as the wire's schema reads it. Members that the schema does not know are legal. */
  shape<S extends z.ZodType>(exchange: Exchange, schema: S, value: unknown = exchange.json): z.infer<S> {
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const [issue] = read.error.issues
    const where = issue?.path.join('.') || 'the body'
    throw new Violation(`${where}: ${issue?.message}`, truncated(JSON.stringify(valueAt(value, issue?.path ?? []))), exchange)
  }

  assert(holds: boolean, expected: string, got: unknown, exchange?: Exchange): void {
    if (!holds) throw new Violation(expected, typeof got === 'string' ? got : truncated(JSON.stringify(got)), exchange)
  }

  /** Notes which option of an open question the subject takes. */
  learn(id: AssumptionId, option: string, exchange?: Exchange): void {
    this.learned.push({ id, option, exchange: exchange?.number })
  }

  /** A should of the description that the subject does not follow. */
  warn(sentence: string): void {
    this.warnings.push(sentence)
  }

  skip(reason: string): never {
    throw new SkipClause(reason)
  }
}

/** A publication as it was created. */
export interface CreatedPublication {
  readonly externalId: string
  readonly path: string
  readonly etag: string
  readonly body: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
}

const createdPublication = (exchange: Exchange, trial: ClauseContext): CreatedPublication => {
  const body = trial.object(exchange)
  const sent: unknown = JSON.parse(exchange.request.body ?? '{}')
  const externalId = z.object({ ExternalId: z.string() }).parse(sent).ExternalId
  return { externalId, path: trial.path(externalId), etag: exchange.response.headers['etag'] ?? '', body, exchange }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, step) => (typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined),
    value,
  )

const MAX_SHOWN_LENGTH = 200

export const truncated = (text: string | undefined): string => {
  if (text === undefined) return 'nothing'
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text
}
