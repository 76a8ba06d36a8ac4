import type { Context, Hono } from 'hono'
import { ControlError, controlProblem } from '../api/problems/control-error.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { WorldError } from '../sandbox/simulator/world-registry.ts'
import { StoreError } from '../sandbox/stores/record-file.ts'
import { outerPrefixOf, requestNoteOf } from '../sandbox/transport/request-note.ts'
import type { ControlCall, ControlResult } from './call/call.ts'
import { readCallBody, readInput } from './read-input.ts'

/** Binds the calls to the paths below `/_playa`; a known path answers other methods with 405 and `Allow`. */
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

/** Executes a call and writes its response; refusals become problems. */
const respond = async (context: Context, simulator: Simulator, call: RoutedCall): Promise<Response> => {
  const note = requestNoteOf(context.env)
  if (note && call.id !== undefined) note.operation = call.id
  try {
    await loadNamedWorld(context, simulator, call)
    const answer = await (call.isExport ? makeExport : makeCall)(context, simulator, call)
    if (!call.isServerWide) await stored(context, simulator)
    return await answerResponse(context, call, answer)
  } catch (error) {
    const refused = refusalResponse(error, pathOf(context))
    if (refused) return refused
    throw error
  }
}

/**
 * Resolves when the worlds that a response shows are stored: the one that the path names, else all except
 * large new worlds, which other calls do not wait for.
 */
const stored = async ({ req }: Context, { worlds }: Simulator): Promise<void> => {
  const name = req.param('world')
  const worldHandle = name === undefined ? undefined : worlds.get(name)
  // A change may have been undone, with others, before its call gets here.
  const failed = worldHandle && req.method !== 'GET' ? worlds.stored?.failed(worldHandle) : undefined
  await (failed ?? (worldHandle ? worlds.stored?.committed(worldHandle) : worlds.stored?.nextCommit()))
}

/**
 * Reads the world that the path or the query names into memory. Throws a `WorldError` where the path names an
 * unknown one: the client has to know that before anything else about its request.
 */
const loadNamedWorld = async (
  { req }: Context,
  simulator: Simulator,
  { takesDamagedWorld = false }: RoutedCall,
): Promise<void> => {
  const inPath = req.param('world')
  const name = inPath ?? new URL(req.url).searchParams.get('world')
  if (name !== null) {
    const isRead = await wasRead(simulator.worlds.load(name, simulator.wallMs()), takesDamagedWorld)
    if (!isRead) return
  }
  simulator.worlds.touch(inPath, simulator.wallMs())
  if (inPath !== undefined) simulator.worlds.require(inPath)
}

/** Waits for a world; returns false for one that cannot be read, where a call takes it. */
const wasRead = async (loading: Promise<unknown> | undefined, takesDamaged: boolean): Promise<boolean> => {
  try {
    await loading
    return true
  } catch (error) {
    if (takesDamaged && error instanceof StoreError) return false
    throw error
  }
}

const makeCall = async (
  { req, env }: Context,
  simulator: Simulator,
  call: RoutedCall,
): Promise<ControlResult> => {
  const url = new URL(req.url)
  const param = (name: string): string => req.param(name) ?? ''
  const query = call.query ? readInput(call.query, Object.fromEntries(url.searchParams)) : {}
  const body = call.body ? await readCallBody(req.raw, call.body) : undefined
  const playing = () => simulator.worlds.get(param('world'))?.playing
  while (playing()) await playing()
  return call.handle({
    simulator,
    origin: url.origin + outerPrefixOf(env),
    get world() {
      return simulator.worlds.require(param('world'))
    },
    query,
    signal: req.raw.signal,
    body,
    param,
    header: (name) => req.header(name),
  })
}

/** Executes a call whose response may hold a whole world, few at a time: each counts until it was read. */
const makeExport: typeof makeCall = async (context, simulator, call) => {
  const { exports } = simulator.caps
  const release = exports.take()
  if (!release) {
    const detail = `${exports.most} exports, world files or HARs are being read; try again later.`
    throw new WorldError(503, detail, 1)
  }
  let isStreamed = false
  try {
    const answer = await makeCall(context, simulator, call)
    if (!(answer.raw instanceof ReadableStream)) return answer
    isStreamed = true
    return { ...answer, raw: releasing(answer.raw, release) }
  } finally {
    if (!isStreamed) release()
  }
}

/** Returns the same stream; calls `release` at its end, at a failure, or when its reader leaves. */
const releasing = (stream: ReadableStream<Uint8Array>, release: () => void): ReadableStream<Uint8Array> => {
  const reader = stream.getReader()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        release()
        throw error
      })
      if (!done) return controller.enqueue(value)
      release()
      controller.close()
    },
    cancel: (reason) => {
      release()
      return reader.cancel(reason)
    },
  })
}

const answerResponse = async (
  { req, env }: Context,
  { status }: RoutedCall,
  answer: ControlResult,
): Promise<Response> => {
  if (status === 204) return new Response(null, { status })
  const headers = { ...answer.headers }
  if (headers['Location'] !== undefined) headers['Location'] = outerPrefixOf(env) + headers['Location']
  if (answer.raw !== undefined) return rawResponse(req.method, answer.raw, { status, headers })
  return new Response(`${JSON.stringify(answer.json)}\n`, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

/** Returns the problem of a refusal; undefined for any other error. */
const refusalResponse = (error: unknown, path: string): Response | undefined => {
  if (error instanceof ControlError)
    return controlProblem(error.status, error.message, path, { errors: error.errors })
  if (error instanceof StoreError) return controlProblem(503, error.message, path)
  if (error instanceof WorldError) {
    const { retryAfterS } = error
    const headers = retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }
    return controlProblem(error.status, error.message, path, { headers })
  }
  return undefined
}

const rawResponse = async (
  method: string,
  raw: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  init: ResponseInit,
): Promise<Response> => {
  const isUnread = method === 'HEAD' && raw instanceof ReadableStream
  // Without a reader the stream would listen for events for ever.
  if (isUnread) await raw.cancel()
  return new Response(isUnread ? null : raw, init)
}

const pathOf = (context: Context): string => new URL(context.req.url).pathname
