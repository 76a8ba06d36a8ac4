import { controlProblemText } from '../../api/problems/control-error.ts'
import { PROBLEM_TYPE } from '../../api/wire/media-types.ts'
import { decide } from '../../model/http/decision-core.ts'
import { isUnready } from '../../model/http/operation.ts'
import type { ApiRequest, RequestBody } from '../../model/http/request.ts'
import { operations } from '../../model/resources/index.ts'
import { noUsage } from '../../model/world/usage.ts'
import { SEND } from '../faults/delivery-plan.ts'
import { mayHaveFault, planRequestFaults } from '../faults/request-faults.ts'
import { StoreError } from '../stores/record-file.ts'
import type { IncomingRequest } from '../transport/incoming-request.ts'
import { type ExchangePorts, type HandledRequest, type ReadRequest, readied, respond } from './exchange.ts'
import { CUT_OFF, injectFaults } from './inject-faults.ts'
import { DEFAULT_WORLD, unknownWorldMessage, type WorldHandle } from './world-registry.ts'

/** Names the world of a request whose path has no world prefix. */
const WORLD_HEADER = 'playa-world'

/** Marks a read that is excluded from the journal, from usage and from faults, as the console's reads are. */
const UNRECORDED_HEADER = 'playa-aside'

/** `none` marks a request on which no fault acts: preparation by the tests of a client (`playa sweep`). */
const EXEMPTION_HEADER = 'playa-sweep'

const WORLD_PREFIX = '/w/'

/** Ports of request handling. */
export interface HandlerPorts extends ExchangePorts {
  readonly worlds: {
    get(name: string): WorldHandle | undefined
    /** Loads a world that is only stored into memory. */
    load?(name: string, wallMs: number): Promise<WorldHandle | undefined> | undefined
    readonly stored?:
      | {
          committed(worldHandle: WorldHandle): Promise<void> | undefined
        }
      | undefined
  }
  /** Whether `Prefer: code=503` on a request has an effect. */
  readonly honorsPrefer: boolean
}

/**
 * Handles a request of the described API: finds its world, reads its body, plans faults, decides, records.
 * Every request takes this path, in process or from a socket. An unknown world is a 404 of the control API,
 * which says how to create it.
 */
export const handle = (
  ports: HandlerPorts,
  incoming: IncomingRequest,
): HandledRequest | Promise<HandledRequest> => {
  const { origin, path, query } = incoming.parts
  const prefix = path.startsWith(WORLD_PREFIX) ? path.slice(0, path.indexOf('/', WORLD_PREFIX.length)) : ''
  const name =
    prefix === '' ? (incoming.header(WORLD_HEADER) ?? DEFAULT_WORLD) : prefix.slice(WORLD_PREFIX.length)
  const found = { incoming, prefix, origin, path, query }
  const worldHandle = ports.worlds.get(name)
  if (worldHandle) return handleIn(ports, worldHandle, found)
  const loading = ports.worlds.load?.(name, ports.wallMs())
  if (!loading) return { response: unknownWorldResponse(name, path), plan: SEND }
  return loading.then(
    (loaded) =>
      loaded ? handleIn(ports, loaded, found) : { response: unknownWorldResponse(name, path), plan: SEND },
    (error: unknown) => refuseUnstored(error, path),
  )
}

/** A request with the parts of its target. */
interface FoundRequest {
  readonly incoming: IncomingRequest
  readonly prefix: string
  readonly origin: string
  readonly path: string
  readonly query: string
}

const handleIn = (
  ports: HandlerPorts,
  worldHandle: WorldHandle,
  { incoming, prefix, origin, path, query }: FoundRequest,
): HandledRequest | Promise<HandledRequest> => {
  worldHandle.lastUseMs = ports.wallMs()
  const outer = incoming.outerPrefix ?? ''
  const { stored } = ports.worlds
  let decided: { readonly committed: Promise<void> | undefined } | undefined
  // Until the response is ready, other commits of the world may succeed or fail.
  const onDecided = () => {
    decided = { committed: stored?.committed(worldHandle) }
    decided.committed?.catch(() => undefined)
  }
  const { epoch } = worldHandle
  const read = (body: RequestBody): HandledRequest | Promise<HandledRequest> => {
    const isGone = worldHandle.epoch !== epoch && ports.worlds.get(worldHandle.name) !== worldHandle
    if (isGone) return CUT_OFF
    return handleRead(ports, worldHandle, {
      incoming,
      onDecided,
      request: {
        method: incoming.method,
        path: path.slice(prefix.length),
        query,
        instance: outer + path,
        header: (header) => incoming.header(header),
        headersLike: (start) => incoming.headersLike(start),
        body,
        prefix: outer + prefix,
        origin,
        wallMs: ports.wallMs(),
      },
    })
  }
  const body = incoming.readBody()
  const handled = body instanceof Promise ? body.then(read) : read(body)
  if (!stored) return handled
  const settle = (done: HandledRequest) => {
    const { committed } = decided ?? { committed: stored.committed(worldHandle) }
    return afterCommit(committed, done, path)
  }
  return handled instanceof Promise ? handled.then(settle) : settle(handled)
}

/** Sends the response when the changes that it shows are stored; after a failed commit it says why. */
const afterCommit = (
  committed: Promise<void> | undefined,
  handled: HandledRequest,
  path: string,
): HandledRequest | Promise<HandledRequest> =>
  committed
    ? committed.then(
        () => handled,
        (error: unknown) => refuseUnstored(error, path),
      )
    : handled

const refuseUnstored = (error: unknown, path: string): HandledRequest => {
  if (!(error instanceof StoreError)) throw error
  const response = {
    status: 503,
    headers: { 'Content-Type': PROBLEM_TYPE },
    body: controlProblemText(503, error.message, path),
  }
  return { response, plan: SEND }
}

const handleRead = (
  ports: HandlerPorts,
  worldHandle: WorldHandle,
  read: ReadRequest,
): HandledRequest | Promise<HandledRequest> => {
  if (worldHandle.playing) return afterEvent(ports, worldHandle, read)
  if (read.request.method === 'GET' && read.request.header(UNRECORDED_HEADER) !== null)
    return readUnrecorded(ports, worldHandle, read.request)
  const { request } = read
  if (mayHaveFault(worldHandle.world, request, ports) && request.header(EXEMPTION_HEADER) !== 'none') {
    const planned = planRequestFaults(worldHandle.world, read.request, ports)
    worldHandle.world = planned.world
    if (planned.faults) return injectFaults(ports, worldHandle, { read, faults: planned.faults })
  }
  const response = respond(ports, worldHandle, read)
  return response instanceof Promise
    ? response.then((late) => ({ response: late, plan: SEND }))
    : { response, plan: SEND }
}

/** Handles a request after the event that is being played. */
const afterEvent = async (
  ports: HandlerPorts,
  worldHandle: WorldHandle,
  { request, ...read }: ReadRequest,
): Promise<HandledRequest> => {
  await worldHandle.playing
  return handleRead(ports, worldHandle, { ...read, request: { ...request, wallMs: ports.wallMs() } })
}

/** Responds to a read without recording it, counting it or injecting faults. */
const readUnrecorded = (
  ports: HandlerPorts,
  { world }: WorldHandle,
  request: ApiRequest,
): HandledRequest | Promise<HandledRequest> => {
  // The usage of clients does not limit unrecorded reads.
  const read = (ready: object) => decide(operations, { ...world, usage: noUsage }, { ...request, ...ready })
  const handled = (decided: ReturnType<typeof read>): HandledRequest => {
    if (isUnready(decided)) throw new Error('a read requested photo sizes')
    return { response: decided.response, plan: SEND }
  }
  const decided = read({})
  return isUnready(decided) ? readied(ports, decided).then((ready) => handled(read(ready))) : handled(decided)
}

const unknownWorldResponse = (name: string, path: string): HandledRequest['response'] => ({
  status: 404,
  headers: { 'Content-Type': PROBLEM_TYPE },
  body: controlProblemText(404, unknownWorldMessage(name), path),
})
