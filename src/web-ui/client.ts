import { type AppCredentials, credentialsOf } from './credentials.ts'
import type {
  Advanced,
  AgencyBrief,
  Assumption,
  Clock,
  DeliveryRow,
  DeliveryTold,
  ExchangeRow,
  ExchangeTold,
  Hint,
  Mail,
  MailRow,
  ProfileTold,
  Scenario,
  ServerInfo,
  Snapshot,
  WorldBrief,
  WorldTold,
} from './api-types.ts'

/** A web-standard handler of requests: all that the console knows of the sandbox. */
export type Handler = (request: Request) => Response | Promise<Response>

/** The sandbox said no; its own sentence says why. */
export class Refused extends Error {
  readonly status: number
  /** Sentences about single members, `member: sentence`. */
  readonly details: readonly string[]

  constructor(status: number, message: string, details: readonly string[] = []) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.details = details
  }
}

/** What the described API answered. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
}

const JSON_TYPE = 'application/json'

/** Speaks to the control API, one method a call, and through worlds to the described API. Every refusal is a `Refused`. */
export class Client {
  readonly origin: string
  readonly #handler: Handler
  readonly #token: string | undefined

  constructor(handler: Handler, origin: string, token: string | undefined) {
    this.#handler = handler
    this.origin = origin
    this.#token = token
  }

  server(): Promise<ServerInfo> {
    return this.get('')
  }

  scenarios(): Promise<Scenario[]> {
    return this.get('/scenarios')
  }

  assumptions(): Promise<Assumption[]> {
    return this.get('/assumptions')
  }

  worlds(): Promise<WorldBrief[]> {
    return this.get('/worlds')
  }

  makeWorld(body: object): Promise<WorldTold> {
    return this.send('POST', '/worlds', body)
  }

  world(name: string): WorldClient {
    return new WorldClient(this, name)
  }

  /** A read of the control API; `path` is what follows `/_playa`. */
  async get<T>(path: string): Promise<T> {
    return read<T>(await this.control('GET', path))
  }

  /** A change through the control API. */
  async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return read<T>(await this.control(method, path, body))
  }

  /** An answer of the control API as it comes, for what is passed on. */
  async control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask(`/_playa${path}`, {
      method,
      headers: {
        Accept: JSON_TYPE,
        ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'Content-Type': JSON_TYPE }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** A stream of happenings; it ends when whoever listens goes. */
  follow(path: string, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` }
    return this.ask(`/_playa${path}`, { headers, signal })
  }

  async ask(path: string, init: RequestInit): Promise<Response> {
    return this.#handler(new Request(new URL(path, this.origin), init))
  }
}

interface JournalQuery {
  readonly operation?: string
  readonly status?: string
  readonly before?: string
  readonly limit?: string
}

interface ApiOptions {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** True: a read that the journal shall hold, as if a client had asked. */
  readonly recorded?: boolean
}

/** One world, through both APIs. */
export class WorldClient {
  readonly name: string
  readonly client: Client
  readonly #path: string

  constructor(client: Client, name: string) {
    this.client = client
    this.name = name
    this.#path = `/worlds/${encodeURIComponent(name)}`
  }

  told(): Promise<WorldTold> {
    return this.get('')
  }

  clock(): Promise<Clock> {
    return this.get('/clock')
  }

  setClock(change: object): Promise<Clock> {
    return this.send('PUT', '/clock', change)
  }

  advance(by: string): Promise<Advanced> {
    return this.send('POST', '/clock/advance', { by })
  }

  profile(): Promise<ProfileTold> {
    return this.get('/profile')
  }

  /** Exchanges, newest first, and where older ones begin. `before` is the number of one that is seen already. */
  async journal({ before, limit = '100', ...rest }: JournalQuery): Promise<{ rows: ExchangeRow[]; older?: number }> {
    const query = new URLSearchParams({ ...rest, limit, ...(before && { before }) })
    const rows = (await this.get<ExchangeRow[]>(`/journal?${query.toString()}`)).toReversed()
    const last = rows.at(-1)
    return { rows, ...(rows.length === Number(limit) && last && last.n > 1 && { older: last.n }) }
  }

  hints(): Promise<Hint[]> {
    return this.get('/hints')
  }

  exchange(n: number): Promise<ExchangeTold> {
    return this.get(`/journal/${n}`)
  }

  snapshots(): Promise<Snapshot[]> {
    return this.get('/snapshots')
  }

  deliveries(query: string): Promise<DeliveryRow[]> {
    return this.get(`/deliveries${query}`)
  }

  delivery(id: string): Promise<DeliveryTold> {
    return this.get(`/deliveries/${encodeURIComponent(id)}`)
  }

  outbox(): Promise<MailRow[]> {
    return this.get('/outbox')
  }

  mail(id: string): Promise<Mail> {
    return this.get(`/outbox/${encodeURIComponent(id)}`)
  }

  /** A read of what the control API has under this world. */
  get<T>(path: string): Promise<T> {
    return this.client.get(this.#path + path)
  }

  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return this.client.send(method, this.#path + path, body)
  }

  /** As it comes, for what is passed on. */
  control(method: string, path: string, headers?: Record<string, string>): Promise<Response> {
    return this.client.control(method, this.#path + path, undefined, headers)
  }

  /** Asks the described API as the world's first app. `path` starts with `/v3`, or is a link that the API gave. */
  async api(method: string, path: string, options: ApiOptions = {}): Promise<ApiAnswer> {
    const url = this.apiUrl(path)
    const [told, profile, clock] = await Promise.all([this.told(), this.profile(), this.clock()])
    const app: AppCredentials | undefined = told.apps[0]
    const scheme = profile.assumptions['auth/scheme']?.option ?? 'open'
    const target = url.pathname + url.search
    const { body, recorded = false } = options
    const headers = new Headers({
      'User-Agent': 'playa-console',
      // What is only looked at must not show up among what clients asked; what is repeated has headers of its own.
      ...(!recorded && { Accept: JSON_TYPE }),
      ...(!recorded && method === 'GET' && { 'Playa-Aside': 'yes' }),
      ...(!recorded && body !== undefined && { 'Content-Type': JSON_TYPE }),
      ...(app && credentialsOf(app, scheme, { method, target, nowMs: clock.nowMs, body })),
    })
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    // A text would be given a media type of its own where none was sent.
    const asked = this.client.ask(target, {
      method,
      headers,
      ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    })
    const response = await asked.catch((error: unknown) => {
      throw new Refused(
        502,
        `No answer came: ${error instanceof Error ? error.message : 'the connection broke'}. A fault may be armed.`,
      )
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }

  /** A read of the described API that must succeed. */
  async read<T>(path: string): Promise<T> {
    const answer = await this.api('GET', path)
    if (answer.status >= 400) throw refusedOf(answer.status, answer.json)
    // The shapes name members that the contract suite holds the API to.
    return answer.json as T
  }

  /** The address of a path or link inside this world; what leads elsewhere is refused. */
  apiUrl(path: string): URL {
    const prefix = `/w/${this.name}`
    const url = new URL(path.startsWith('/v3') ? prefix + path : path, `${this.client.origin}${prefix}/v3/`)
    if (url.origin === this.client.origin && url.pathname.startsWith(`${prefix}/v3`)) return url
    throw new Refused(400, `The console follows links inside the world ${this.name} alone, not ${path}.`)
  }

  /** The agency that a page is about: the one asked for, else the first. */
  async agency(asked: string | undefined): Promise<{ all: readonly AgencyBrief[]; chosen: AgencyBrief | undefined }> {
    const { agencies } = await this.told()
    return { all: agencies, chosen: agencies.find(({ adminMail }) => adminMail === asked) ?? agencies[0] }
  }
}

const read = async <T>(response: Response): Promise<T> => {
  const body = parsed(await response.text())
  if (response.ok) {
    // The shapes name members that the tests of the control API hold it to.
    return body as T
  }
  throw refusedOf(response.status, body)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The problem of either API as an error. */
export const refusedOf = (status: number, body: unknown): Refused => {
  const problem = typeof body === 'object' && body !== null ? body : {}
  const detail = 'Detail' in problem ? problem.Detail : 'Title' in problem ? problem.Title : undefined
  const errors =
    'Errors' in problem && typeof problem.Errors === 'object' && problem.Errors !== null ? problem.Errors : {}
  const details = Object.entries(errors).flatMap(([member, said]) =>
    (Array.isArray(said) ? said : [said]).map((sentence) =>
      member === '_' ? String(sentence) : `${member}: ${sentence}`,
    ),
  )
  return new Refused(status, typeof detail === 'string' && detail !== '' ? detail : `Status ${status}.`, details)
}
