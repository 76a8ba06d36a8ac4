import type { Context, Hono } from 'hono'
import { ControlError, controlProblem } from '../problems/control-error.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { WorldError } from '../simulator/world-registry.ts'
import { StoreError } from '../stores/record-file.ts'
import { noteRequest, outerPrefixOf } from '../transport/request-note.ts'
import type { ControlCall } from './call.ts'
import { readCallBody, readInput } from './read-input.ts'

/**
 * Binds the calls to the paths below `/_playa`; a known path answers other methods with 405 and `Allow`.
 *
 * Own code instead of `@hono/zod-openapi`, which was weighed: its validators answer 415 to a body without
 * `Content-Type`, parse JSON before its size and nesting are bounded, judge query and body one after the
 * other instead of naming all issues at once, and know no 405. It would add three packages and 30 ms to the
 * first call. The document needs no generator of its own either: zod writes the JSON Schemas (`openapi.ts`).
 */
export const bindCalls = (app: Hono, simulator: Simulator, calls: readonly RoutedCall[]): void => {
  const byPath = new Map<string, RoutedCall[]>()
  for (const call of calls) byPath.set(call.path, [...(byPath.get(call.path) ?? []), call])
  for (const [path, callsAtPath] of byPath) {
    const methods = callsAtPath
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', ')
    app.all(`/_playa${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      const call = callsAtPath.find((candidate) => candidate.method === method)
      if (call) return respond(context, simulator, call)
      return controlProblem(405, `${method} is not supported here; use ${methods}.`, pathOf(context), {
        headers: { Allow: methods },
      })
    })
  }
}

/** A call, with its name in the table where it is known. */
type RoutedCall = ControlCall & { readonly id?: string }

const respond = async (context: Context, simulator: Simulator, call: RoutedCall): Promise<Response> => {
  try {
    const { req, env } = context
    if (call.id !== undefined) noteRequest(env, { operation: call.id })
    const url = new URL(req.url)
    const param = (name: string): string => req.param(name) ?? ''
    const named = req.param('world') ?? url.searchParams.get('world')
    if (named !== null) await simulator.worlds.load(named, simulator.wallMs())
    simulator.worlds.touch(req.param('world'), simulator.wallMs())
    // Whatever was sent, an unknown world is what the client has to know first.
    if (req.param('world') !== undefined) simulator.worlds.require(param('world'))
    const outerPrefix = outerPrefixOf(env)
    const {
      json,
      raw,
      headers: given,
    } = await call.handle({
      simulator,
      origin: url.origin + outerPrefix,
      get world() {
        return simulator.worlds.require(param('world'))
      },
      query: call.query ? readInput(call.query, Object.fromEntries(url.searchParams)) : {},
      signal: req.raw.signal,
      body: call.body ? await readCallBody(req.raw, call.body) : undefined,
      param,
      header: (name) => req.header(name),
    })
    const location = given?.['Location']
    const headers = location === undefined ? given : { ...given, Location: outerPrefix + location }
    // An answer tells only of what is stored.
    if (!call.tellsOfNoWorld) await simulator.committed()
    if (call.status === 204) return new Response(null, { status: 204 })
    if (raw !== undefined)
      return rawResponse(req.method, raw, { status: call.status, headers: { ...headers } })
    return new Response(`${JSON.stringify(json)}\n`, {
      status: call.status,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  } catch (error) {
    if (error instanceof ControlError)
      return controlProblem(error.status, error.message, pathOf(context), { errors: error.errors })
    if (error instanceof StoreError) return controlProblem(503, error.message, pathOf(context))
    if (error instanceof WorldError) return controlProblem(error.status, error.message, pathOf(context))
    throw error
  }
}

const rawResponse = async (
  method: string,
  raw: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  init: ResponseInit,
): Promise<Response> => {
  const isUnread = method === 'HEAD' && raw instanceof ReadableStream
  // The stream of a HEAD request gets no reader, and would listen for events for ever.
  if (isUnread) await raw.cancel()
  return new Response(isUnread ? null : raw, init)
}

const pathOf = (context: Context): string => new URL(context.req.url).pathname
