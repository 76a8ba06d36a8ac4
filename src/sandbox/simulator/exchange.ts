import { type DecisionResult, decide } from '../../model/http/decision-core.ts'
import { isUnready, type Unready } from '../../model/http/operation.ts'
import type { ApiRequest, ApiResponse } from '../../model/http/request.ts'
import { operations } from '../../model/resources/index.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import { type World, worldTimeMs } from '../../model/world/world.ts'
import type { DeliveryPlan } from '../faults/delivery-plan.ts'
import type { InjectedFault, RecordedExchange } from '../journal/journal-entry.ts'
import { recordExchange } from '../journal/recorder.ts'
import { inSlices } from '../scenarios/in-slices.ts'
import type { IncomingRequest } from '../transport/incoming-request.ts'
import type { EventBus } from './event-bus.ts'
import type { WorldHandle } from './world-registry.ts'

/** Measures photos by URL, through the guard of outgoing requests (`publications/photos`). */
export type MeasurePhotos = (urls: readonly string[]) => Promise<NonNullable<ApiRequest['photos']>>

/** Ports of an exchange. */
export interface ExchangePorts {
  readonly eventBus: EventBus
  /** The wall clock, in milliseconds since the epoch. */
  wallMs(): number
  measurePhotos: MeasurePhotos
  /** Returns the origin of links in messages that a request from `origin` causes. */
  linkOrigin(origin: string): string
  /** Queues deliveries for `events`; returns the new world. `base` begins their links. */
  queueDeliveries(world: World, events: readonly DomainEvent[], base: string): World
  /** Sets the world's timer to its next scheduled task. */
  reschedule(handle: WorldHandle): void
}

/** The result of handling a request: the response, and how the server sends it. */
export interface HandledRequest {
  readonly response: Pick<ApiResponse, 'status' | 'headers' | 'body'> & Partial<Pick<ApiResponse, 'decision'>>
  readonly plan: DeliveryPlan
}

/** A request whose world is known and whose body is read. */
export interface ReadRequest {
  readonly incoming: IncomingRequest
  readonly request: ApiRequest
  /** When the request arrived, if a fault was injected. */
  readonly arrival?: Arrival
  readonly fault?: InjectedFault
  /** Called in the same step as the decision, whose change is in the next commit. */
  onDecided?(): void
}

/** The moment at which a request was complete. */
export interface Arrival {
  readonly wallMs: number
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** Monotonic, in milliseconds. */
  readonly startedMs: number
}

/**
 * Decides the request and commits the new world in one synchronous step, so two writers with one entity tag
 * never both win (PUB-34). Where photos must be measured or many rows searched first, it decides again from
 * the start, on the world of that later moment.
 */
export const respond = (
  ports: ExchangePorts,
  worldHandle: WorldHandle,
  read: ReadRequest,
): ApiResponse | Promise<ApiResponse> => {
  const startedMs = performance.now()
  const before = worldHandle.world
  const decided = decide(operations, before, read.request)
  if (!isUnready(decided)) return commit(ports, worldHandle, { read, decided, before, startedMs })
  return readied(ports, decided).then(async (ready) => {
    while (worldHandle.playing) await worldHandle.playing
    const current = worldHandle.world
    const second = decide(operations, current, { ...read.request, wallMs: ports.wallMs(), ...ready })
    if (isUnready(second)) throw new Error('the decision core requested the same a second time')
    return commit(ports, worldHandle, { read, decided: second, before: current, startedMs })
  })
}

/** Prepares a decision: measures photos, or searches rows in slices. */
export const readied = async (
  { measurePhotos }: Pick<ExchangePorts, 'measurePhotos'>,
  needed: Unready,
): Promise<Pick<ApiRequest, 'photos' | 'found'>> =>
  'search' in needed
    ? { found: await inSlices(needed.search) }
    : { photos: await measurePhotos(needed.needsPhotos) }

interface DecidedExchange {
  readonly read: ReadRequest
  readonly decided: DecisionResult
  readonly before: World
  readonly startedMs: number
}

/** Commits the new world, queues deliveries for the events, and records the exchange. */
const commit = (
  ports: ExchangePorts,
  worldHandle: WorldHandle,
  { read, decided: { world, response }, before, startedMs }: DecidedExchange,
): ApiResponse => {
  if (response.events.length === 0) {
    worldHandle.world = world
  } else {
    const { origin, prefix } = read.request
    worldHandle.world = ports.queueDeliveries(world, response.events, ports.linkOrigin(origin) + prefix)
    if (worldHandle.world !== world) ports.reschedule(worldHandle)
  }
  record(ports, worldHandle, { read, response, before, startedMs })
  read.onDecided?.()
  return response
}

/** An exchange to record in the journal. */
export interface Recording {
  readonly read: ReadRequest
  readonly response: ApiResponse
  readonly before: World
  /** Monotonic, in milliseconds; an arrival before an injected delay counts instead. */
  readonly startedMs: number
}

/** Writes the exchange into the world's journal and publishes it on the event bus. */
export const record = (
  { eventBus }: Pick<ExchangePorts, 'eventBus'>,
  { name, journal, world }: WorldHandle,
  { read, response, before, startedMs }: Recording,
): void => {
  if (!journal.isOpen) return
  const { request, incoming, arrival, fault } = read
  const wallMs = arrival?.wallMs ?? request.wallMs
  const n = journal.next
  const recorded = recordExchange(incoming, request.body, response, before)
  // Member by member: spreading one object into another takes longer than the rest of this function.
  const exchange: RecordedExchange = {
    request: recorded.request,
    response: recorded.response,
    before: journal.summarize(before),
    after: journal.summarize(world),
  }
  journal.add(fault ? { ...exchange, injectedFault: fault } : exchange, {
    wallMs,
    atMs: arrival?.atMs ?? worldTimeMs(before.clock, wallMs),
    tookMs: performance.now() - (arrival?.startedMs ?? startedMs),
  })
  if (eventBus.hasListeners) eventBus.publish({ kind: 'exchange', world: name, n })
}
