import { Agent, request } from 'node:http'
import { onTestFinished } from 'vitest'
import { ValidationProblemDetails } from '../../src/api/wire/problem-schemas.ts'
import { Simulator, type SimulatorOptions } from '../../src/sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD } from '../../src/sandbox/simulator/world-registry.ts'
import { createApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/listen.ts'

/** Result of a request: a complete or partial response, or an error code. */
export interface ClientResult {
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Number of chunks of the body. */
  readonly parts: number
  readonly error?: string
}

export interface SentRequest {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Sends requests to a sandbox. */
export type Client = (method: string, path: string, sent?: SentRequest) => Promise<ClientResult>

const Problem = ValidationProblemDetails.partial()

/** Opens a sandbox for fault injection, with clients in process and over a socket. */
export const faultySandbox = async (options: Partial<SimulatorOptions> = {}) => {
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const nowMs = Date.parse('2026-03-01T12:00:00-03:00')
  const simulator = await Simulator.open({ scenario: 'empty', nowMs, report, ...options })
  const app = createApp(simulator)
  const { port, close } = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
  onTestFinished(close)
  const inProcess = inProcessClient(async (request) => app.fetch(request))
  const control = async (method: string, path: string, body?: object) => {
    const { status, bytes, headers } = await inProcess(method, `/_playa/worlds${path}`, body ? { body } : {})
    const json: unknown = bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
    return { status, headers, json, problem: Problem.safeParse(json).data ?? {} }
  }
  return {
    simulator,
    failures,
    clients: { 'in process': inProcess, 'over a socket': socketClient(port) },
    control,
    fault: async (rule: object, world = DEFAULT_WORLD) =>
      (await control('POST', `/${world}/faults`, rule)).json,
    marks: (world = DEFAULT_WORLD) =>
      simulator.worlds
        .require(world)
        .journal.all()
        .map(({ injectedFault: mark }) => mark),
  }
}

const inProcessClient =
  (fetch: (request: Request) => Promise<Response>): Client =>
  async (method, path, { body, headers = {}, signal } = {}) => {
    const parts: Uint8Array[] = []
    const result = (answer: Response | undefined, error?: unknown): ClientResult => ({
      ...(answer && { status: answer.status }),
      headers: Object.fromEntries(answer?.headers ?? []),
      bytes: Buffer.concat(parts),
      parts: parts.length,
      ...(error !== undefined && { error: codeOf(error) }),
    })
    let answer: Response | undefined
    try {
      answer = await fetch(
        new Request(`http://playa.localhost${path}`, {
          method,
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
      )
      const reader = answer.body?.getReader()
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
        parts.push(read.value)
      return result(answer)
    } catch (error) {
      return result(answer, error)
    }
  }

const codeOf = (error: unknown): string => {
  const cause = error instanceof TypeError ? error.cause : error
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code
  return error instanceof Error ? error.name : String(error)
}

const socketClient =
  (port: number): Client =>
  (method, path, { body, headers = {}, signal } = {}) =>
    new Promise((resolve) => {
      const parts: Buffer[] = []
      let head: Pick<ClientResult, 'status' | 'headers'> = { headers: {} }
      const done = (error?: unknown) =>
        resolve({
          ...head,
          bytes: Buffer.concat(parts),
          parts: parts.length,
          ...(error !== undefined && { error: codeOf(error) }),
        })
      const outgoing = request({
        port,
        host: '127.0.0.1',
        method,
        path,
        agent: new Agent(),
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(signal && { signal }),
      })
      outgoing.on('error', done)
      outgoing.on('response', (answer) => {
        const seen = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        head = { status: answer.statusCode ?? 0, headers: Object.fromEntries(seen) }
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', done)
        answer.on('end', () => done())
      })
      outgoing.end(body ? JSON.stringify(body) : undefined)
    })
