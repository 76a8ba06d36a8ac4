import { type Profile, withOptions } from '../../assumptions/profile.ts'
import type { PhotoSizes } from '../../domain/decision-context.ts'
import { faultTarget } from '../../faults/fault-target.ts'
import { type GuardedOptions, guardedRequest } from '../../outbound/guarded-request.ts'
import { createApp, type FetchHandler } from '../../server/app.ts'
import { AttemptsInProgress } from '../../simulator/attempts-in-progress.ts'
import { Simulator } from '../../simulator/simulator.ts'
import { DEFAULT_WORLD, type WorldHandle } from '../../simulator/world-registry.ts'
import { agenciesInOrder } from '../../world/agency.ts'
import { noUsage } from '../../world/usage.ts'
import type { World } from '../../world/world.ts'
import { type CallResponse, type ClientCall, isExempt, pathOfTarget } from '../faults/client-call.ts'
import {
  type FaultInjection,
  type InjectedWorld,
  limitedRate,
  noInjection,
} from '../faults/fault-injection.ts'
import { isWebhook } from '../faults/world-fault.ts'
import { type SweptRecord, worldRecords } from './world-records.ts'

/** The start of every world of a sweep. */
export interface SweepSetting {
  readonly scenario?: string
  readonly seed?: number
  /** The clock is frozen at this time, in milliseconds since the epoch. */
  readonly nowMs: number
  readonly profile: Readonly<Record<string, unknown>>
}

/** A world of one run, with every request that reached it. */
export interface SweepWorld {
  readonly handler: FetchHandler
  readonly calls: ClientCall[]
  readonly simulator: Simulator
  /** How the injection writes header names; absent: as usual. */
  readonly headerName?: FaultInjection['headerName']
  readonly reasonPhrase?: FaultInjection['reasonPhrase']
  /** Times at which the injection acted, in milliseconds since the start of the run. */
  readonly acted: number[]
  /** Wrong behaviour of the client that the injection saw. */
  readonly accusations: string[]
  /** Behaviour that the injection saw and that is reported as advice. */
  readonly adviceLines: string[]
  /** `adminMail` of the first agency. */
  readonly agency: string
  /** Returns the number of requests without an answer yet. */
  waiting(): number
  /** Returns the limit that the client exceeded, as a clause; undefined if none. */
  excess(): string | undefined
  /** Registers a function that is called when the client exceeds a limit. */
  onExcess(run: () => void): void
  /** Registers a function that is called to refuse connections for some milliseconds. */
  onRefusal(run: (ms: number) => void): void
  /** Returns whether a webhook was sent in any phase. */
  hasDeliveries(): boolean
  /** Returns the records of each phase: at each reset of a world, and at the end. */
  phases(ownOrigin?: string): SweptRecord[][]
  /** Handles a request and records it. Rejects if the client gets no response. */
  handle(request: SweepRequest): Promise<Response>
  /** Ends the injection, and stops all timers. */
  close(): void
}

/** A request from a socket, or from the recording of a former run. */
export interface SweepRequest extends Pick<ClientCall, 'method' | 'target' | 'headers' | 'body'> {
  /** Scheme and authority of the URL. */
  readonly origin: string
  readonly signal?: AbortSignal
}

interface WorldPlan {
  readonly setting: SweepSetting
  readonly injection?: FaultInjection
  /** True: no webhook is sent, and calls are not recorded again. */
  readonly isReplay?: boolean
}

/** Opens a fresh world in a new simulator, under a fault injection. */
export const openSweepWorld = async ({
  setting,
  injection = noInjection,
  isReplay = false,
}: WorldPlan): Promise<SweepWorld> => {
  const { profile, ...start } = setting
  const nowMs = injection.startMs ?? setting.nowMs
  const options = { ...profile, ...injection.options }
  const { outgoing = (request: GuardedOptions) => request, deliver } = injection
  const sendRequest = (injection.outgoing || deliver) && {
    sendRequest: (request: GuardedOptions) =>
      deliver ? deliver(outgoing(request), guardedRequest) : guardedRequest(outgoing(request)),
  }
  const simulator = await Simulator.open({
    ...start,
    nowMs,
    profile: options,
    report: () => {},
    ...(isReplay && { journalEntries: 0 }),
    ...sendRequest,
  })
  inheritStart(simulator, { nowMs, profile: options })
  // No photo is downloaded: a sweep must not depend on a network.
  simulator.measurePhotos = async (urls) => presentPhotos(urls)
  if (isReplay) simulator.queueDeliveries = (world) => world
  const worldHandle = withOrder(simulator.worlds.require(DEFAULT_WORLD))
  const app = createApp(simulator)
  return sweepWorld(
    {
      simulator,
      worldHandle,
      handler: (request) => app.fetch(request),
      isReplay,
    },
    injection,
  )
}

/**
 * Gives worlds that tests make the setting of the first one, unless a test sets its own. With a rate limit
 * its clock is moved to just before a full minute, when the limit ends.
 */
const inheritStart = (
  simulator: Simulator,
  first: Required<Pick<SweepSetting, 'nowMs' | 'profile'>>,
): void => {
  const make = simulator.makeWorld.bind(simulator)
  simulator.makeWorld = async ({ nowMs, profile, ...given }) => {
    const options = { ...first.profile, ...profile }
    const isLimited = nowMs !== undefined && (options['limits/rate'] ?? 'off') !== 'off'
    const startMs = isLimited ? limitedRate(nowMs).startMs : nowMs
    return withOrder(await make({ ...given, nowMs: startMs ?? first.nowMs, profile: options }))
  }
}

/** Sends one webhook at a time: on a busy machine their order would be random. */
const withOrder = (worldHandle: WorldHandle): WorldHandle => {
  worldHandle.attempts = new AttemptsInProgress(1)
  return worldHandle
}

const DOWNLOADED = { widthPx: 1_280, heightPx: 960 }

const presentPhotos = (urls: readonly string[]): PhotoSizes => new Map(urls.map((url) => [url, DOWNLOADED]))

interface OpenedWorld {
  readonly simulator: Simulator
  readonly worldHandle: WorldHandle
  readonly handler: FetchHandler
  readonly isReplay: boolean
}

const sweepWorld = (
  { simulator, worldHandle, handler, isReplay }: OpenedWorld,
  injection: FaultInjection,
): SweepWorld => {
  const startedMs = performance.now()
  const ordinals = new Map<string, number>()
  const calls: ClientCall[] = []
  const acted: number[] = []
  const accusations: string[] = []
  const adviceLines: string[] = []
  let waiting = 0
  const limit = new RunLimit()
  const ended: EndedWorld[] = []
  const endings: (() => void)[] = []
  let refuseConnections = (_: number) => {}
  const injected: InjectedWorld = {
    simulator,
    worldHandle,
    handler,
    mark: () => void acted.push(performance.now() - startedMs),
    accuse: (reason) => void accusations.push(reason),
    advise: (reason) => void adviceLines.push(reason),
    refuseConnections: (ms) => refuseConnections(ms),
    atEnd: (run) => void endings.push(run),
  }
  injection.open?.(injected)
  const record = async (call: ClientCall, response: Response): Promise<Response> =>
    isReplay ? response : recorded(call, response, (bytes) => limit.add(0, bytes))
  const numbered = (operation: string | undefined): string | undefined => {
    if (operation === undefined) return undefined
    const ordinal = (ordinals.get(operation) ?? 0) + 1
    ordinals.set(operation, ordinal)
    return `${operation}#${ordinal}`
  }
  const handle = async (given: SweepRequest): Promise<Response> => {
    const request = {
      ...given,
      target:
        injection.incomingTarget?.(given.method, given.target, given.headers) ?? withoutBase(given.target),
    }
    if (!isReplay) limit.add(1, given.body.length)
    const { operation } = faultTarget(request.method, pathOfTarget(request.target))
    const { method, target, headers, body } = given
    const call: ClientCall = {
      method,
      target,
      headers,
      body,
      operation,
      exchange: numbered(operation),
      atMs: performance.now() - startedMs,
      response: null,
    }
    calls.push(call)
    const called = simulator.worlds.get(worldNameOf(given)) ?? worldHandle
    // Records of a test count even if a later test resets the world.
    if (ENDING.test(`${method} ${request.target}`)) ended.push({ start: called.start, world: called.world })
    if (isExempt(headers)) {
      injection.beforeExempt?.({ ...injected, worldHandle: called })
      const { faultRules, usage, setting } = called.world
      called.world = {
        ...called.world,
        faultRules: { ...faultRules, rules: [] },
        usage: noUsage,
        setting: { ...setting, profile: withoutCondition(setting.profile) },
      }
      const response = await handler(webRequest(request))
      called.world = { ...called.world, faultRules, usage, setting }
      return record(call, response)
    }
    const arriving = { ...call, target: request.target, sentTarget: target }
    const step = await injection.before?.({ ...injected, worldHandle: called }, arriving)
    const response = await handler(webRequest(request))
    return record(call, step ? await step(response) : response)
  }
  return {
    handler,
    calls,
    simulator,
    waiting: () => waiting,
    acted,
    accusations,
    adviceLines,
    excess: () => limit.excess,
    onExcess: (run) => {
      limit.onExcess = run
    },
    onRefusal: (run) => {
      refuseConnections = run
    },
    headerName: injection.headerName,
    reasonPhrase: injection.reasonPhrase,
    agency: agenciesInOrder(worldHandle.start.agencies)[0]?.adminMail ?? '',
    hasDeliveries: () =>
      [...ended, ...simulator.worlds.all()].some(
        ({ start, world }) => hookCount(world.deliveries) > hookCount(start.deliveries),
      ),
    phases: (ownOrigin = '') =>
      [...ended, ...simulator.worlds.all()].map(({ start, world }) => worldRecords(start, world, ownOrigin)),
    handle: async (given) => {
      waiting += 1
      try {
        return await handle(given)
      } finally {
        waiting -= 1
      }
    },
    close: () => {
      for (const end of endings) end()
      for (const own of simulator.worlds.all()) {
        clearTimeout(own.timer)
        own.epoch += 1
      }
    },
  }
}

/** Requests that prepare a test need no tag, even if the client's requests do. */
const withoutCondition = (profile: Profile): Profile =>
  withOptions(profile, { 'publications/precondition-required': 'allowed' }, 'given')

/**
 * Limits for the requests of a run, and for the bytes of their bodies and answers: all are kept in memory and
 * replayed many times.
 */
const MAX_CALLS = 20_000
const MAX_BYTES = 256 * 1024 * 1024

/** Limits the memory that the recording of a run takes. */
class RunLimit {
  #calls = 0
  #bytes = 0
  excess: string | undefined
  onExcess = () => {}

  /** Counts calls and bytes. Throws beyond a limit. */
  add(calls: number, bytes: number): void {
    this.#calls += calls
    this.#bytes += bytes
    if (this.#calls <= MAX_CALLS && this.#bytes <= MAX_BYTES) return
    this.excess ??=
      this.#calls > MAX_CALLS
        ? `it sends more than ${MAX_CALLS} requests in one run`
        : `its requests and their answers are larger than ${MAX_BYTES / 1024 / 1024} MiB in one run`
    this.onExcess()
    throw new Error(this.excess)
  }
}

const hookCount = ({ all }: World['deliveries']): number => Array.from(all).filter(isWebhook).length

/** A world just before its reset or deletion. */
type EndedWorld = Pick<WorldHandle, 'start' | 'world'>

const ENDING =
  /^POST \/_playa\/worlds\/[^/]+\/(?:reset|snapshots\/[^/]+\/restore)$|^DELETE \/_playa\/worlds\/[^/]+$/

/** Removes the base URL of a world, as `listen` of a sandbox returns it, from a call of the control API. */
const withoutBase = (target: string): string =>
  target.replace(
    /^\/w\/([^/]+)\/_playa(?:\/worlds\/default(?=\/|$))?/,
    (found, name) => `/_playa${found.endsWith('/default') ? `/worlds/${name}` : ''}`,
  )

const worldNameOf = ({ target, headers }: Pick<ClientCall, 'target' | 'headers'>): string =>
  /^\/(?:w|_playa\/worlds)\/([^/?]+)/.exec(target)?.[1] ??
  headers.find(([name]) => name.toLowerCase() === 'playa-world')?.[1] ??
  DEFAULT_WORLD

const webRequest = ({ origin, method, target, headers, body, signal }: SweepRequest): Request =>
  new Request(origin + target, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(method !== 'GET' && method !== 'HEAD' && body.length > 0 && { body: new Uint8Array(body) }),
    ...(signal && { signal }),
  })

/** Records the response of a call. Its body is recorded as it arrives, because a fault may slow it down. */
const recorded = async (
  call: ClientCall,
  response: Response,
  weigh: (bytes: number) => void,
): Promise<Response> => {
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  if (body === null) {
    call.response = { status, headers, body: '' }
    return response
  }
  // Event streams never end, and no replay reads them.
  if (headers['content-type']?.startsWith('text/event-stream')) return response
  const [own, sent] = body.tee()
  void textOf(own).then(
    (text) => {
      const done: CallResponse = { status, headers, body: text }
      call.response = done
      weigh(text.length)
    },
    () => {
      call.response = { status, headers, body: '' }
    },
  )
  return new Response(sent, { status, headers: response.headers })
}

const textOf = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text()
