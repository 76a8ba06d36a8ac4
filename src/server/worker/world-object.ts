import { packageVersion } from '../../lib/runtime/package-version.ts'
import { Simulator } from '../../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD, type WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { SqliteFile } from '../../sandbox/stores/sqlite-file.ts'
import { nextWakeMs } from '../../sandbox/stores/wake-records.ts'
import { WorldStore } from '../../sandbox/stores/world-store.ts'
import { createApp, type FetchHandler } from '../app.ts'
import { OBJECT_HEADERS, type ObjectSettings } from './object-call.ts'
import type { ObjectState, ObjectStorage, WorkerEnv } from './platform.ts'
import { reportUse } from './registry-client.ts'
import { isFork, isPagePath, targetWorld } from './target-world.ts'
import { bearerToken, hasDigest } from './token-digest.ts'

/** Maximum wait that the memory of an object is kept for; alarms do the rest. */
const MAX_TIMER_MS = 1_000
/** When an attempt is made again that an object did not finish in memory. */
const RETRY_AFTER_LOSS_MS = 30_000
/** How often the registry hears that a world is used. */
const REPORT_INTERVAL_MS = 60 * 60_000

/** A world that is open in the memory of its object. */
interface OpenObject {
  readonly simulator: Simulator
  readonly app: { fetch(request: Request, env: unknown): Response | Promise<Response> }
}

/** What the entry gives to each object. */
export interface WorldObjectParts {
  /** Sends a request that concerns another world, as the console does. */
  readonly route: (request: Request, env: WorkerEnv) => Promise<Response>
  readonly pages: (simulator: FetchHandler, token: string | undefined) => Promise<FetchHandler>
  readonly agentTools: (simulator: FetchHandler, version: string) => Promise<FetchHandler>
}

/**
 * One world as a Durable Object. The platform orders its requests; its value is in the object's own SQLite,
 * by the same records as in a data folder, and what is due later is an alarm.
 */
export class RoutedWorldObject {
  readonly #state: ObjectState
  readonly #env: WorkerEnv
  readonly #settings: ObjectSettingsTable
  readonly #parts: WorldObjectParts
  #opened: Promise<OpenObject> | undefined
  /** The alarm that is set, as far as this memory knows. */
  #alarmMs: number | undefined

  constructor(state: ObjectState, env: WorkerEnv, parts: WorldObjectParts) {
    this.#state = state
    this.#env = env
    this.#parts = parts
    this.#settings = new ObjectSettingsTable(state.storage)
  }

  /** Answers a request of this world, or a call of the entry. */
  async fetch(request: Request): Promise<Response> {
    const name = request.headers.get(OBJECT_HEADERS.world) ?? DEFAULT_WORLD
    const call = request.headers.get(OBJECT_HEADERS.call)
    if (call === 'evict') return this.#evict()
    if (call === 'destroy') return this.#destroy()
    if (call === 'make') this.#settings.write(settingsOf(request))
    if (call === 'adopt') return this.#adopt(name, request)
    const opened = await this.#ensureOpen(name)
    if (call === 'fork') return this.#fork(opened, request)
    const response = await this.#respond(opened, name, request)
    if (
      new URL(request.url).pathname === `/_playa/worlds/${name}` &&
      request.method === 'DELETE' &&
      response.status === 204
    )
      await this.#destroy()
    return response
  }

  /** Runs what is due. */
  async alarm(): Promise<void> {
    this.#alarmMs = undefined
    const { name, origin } = this.#settings.read() ?? {}
    if (name === undefined) return
    const { simulator } = await this.#ensureOpen(name)
    if (origin !== undefined) simulator.origin = origin
    await simulator.loadWorld(name)
    const handle = simulator.worlds.get(name)
    if (!handle) return
    simulator.reschedule(handle)
    await simulator.scheduler.settled(handle)
    await simulator.committed()
    this.#expect(handle)
  }

  async #respond({ simulator, app }: OpenObject, name: string, request: Request): Promise<Response> {
    const { origin } = new URL(request.url)
    simulator.origin = origin
    const clientAddress = request.headers.get('cf-connecting-ip') ?? undefined
    const env = clientAddress === undefined ? undefined : { clientAddress }
    const response = await Promise.resolve(app.fetch(this.#withToken(request), env)).catch(brokenResponse)
    await simulator.committed()
    simulator.worlds.stored?.journals?.flush()
    const handle = simulator.worlds.get(name)
    if (handle) {
      this.#remember(name, origin)
      this.#expect(handle)
      await this.#reportUse(name, simulator.wallMs())
    }
    return response
  }

  async #open(name: string): Promise<OpenObject> {
    const env = this.#env
    const version = packageVersion()
    const simulator = await Simulator.open({
      store: new WorldStore(new SqliteFile(this.#state.storage), version),
      keepsJournals: true,
      makesDefault: name === DEFAULT_WORLD,
      alarm: { longestTimerMs: MAX_TIMER_MS, set: (atMs) => this.#setAlarm(atMs) },
      allowPrivateCallbacks: env.PLAYA_ALLOW_PRIVATE === 'true',
      ...(env.PLAYA_SCENARIO !== undefined && { scenario: env.PLAYA_SCENARIO }),
    })
    // The console of a world with its own token reads this world only: others would refuse its token.
    const isTokenRead = ({ method }: Request) =>
      method === 'GET' && this.#settings.read()?.token !== undefined
    const handler: FetchHandler = (request) =>
      isTokenRead(request) || (targetWorld(request) === name && !isWorldList(request) && !isFork(request))
        ? app.fetch(this.#withToken(request))
        : this.#parts.route(request, env)
    const token = this.#token()
    const app = createApp(simulator, {
      token,
      pages: () => this.#parts.pages(handler, token),
      agentTools: () => this.#parts.agentTools(handler, version),
    })
    return { simulator, app }
  }

  #token(): string | undefined {
    return this.#settings.read()?.token ?? this.#env.PLAYA_CONTROL_TOKEN
  }

  /** Admits callers who may use this world without its own token: the deployment and the owner. */
  #withToken(request: Request): Request {
    const token = this.#token()
    const sent = bearerToken(request)
    if (token === undefined || sent === token || isPagePath(new URL(request.url).pathname)) return request
    const { ownerDigest } = this.#settings.read() ?? {}
    const isTrusted =
      request.headers.has(OBJECT_HEADERS.trusted) ||
      (sent !== undefined && ownerDigest !== undefined && hasDigest(sent, ownerDigest))
    // The described API has its own keys.
    if (!isTrusted || !new URL(request.url).pathname.startsWith('/_playa/')) return request
    const headers = new Headers(request.headers)
    headers.set('Authorization', `Bearer ${token}`)
    return new Request(request, { headers })
  }

  /** Creates the world of a file that another object wrote. */
  async #adopt(name: string, request: Request): Promise<Response> {
    const { settings, file } = await adoptionOf(request)
    // The token has to be known when the world is opened.
    this.#settings.write(settings)
    const { simulator } = await this.#ensureOpen(name)
    await simulator.addSavedWorld(await simulator.readSavedWorld(Buffer.from(file, 'base64')), name)
    await simulator.committed()
    const handle = simulator.worlds.get(name)
    if (handle) this.#expect(handle)
    return new Response(null, { status: 204 })
  }

  /** Answers a fork: the view of the copy, and the copy itself as a file. */
  async #fork(opened: OpenObject, request: Request): Promise<Response> {
    const { simulator, app } = opened
    const response = await app.fetch(this.#withToken(request), undefined)
    if (response.status !== 201) return response
    // The control API made this response.
    const view = (await response.json()) as { readonly name: string }
    const copy = simulator.worlds.require(view.name)
    const file = Buffer.from(await simulator.saveWorld(copy, true)).toString('base64')
    simulator.delete(view.name)
    await simulator.committed()
    return Response.json({ view, file }, { status: 201 })
  }

  /** Ends the object in memory, as the platform does with an unused one. */
  #evict(): never {
    this.#state.abort('evicted')
    throw new Error('evicted')
  }

  async #destroy(): Promise<Response> {
    this.#opened = undefined
    this.#alarmMs = undefined
    await this.#state.storage.deleteAlarm()
    await this.#state.storage.deleteAll()
    this.#settings.forget()
    return new Response(null, { status: 204 })
  }

  /** Sets the alarm to the next task. One that is due already runs in memory; the alarm is for its loss. */
  #expect({ world }: WorldHandle): void {
    const dueMs = nextWakeMs(world)
    if (dueMs === undefined) return
    const nowMs = Date.now()
    this.#setAlarm(dueMs > nowMs + MAX_TIMER_MS ? dueMs : nowMs + RETRY_AFTER_LOSS_MS)
  }

  /** Sets the alarm, unless it is set to an earlier time. Responses leave when it is stored. */
  #setAlarm(atMs: number): void {
    const known = this.#alarmMs
    if (known !== undefined && known > Date.now() && known <= atMs) return
    this.#alarmMs = atMs
    void this.#state.storage.setAlarm(atMs)
  }

  /** An alarm carries neither its owner nor the address of its server. */
  #remember(name: string, origin: string): void {
    const known = this.#settings.read()
    if (known?.origin === undefined) this.#settings.write({ ...(known ?? { name, reportedMs: 0 }), origin })
  }

  /** Returns what is open in memory; a failed opening is tried again by the next request. */
  #ensureOpen(name: string): Promise<OpenObject> {
    this.#opened ??= this.#open(name).catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #reportUse(name: string, nowMs: number): Promise<void> {
    const settings = this.#settings.read()
    if (settings?.ownerDigest === undefined || nowMs - settings.reportedMs < REPORT_INTERVAL_MS) return
    this.#settings.write({ ...settings, reportedMs: nowMs })
    await reportUse(this.#env, name)
  }
}

/**
 * A response whose body breaks at its start: what an injected fault does to a connection, as near as can be.
 */
const brokenResponse = (error: unknown): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(error) }))

const isWorldList = ({ url }: Request): boolean => /\/_playa\/worlds\/?$/.test(new URL(url).pathname)

const settingsOf = (request: Request): ObjectSettings =>
  // The entry wrote them.
  JSON.parse(request.headers.get(OBJECT_HEADERS.settings) ?? '{}') as ObjectSettings

const adoptionOf = async (request: Request) =>
  // As above.
  (await request.json()) as { readonly settings: ObjectSettings; readonly file: string }

/** Keeps the settings of an object in its SQLite, in a table that is made with the first write. */
class ObjectSettingsTable {
  readonly #storage: ObjectStorage
  #known: ObjectSettings | undefined

  constructor(storage: ObjectStorage) {
    this.#storage = storage
    const [table] = storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'object'")
    const [row] = table ? storage.sql.exec('SELECT settings FROM object') : []
    // Only `write` fills the table.
    if (row) this.#known = JSON.parse(String(row['settings'])) as ObjectSettings
  }

  /** Returns the settings; undefined before they are first written. */
  read(): ObjectSettings | undefined {
    return this.#known
  }

  write(settings: ObjectSettings): void {
    const { sql } = this.#storage
    sql.exec('CREATE TABLE IF NOT EXISTS object (id INTEGER PRIMARY KEY, settings TEXT)')
    sql.exec('INSERT OR REPLACE INTO object (id, settings) VALUES (1, ?)', JSON.stringify(settings))
    this.#known = settings
  }

  /** Forgets the settings, after the object's storage was emptied. */
  forget(): void {
    this.#known = undefined
  }
}
