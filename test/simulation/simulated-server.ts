import { handle } from '../../src/sandbox/simulator/request-handler.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import type { WorldHandle } from '../../src/sandbox/simulator/world-registry.ts'
import { MemoryFile } from '../../src/sandbox/stores/memory-file.ts'
import { WorldStore } from '../../src/sandbox/stores/world-store.ts'
import { splitUrl } from '../../src/sandbox/transport/incoming-request.ts'
import { EMPTY_BODY } from '../../src/sandbox/transport/request-body.ts'
import { createApp } from '../../src/server/app.ts'
import { PowerCutFile } from './power-cut-file.ts'
import { SCENARIO } from './scenario.ts'
import { VirtualNetwork } from './virtual-network.ts'
import { START_MS, type VirtualTime } from './virtual-time.ts'

const NEVER = new AbortController()

/** What came of a request; without a response the status is 0 and `error` says how it ended. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly error?: string
}

/** What a request sends. */
export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Loads what the app loads with its first use: reading files takes real time, which no clock here counts. */
export const loadModules = async (): Promise<void> => {
  await Promise.all([
    import('image-size'),
    import('../../src/sandbox/photos/measure-photos.ts'),
    import('../../src/sandbox/scenarios/export-world.ts'),
    import('../../src/sandbox/scenarios/reading/scenario-file.ts'),
    import('../../src/server/control-app.ts'),
    import('../../src/sandbox/simulator/delivery-attempt.ts'),
    import('../../src/sandbox/stores/world-file.ts'),
    import('../../src/sandbox/traffic/accept-invitation.ts'),
    import('../../src/sandbox/traffic/receive-leads.ts'),
    import('../../src/sandbox/traffic/receive-views.ts'),
  ])
}

/** The real app in one process, over a disk, a network and a clock that are simulated. */
export class SimulatedServer {
  readonly time: VirtualTime
  readonly network = new VirtualNetwork()
  readonly #disk = new MemoryFile()
  readonly failures: unknown[] = []
  #file = new PowerCutFile(this.#disk)
  /** How often the server was started; what an ended one still waits for never comes. */
  #life = 0
  #running: { readonly simulator: Simulator; readonly app: ReturnType<typeof createApp> } | undefined
  /** Number of requests that were sent, over all lives. */
  requests = 0
  /** Number of reads for the invariants. */
  looks = 0

  constructor(time: VirtualTime) {
    this.time = time
  }

  /** The simulator of the current life. */
  get simulator(): Simulator {
    if (!this.#running) throw new Error('the simulated server is not started')
    return this.#running.simulator
  }

  /** The file that the current life writes. */
  get file(): PowerCutFile {
    return this.#file
  }

  /** Number of the current life. */
  get life(): number {
    return this.#life
  }

  /** Starts the server with the content of its disk. */
  async start(): Promise<void> {
    const life = this.#life
    this.#file = new PowerCutFile(this.#disk)
    const simulator = await Simulator.open({
      scenario: SCENARIO,
      seed: 5,
      nowMs: START_MS,
      wallMs: () => this.time.wallMs,
      worldsIdleMs: Number.MAX_SAFE_INTEGER,
      store: new WorldStore(this.#file, 'simulation'),
      report: (error) => void this.failures.push(error),
      sendRequest: (options) =>
        life === this.#life ? this.network.send(options) : new Promise<never>(() => {}),
    })
    this.#running = { simulator, app: createApp(simulator) }
  }

  /** Ends the server as a signal does, and starts it again; one that has ended already is started once. */
  async restart(): Promise<void> {
    if (!this.#running) return
    const { simulator } = this.#running
    await simulator.close()
    if (this.#running?.simulator !== simulator) return
    this.#end()
    await this.start()
  }

  /** Ends the server during its work, and starts it again. */
  async cutPower(after: number): Promise<void> {
    // So many reactions of promises later: in the middle of what began together with it.
    for (let i = 0; i < after; i += 1) await undefined
    if (!this.#running) return
    this.#end()
    await this.start()
  }

  #end(): void {
    this.#file.cut()
    this.time.clear()
    this.#running = undefined
    this.#life += 1
  }

  /** Returns the handle of a world, read from the disk if need be. */
  async world(name: string): Promise<WorldHandle | undefined> {
    const { simulator } = this
    await simulator.loadWorld(name)
    return simulator.worlds.get(name)
  }

  /** Reads what clients see of a world, without a trace: no journal, no fault, no usage and no clock. */
  async look(world: string, key: string, path: string): Promise<Answer> {
    if (!this.#running) return { status: 0, headers: {}, text: '', error: 'the server ended' }
    this.looks += 1
    const headers = new Map([
      ['authorization', `Bearer ${key}`],
      ['playa-aside', '1'],
    ])
    const { response } = await handle(this.simulator, {
      method: 'GET',
      parts: splitUrl(`http://playa.localhost/w/${world}/v3/${path}`),
      signal: NEVER.signal,
      header: (name) => headers.get(name) ?? null,
      headersLike: (start) => [...headers].filter(([name]) => name.startsWith(start)),
      rawHeaders: () => [...headers].flat(),
      readBody: () => EMPTY_BODY,
    })
    const { status, body } = response
    const text = body === null ? '' : Buffer.from(body).toString()
    const lowered = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value])
    return { status, headers: Object.fromEntries(lowered), text }
  }

  /** Sends a request; one in flight when the server ends has no response. */
  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    this.requests += 1
    const life = this.#life
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(`http://playa.localhost${path}`, {
      method,
      headers: { ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(text !== undefined && { body: text }),
    })
    const lost: Answer = { status: 0, headers: {}, text: '', error: 'the server ended' }
    try {
      const response = await this.#running?.app.fetch(request)
      if (!response) return lost
      const received = Buffer.from(await response.arrayBuffer())
      if (life !== this.#life) return lost
      const isBinary = response.headers.get('content-type') === 'application/gzip'
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: received.toString(isBinary ? 'base64' : 'utf8'),
      }
    } catch (error) {
      return { ...lost, error: life === this.#life ? String(error) : 'the server ended' }
    }
  }
}
