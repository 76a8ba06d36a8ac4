import * as z from 'zod'
import { ValidationProblemDetails } from '../wire/problem-schemas.ts'
import { type Arguments, Failure, textOption, UsageError } from './command.ts'
import { lines, oneLine } from './terminal-text.ts'

/** What the verbs share that speak to a running server: where it is, its refusals, and how its answers are printed. */

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly help: string
}

export const REMOTE_OPTIONS: Readonly<Record<string, Option>> = {
  url: { type: 'string', help: 'the server (default http://127.0.0.1:4010)' },
  world: { type: 'string', help: 'the world (default default)' },
  'control-token': { type: 'string', help: 'for a server off loopback; or PLAYA_CONTROL_TOKEN' },
  json: { type: 'boolean', help: 'print what the server answers, as JSON' },
}

export const EXIT_CODES = 'Exit codes: 0 done; 1 the server refused, or cannot be reached; 2 misuse.'

export interface RemoteCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_playa`. */
  readonly path: string
  /** Members without a value are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
  readonly accept?: string
  readonly signal?: AbortSignal
}

/** A running server and one of its worlds. Every call rejects with a `Failure` that says what to do. */
export interface Remote {
  readonly world: string
  readonly isJson: boolean
  /** The path of something in the world, its parts escaped. */
  inWorld(...parts: readonly string[]): string
  /** The answer to a call that was not refused. */
  send(call: RemoteCall): Promise<Response>
  read<T>(call: RemoteCall, shape: z.ZodType<T>): Promise<T>
  /** Prints the answer: with `--json` as it came, else as `plain` tells it. Gives exit code 0. */
  tell<T>(call: RemoteCall, shape: z.ZodType<T>, plain: (answer: T) => string): Promise<number>
  /** For a call whose answer holds nothing: prints the sentence, and nothing with `--json`. Gives exit code 0. */
  done(call: RemoteCall, sentence: string): Promise<number>
}

export const remoteOf = (args: Arguments): Remote => {
  const { server, world } = placeOf(args)
  const token = textOption(args, 'control-token') ?? process.env['PLAYA_CONTROL_TOKEN']
  const isJson = args.values['json'] === true

  const send: Remote['send'] = async ({ method = 'GET', path, query = {}, body, accept, signal }) => {
    const url = new URL(`${server}/_playa${path}`)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`)
    const headers = {
      Accept: accept ?? 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) }
    const response = await fetch(url, init).catch((error: unknown) => unreachable(server, error))
    if (!response.ok) throw await refusal(server, response)
    return response
  }

  const read: Remote['read'] = async (call, shape) => shaped(server, await jsonOf(await send(call)), shape)

  return {
    world,
    isJson,
    inWorld: (...parts) => `/worlds/${[world, ...parts].map(encodeURIComponent).join('/')}`,
    send,
    read,
    tell: async (call, shape, plain) => {
      const answer = await jsonOf(await send(call))
      const text = isJson ? JSON.stringify(answer, null, 2) : plain(shaped(server, answer, shape))
      if (text !== '') console.log(text)
      return 0
    },
    done: async (call, sentence) => {
      await (await send(call)).text()
      if (!isJson) console.log(sentence)
      return 0
    },
  }
}

const DEFAULT_URL = 'http://127.0.0.1:4010'

/** Where the server is, and which world: a world's own base, `http://host/w/name`, names both. */
const placeOf = (args: Arguments): { readonly server: string; readonly world: string } => {
  const given = textOption(args, 'url') ?? DEFAULT_URL
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url takes an address like ${DEFAULT_URL}, not ${JSON.stringify(given)}.`)
  const [, before = '', based] = /^(.*?)(?:\/w\/([^/]+))?(?:\/v3|\/_playa)?\/*$/.exec(url.pathname) ?? []
  return { server: url.origin + before, world: textOption(args, 'world') ?? based ?? 'default' }
}

const unreachable = (server: string, error: unknown): never => {
  if (error instanceof Error && error.name === 'AbortError') throw error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
  const code = cause && 'code' in cause ? ` (${String(cause.code)})` : ''
  throw new Failure(`No server answers at ${server}${code}. Start one with playa serve, or name it with --url.`)
}

const Problem = ValidationProblemDetails.pick({ Detail: true, Errors: true }).partial({ Errors: true })

const refusal = async (server: string, response: Response): Promise<Failure> => {
  const { status } = response
  const problem = Problem.safeParse(await jsonOf(response).catch(() => undefined))
  if (!problem.success)
    return new Failure(`${server} answers ${status} without a word on why. Is it a Playa server? Name one with --url.`)
  const { Detail, Errors = {} } = problem.data
  const hint = status === 401 ? ' Give it with --control-token, or set PLAYA_CONTROL_TOKEN.' : ''
  const faults = Object.entries(Errors).flatMap(([name, sentences]) =>
    sentences
      .filter((sentence) => !Detail.includes(sentence))
      .map((sentence) => `  ${oneLine(`${name}: ${sentence}`)}`),
  )
  return new Failure([...lines(Detail + hint), ...faults].join('\n'))
}

const jsonOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`${response.url} answers no JSON. Is it a Playa server? Name one with --url.`)
  }
}

const shaped = <T>(server: string, answer: unknown, shape: z.ZodType<T>): T => {
  const read = shape.safeParse(answer)
  if (read.success) return read.data
  throw new Failure(
    `${server} answers in a form that this command does not know: ${z.prettifyError(read.error)}\nIs it of the same version? --json prints whatever it answers.`,
  )
}
