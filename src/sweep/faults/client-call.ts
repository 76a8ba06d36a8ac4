import { decodedUri } from '../../text/decoded-uri.ts'
import { membersIn } from './json-walk.ts'

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
  /** Wall time since the start of the run, in milliseconds. */
  readonly atMs: number
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

/** Returns the decoded path of a target. */
export const decodedPath = (target: string): string => decodedUri(pathOfTarget(target))

/** Returns the path of the publication that a request is about, in lower case. */
export const ownPath = ({ target }: ClientCall): string =>
  decodedPath(target)
    .replace(/\/(?:suspender|archivar)$/, '')
    .toLowerCase()

/** Returns the normalised target of a request: links may escape characters that a client does not. */
export const targetKey = ({ target }: Pick<ClientCall, 'target'>): string => {
  const [path = '', ...query] = target.split('?')
  return [decodedUri(path.replace(/^\/w\/default(?=\/)/, '')), ...query].join('?')
}

/** Returns the query of a target. */
export const queryOf = (target: string): URLSearchParams => new URLSearchParams(target.split('?')[1])

/** Returns the body of a request as text. */
export const bodyText = (body: Uint8Array): string => Buffer.from(body).toString('utf8')

/** Returns whether a request only reads. */
export const isRead = ({ method }: ClientCall): boolean => method === 'GET' || method === 'HEAD'

/** Returns whether a request succeeded. */
export const hasSucceeded = ({ response }: ClientCall): boolean => response !== null && response.status < 300

/** Returns whether a request creates a publication. */
export const isCreate = ({ operation }: ClientCall): boolean => operation === 'publications.create'

/**
 * Returns whether a create is refused because its id exists: after a failure a client cannot know whether
 * this create succeeded or an earlier one.
 */
export const isTaken = (call: ClientCall): boolean => isCreate(call) && call.response?.status === 409

/** Returns whether a request is a full or partial edit of a publication. */
export const isEdit = ({ operation = '' }: ClientCall): boolean =>
  /^publications\.(?:edit|amend)$/.test(operation)

/** Returns the `ExternalId` in a body, in lower case: ids differ by more than case (PUB-02). */
export const idInBody = ({ body }: Pick<ClientCall, 'body'>): string =>
  String(membersIn(bodyText(body))['ExternalId'] ?? '').toLowerCase()

/** Returns a body without its `ExternalId`. */
export const withoutId = ({ body }: Pick<ClientCall, 'body'>): string =>
  JSON.stringify({ ...membersIn(bodyText(body)), ExternalId: undefined })

/** Returns the `ExternalId` in a path, decoded and in lower case; an empty text if it has none. */
export const idInPath = ({ target }: Pick<ClientCall, 'target'>): string => {
  const [, id = ''] = /\/v3\/publicaciones\/[^/]+\/([^/]+)/.exec(decodedPath(target)) ?? []
  return id.toLowerCase()
}

/** Returns the `ExternalId` of the publication that a request is about. */
export const publicationId = (call: ClientCall): string => (isCreate(call) ? idInBody(call) : idInPath(call))

/** Returns whether a test marks a request as its own, not the client's: no fault acts on it. */
export const isExempt = (headers: ClientCall['headers']): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'playa-sweep' && value === 'none')

/** Returns whether the client itself sends a request to the service. */
export const isOwn = ({ operation, headers }: ClientCall): boolean =>
  operation !== undefined && !isExempt(headers)

/** Returns the calls before the next control call, where another test may begin. */
export const upToControl = (calls: readonly ClientCall[]): readonly ClientCall[] => {
  const end = calls.findIndex(({ operation }) => operation === undefined)
  return end < 0 ? calls : calls.slice(0, end)
}

/** Returns a key that is the same for equal requests, even of two runs, which use different ports. */
export const callKey = (call: ClientCall): string =>
  `${call.method} ${targetKey(call)} ${Buffer.from(call.body)
    .toString('latin1')
    .replaceAll(/127\.0\.0\.1:\d+/g, '')}`

/** Returns a request with its status in one line. */
export const callLine = ({ method, target, response }: ClientCall): string =>
  `${method} ${target} -> ${response === null ? 'no response' : response.status}`

/** Returns the operations of a run, in order. */
export const operationsIn = (calls: readonly ClientCall[]): string =>
  calls.map(({ method, operation }) => `${method} ${operation}`).join()
