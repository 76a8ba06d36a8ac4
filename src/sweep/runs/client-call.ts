import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { parseJson } from '../../lib/text/parse-json.ts'

/** A request of a client with its response, as `playa sweep` records and replays it. */
export interface ClientCall {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  /** Id of the operation; undefined for the control API and for unknown paths. */
  readonly operation: string | undefined
  /** Id and ordinal of the operation in the run, e.g. `publications.create#2`. */
  readonly exchange: string | undefined
  /** Null until there is a response. */
  response: CallResponse | null
}

/** The response to a request. */
export interface CallResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the path of a target without the name of a world and the query. */
export const pathOfTarget = (target: string): string =>
  (target.split('?', 1)[0] ?? target).replace(/^\/w\/[^/]+(?=\/v3(?:\/|$))/, '')

/** Returns the page that a target requests; 1 without one. */
export const pageOf = (target: string): number =>
  Number(new URLSearchParams(target.split('?')[1]).get('pagina') ?? 1)

/** Returns whether a request only reads. */
export const isRead = ({ method }: Pick<ClientCall, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

/** Returns whether a test marks a request as its preparation: no fault acts on it. */
export const isExempt = (headers: ClientCall['headers']): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'playa-sweep' && value === 'none')

/** Returns whether the client sends a request to the service, not a test that prepares something. */
export const isClients = ({ operation, headers }: ClientCall): boolean =>
  operation !== undefined && !isExempt(headers)

/** Returns the members of the JSON object in a body; no members for any other body. */
export const bodyMembers = (body: Uint8Array | string): Readonly<Record<string, unknown>> => {
  const value = parseJson(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Returns a request with its response, in one line. */
export const callLine = ({ method, target, response }: ClientCall): string =>
  `${method} ${redactUrls(target)} -> ${response === null ? 'no response' : response.status}`
