import type * as z from 'zod'
import { isPlainObject, quotedValue } from '../lib/text/known-options.ts'
import type { ControlCall, NoMembers } from './call/call.ts'
import { PlayaError, refusalOf } from './client-error.ts'
import { pathParameterNames } from './path-parameters.ts'
import { controlApi } from './table.ts'

/** Where a client of the control API sends its calls. */
export interface ControlConnection {
  /** Scheme, authority and path before `/_playa`, e.g. `http://127.0.0.1:4010`. */
  readonly url: string
  /** The world of calls that name none. Default `default`. */
  readonly world?: string | undefined
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

type PathInput<Path extends string> = {
  readonly [Name in Exclude<PathNames<Path>, 'world'>]: string | number
} & {
  readonly [Name in Extract<PathNames<Path>, 'world'>]?: string | undefined
}

type MembersInput<Schema extends z.ZodType> = Schema extends NoMembers ? unknown : z.input<Schema>

/**
 * Input of a call in one object: parameters of its path except the connection's world, members of query and
 * body.
 */
export type CallInput<Call extends ControlCall> =
  Call extends ControlCall<infer Path, infer Body, infer Query, z.ZodType, string>
    ? PathInput<Path> & MembersInput<Query> & MembersInput<Body>
    : never

/** The result of a call: its JSON; nothing with 204; the response itself if it is never JSON. */
export type ResultOf<Call extends ControlCall> =
  Call extends ControlCall<string, z.ZodType, z.ZodType, infer Answer, infer Type>
    ? 'application/json' extends Type
      ? z.output<Answer>
      : Response
    : never

type CallMethod<Call extends ControlCall> =
  Record<never, never> extends CallInput<Call>
    ? (input?: CallInput<Call>) => Promise<ResultOf<Call>>
    : (input: CallInput<Call>) => Promise<ResultOf<Call>>

/** Every call of the control API as a method, grouped by noun: `client.clock.advance({ by: 'P1D' })`. */
export type ControlApiClient = {
  readonly [Noun in keyof typeof controlApi]: {
    readonly [Verb in keyof (typeof controlApi)[Noun]]: (typeof controlApi)[Noun][Verb] extends ControlCall
      ? CallMethod<(typeof controlApi)[Noun][Verb]>
      : never
  }
}

/**
 * Creates a client of the control API. Every refusal rejects with a `PlayaError` that holds the server's
 * sentences.
 */
export const controlApiClient = (connection: ControlConnection): ControlApiClient => {
  const nouns = Object.entries(controlApi).map(([noun, calls]) => {
    const methods = Object.entries<ControlCall>(calls).map(([verb, call]) => [
      verb,
      (input: object = {}) => readResult(connection, call, input),
    ])
    return [noun, Object.fromEntries(methods)]
  })
  // Built from the very table that the type is computed from.
  return Object.fromEntries(nouns) as ControlApiClient
}

const readResult = async (
  connection: ControlConnection,
  call: ControlCall,
  input: object,
): Promise<unknown> => {
  const response = await sendCall(connection, call, input)
  if (call.answerType !== undefined) return response
  const text = await response.text()
  if (call.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.includes('json') ?? true
  return isJson ? JSON.parse(text) : text
}

interface SendOptions {
  readonly accept?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one call and returns its response, whatever its media type. Rejects with a `PlayaError` when it is
 * refused.
 */
export const sendCall = async (
  connection: ControlConnection,
  call: ControlCall,
  input: object,
  { accept = call.answerType ?? 'application/json', signal }: SendOptions = {},
): Promise<Response> => {
  const { url, token, fetch: send = (request) => fetch(request) } = connection
  const { target, body } = requestOf(call, input, connection.world ?? 'default')
  const request = new Request(`${url}/_playa${target}`, {
    method: call.method,
    headers: {
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  const response = await send(request)
  if (response.ok) return response
  throw new PlayaError(`${call.method} ${target.split('?')[0]}`, await refusalOf(response))
}

/**
 * Removes path parameters from the input; the rest is the body of a call that has one, else the query. Throws
 * a `PlayaError` when the input is not an object or lacks a parameter.
 */
const requestOf = (call: ControlCall, input: object, world: string) => {
  const refuse = (name: string, expected: string, value: unknown) => {
    const errors = { [name]: [`Expected ${expected}, got ${quotedValue(value)}.`] }
    return new PlayaError(`${call.method} ${call.path}`, {
      status: 400,
      detail: `Not valid: ${name}.`,
      errors,
    })
  }
  if (!isPlainObject(input)) throw refuse('_', 'an object', input)
  const members: Record<string, unknown> = { ...input }
  let target = call.path
  for (const name of pathParameterNames(call.path)) {
    const given = members[name]
    const value = name === 'world' ? (given ?? world) : given
    if (typeof value !== 'number' && (typeof value !== 'string' || value === ''))
      throw refuse(name, 'a text', value)
    delete members[name]
    target = target.replace(`{${name}}`, encodeURIComponent(String(value)))
  }
  if (call.body) return { target, body: JSON.stringify(members) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value))
  return { target: query.size === 0 ? target : `${target}?${query}`, body: undefined }
}
