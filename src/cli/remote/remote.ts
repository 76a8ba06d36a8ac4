import * as z from 'zod'
import type { ControlCall } from '../../control/call/call.ts'
import { type ControlConnection, sendCall } from '../../control/client.ts'
import { furtherSentences, PlayaError } from '../../control/client-error.ts'
import { isUrl, withScheme } from '../../lib/text/url.ts'
import { Failure, Unreachable, UsageError } from '../support/errors.ts'
import { lines, oneLine } from '../support/terminal-text.ts'

/** Values of the options that every verb takes which speaks to a running server. */
export interface RemoteOptions {
  readonly url?: string
  readonly world?: string
  readonly controlToken?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

interface SendOptions {
  readonly accept?: string
  readonly signal?: AbortSignal
}

/** A running server and one of its worlds. Every call rejects with a `Failure` that says what to do. */
export interface Remote {
  readonly world: string
  readonly isJson: boolean
  readonly isQuiet: boolean
  /** Sends a call and returns its response, which is not a refusal. */
  send(call: ControlCall, input?: object, options?: SendOptions): Promise<Response>
  /** Sends a call and returns its JSON, whatever its shape. */
  readJson(call: ControlCall, input?: object): Promise<unknown>
  /** Returns what a schema reads in a response. */
  shaped<T>(answer: unknown, schema: z.ZodType<T>): T
  /** Prints a line unless `--quiet` was given. */
  print(text: string): void
}

/**
 * Returns where the server that options and environment name is, for a client of the control API. Throws a
 * `UsageError` when the URL is none.
 */
export const remoteConnection = (options: RemoteOptions): ControlConnection => {
  const { server, world } = serverAndWorld(options)
  return {
    url: server,
    world,
    token: options.controlToken ?? process.env['PLAYA_CONTROL_TOKEN'],
    fetch: (request) => fetch(request).catch((error: unknown) => unreachable(server, error)),
  }
}

/** Connects to the server that options and environment name. Throws a `UsageError` when the URL is none. */
export const connectRemote = (
  options: RemoteOptions,
  /** How the command line names members of a call. */
  labels: ReadonlyMap<string, string> = new Map(),
): Remote => {
  const { server, world } = serverAndWorld(options)
  const connection = remoteConnection(options)
  const send: Remote['send'] = (call, input = {}, sendOptions = {}) =>
    sendCall(connection, call, input, sendOptions).catch((error: unknown) => {
      throw error instanceof PlayaError ? refused(server, error, labels) : error
    })
  return {
    world,
    isJson: options.json === true,
    isQuiet: options.quiet === true,
    send,
    readJson: async (call, input) => jsonOf(await send(call, input)),
    shaped: (answer, schema) => shaped(server, answer, schema),
    print: (text) => {
      if (options.quiet !== true && text !== '') console.log(text)
    },
  }
}

/** The server that remote verbs speak to unless another is named. */
export const DEFAULT_URL = 'http://127.0.0.1:4010'

/** Returns an environment variable; an empty one counts as unset. */
const environment = (name: string): string | undefined => process.env[name] || undefined

/**
 * Reads where the server is and which world is meant: a world's own base, `http://host/w/name`, names both.
 */
const serverAndWorld = (options: RemoteOptions): { readonly server: string; readonly world: string } => {
  const given = withScheme(options.url ?? environment('PLAYA_URL') ?? DEFAULT_URL)
  const url = isUrl(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url takes an address like ${DEFAULT_URL}, not ${JSON.stringify(given)}.`)
  const [, before = '', named] = /^(.*?)(?:\/w\/([^/]+))?(?:\/v3|\/_playa)?\/*$/.exec(url.pathname) ?? []
  // The command line overrides the environment.
  const fromUrl = options.url === undefined ? undefined : named
  const world = options.world ?? fromUrl ?? environment('PLAYA_WORLD') ?? named ?? 'default'
  return { server: url.origin + before, world }
}

const unreachable = (server: string, error: unknown): never => {
  if (error instanceof Error && error.name === 'AbortError') throw error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
  const code = cause && 'code' in cause ? ` (${String(cause.code)})` : ''
  throw new Unreachable(
    `No server answers at ${server}${code}. Start one with playa serve, or name it with --url.`,
  )
}

const refused = (
  server: string,
  { status, refusal: given }: PlayaError,
  labels: ReadonlyMap<string, string>,
): Failure => {
  const refusal = inWordsOfCommand(given, labels)
  const { detail } = refusal
  if (detail === undefined)
    return new Failure(
      `${server} answers ${status}, which is not a response of the control API. Is it a Playa server? Name one with --url.`,
    )
  const hint = status === 401 ? ' Give it with --control-token, or set PLAYA_CONTROL_TOKEN.' : ''
  const further = furtherSentences(refusal).map((sentence) => `  ${oneLine(sentence)}`)
  return new Failure([...lines(detail + hint), ...further].join('\n'))
}

/** Names the members of a refusal as the command line does. */
const inWordsOfCommand = (
  refusal: PlayaError['refusal'],
  labels: ReadonlyMap<string, string>,
): PlayaError['refusal'] => {
  const { detail, errors = {} } = refusal
  const labelOf = (name: string): string => labels.get(name) ?? name
  const [, names] = /^Not valid: (.+)\.$/.exec(detail ?? '') ?? []
  return {
    ...refusal,
    ...(names !== undefined && { detail: `Not valid: ${names.split(', ').map(labelOf).join(', ')}.` }),
    errors: Object.fromEntries(Object.entries(errors).map(([name, all]) => [labelOf(name), all])),
  }
}

const jsonOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`${response.url} answers no JSON. Is it a Playa server? Name one with --url.`)
  }
}

const shaped = <T>(server: string, answer: unknown, schema: z.ZodType<T>): T => {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw new Failure(
    `${server} answers in a form that this command does not know: ${z.prettifyError(read.error)}\n` +
      'Is it of the same version? --json prints the response as it is.',
  )
}
