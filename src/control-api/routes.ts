import type { Context, Hono } from 'hono'
import type * as z from 'zod'
import { parseObject } from '../http/body.ts'
import { askedOf } from '../transport/incoming-request.ts'
import { DEEPEST_NESTING, isNestedTooDeep } from '../text/json-nesting.ts'
import { readRequestBody } from '../transport/request-body.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { schemaFaults } from '../validation/schema-issues.ts'
import { WorldError } from '../simulator/world-registry.ts'
import { ControlError, controlProblem } from '../problems/control-error.ts'

/** One call of the control API as data: its routes and its OpenAPI document come from here. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_playa`, with `{name}` parameters. */
  readonly path: string
  readonly summary: string
  readonly body?: z.ZodType
  /** Of an object; its members are the query's parameters, as texts. */
  readonly query?: z.ZodObject
  /** The status of success. */
  readonly status: number
  readonly answer?: z.ZodType
  /** Default `application/json`. */
  readonly answerType?: string
  handle(request: ControlRequest): ControlAnswer | Promise<ControlAnswer>
}

export interface ControlRequest {
  readonly sandbox: Simulator
  /** Scheme and authority of the request. */
  readonly origin: string
  readonly query: unknown
  readonly body: unknown
  readonly signal: AbortSignal
  param(name: string): string
  /** Value of a header, by its name in any case. */
  header(name: string): string | undefined
}

export interface ControlAnswer {
  readonly json?: unknown
  readonly headers?: Record<string, string>
  /** Instead of JSON: what is sent as it is, of the type that `headers` name. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** Declares a call; `body` and `query` have been read by their schemas. */
export const controlCall = <B extends z.ZodType, Q extends z.ZodObject>(
  call: Omit<ControlCall, 'body' | 'query' | 'handle'> & {
    body?: B
    query?: Q
    handle(
      request: Omit<ControlRequest, 'body' | 'query'> & { body: z.infer<B>; query: z.infer<Q> },
    ): ControlAnswer | Promise<ControlAnswer>
  },
): ControlCall =>
  // The router hands every call only what its own schema read.
  call as ControlCall

/** Binds the calls to the paths below `/_playa`; a known path answers other methods with 405. */
export const bindCalls = (app: Hono, sandbox: Simulator, calls: readonly ControlCall[]): void => {
  const byPath = new Map<string, ControlCall[]>()
  for (const call of calls) byPath.set(call.path, [...(byPath.get(call.path) ?? []), call])
  for (const [path, there] of byPath) {
    const methods = there.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    app.all(`/_playa${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      const call = there.find((candidate) => candidate.method === method)
      if (call) return answer(context, sandbox, call)
      return controlProblem(405, `${method} is not supported here; use ${methods}.`, instanceOf(context), {
        headers: { Allow: methods },
      })
    })
  }
}

const answer = async (context: Context, sandbox: Simulator, call: ControlCall): Promise<Response> => {
  try {
    const url = new URL(context.req.url)
    sandbox.worlds.touch(context.req.param('world'), sandbox.wallMs())
    const { json, raw, headers } = await call.handle({
      sandbox,
      origin: url.origin,
      query: call.query ? valid(call.query, Object.fromEntries(url.searchParams)) : {},
      signal: context.req.raw.signal,
      body: call.body ? await readControlBody(context, call.body) : undefined,
      param: (name) => context.req.param(name) ?? '',
      header: (name) => context.req.header(name),
    })
    if (call.status === 204) return new Response(null, { status: 204 })
    // A stream that nobody will read must not wait for a reader.
    const unread = context.req.method === 'HEAD' && raw instanceof ReadableStream
    if (unread) await raw.cancel()
    if (raw !== undefined) return new Response(unread ? null : raw, { status: call.status, headers: { ...headers } })
    return new Response(`${JSON.stringify(json)}\n`, {
      status: call.status,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  } catch (error) {
    if (error instanceof ControlError)
      return controlProblem(error.status, error.message, instanceOf(context), { errors: error.errors })
    if (error instanceof WorldError) return controlProblem(error.status, error.message, instanceOf(context))
    throw error
  }
}

const instanceOf = (context: Context): string => new URL(context.req.url).pathname

/** The body of a control call; an empty one counts as `{}`. All faults are told at once, by path. */
const readControlBody = async (context: Context, schema: z.ZodType): Promise<unknown> => {
  const body = await readRequestBody(askedOf(context.req.raw, context.env))
  if (body.kind === 'too-large')
    throw new ControlError(413, 'The body is larger than this call takes: 32 MiB for a new world, 1 MiB elsewhere.')
  const { bytes } = body
  // What nests is ASCII, whatever stands between.
  if (isNestedTooDeep(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))) {
    const expected = `Expected JSON that is nested at most ${DEEPEST_NESTING} deep.`
    throw new ControlError(400, 'The body is nested too deep.', { _: [expected] })
  }
  const sent = bytes.length === 0 ? {} : parseObject(bytes)
  if (typeof sent === 'string')
    throw new ControlError(400, 'The body must be one JSON object.', { _: ['Expected a JSON object.'] })
  return valid(schema, sent)
}

const valid = (schema: z.ZodType, sent: unknown): unknown => {
  const read = schema.safeParse(sent)
  if (read.success) return read.data
  // Any name may come, that of a prototype too, so they are kept in a map.
  const errors = new Map<string, string[]>()
  for (const [path, sentence] of schemaFaults(schema, sent, read.error.issues)) {
    const name = path.join('.') || '_'
    errors.set(name, [
      ...(errors.get(name) ?? []),
      `${sentence[0]?.toUpperCase()}${sentence.slice(1)}${sentence.endsWith('?') ? '' : '.'}`,
    ])
  }
  throw new ControlError(400, `Not valid: ${[...errors.keys()].join(', ')}.`, Object.fromEntries(errors))
}
