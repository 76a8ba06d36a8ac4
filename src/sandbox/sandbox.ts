import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withReadableErrors } from './control-worlds.ts'
import { ControlError } from './control-problem.ts'
import { packageRoot } from './package-root.ts'
import { baseOf, buildScenario } from './scenario-build.ts'
import { parseScenario, readScenario, ScenarioError } from './scenario-file.ts'
import type { MeasurePhotos } from './service.ts'
import { type Start, startWorld } from './start.ts'
import { DEFAULT_WORLD, type Held, Worlds } from './worlds.ts'

export interface SandboxOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly seed?: number
  /** Given: the clock of the default world stands still there. */
  readonly nowMs?: number
  /** Assumption ids and option texts. */
  readonly profile?: Readonly<Record<string, unknown>>
  /** Most worlds at a time. Default 20,000. */
  readonly worldsLimit?: number
  /** The wall clock; for tests. */
  readonly wallMs?: () => number
  /** True: photos and callbacks may lead to private addresses. */
  readonly allowPrivateCallbacks?: boolean
  /** Told of failures of the sandbox itself. Default: standard error. */
  readonly report?: (error: unknown) => void
}

export interface NewWorld {
  readonly name?: string
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly seed?: number
  readonly nowMs?: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** One process's worlds and what they share. */
export class Sandbox {
  readonly worlds: Worlds
  readonly startedMs: number
  readonly version: string = readVersion()
  readonly wallMs: () => number
  readonly report: (error: unknown) => void
  readonly #scenario: string | Readonly<Record<string, unknown>>
  readonly #allowPrivate: boolean

  constructor(options: SandboxOptions = {}) {
    this.wallMs = options.wallMs ?? Date.now
    this.report = options.report ?? ((error) => console.error(error))
    this.startedMs = this.wallMs()
    this.worlds = new Worlds(options.worldsLimit ?? 20_000)
    this.#scenario = options.scenario ?? 'demo'
    this.#allowPrivate = options.allowPrivateCallbacks ?? true
    this.makeWorld({ ...options, name: DEFAULT_WORLD, scenario: this.#scenario })
  }

  get limits() {
    return { worlds: this.worlds.limit }
  }

  /** Makes a world; a `ControlError` or `WorldError` says what is wrong with what was asked for. */
  makeWorld({ name, scenario = this.#scenario, seed, nowMs, profile }: NewWorld): Held {
    const { base, title, seed: used } = this.#base(scenario, seed)
    const start: Start = {
      scenario: title,
      seed: used,
      wallMs: this.wallMs(),
      ...(nowMs !== undefined && { nowMs }),
      ...(profile && { profile }),
    }
    return this.worlds.add(name, withReadableErrors(() => startWorld(base, start)), this.wallMs())
  }

  measurePhotos: MeasurePhotos = async (urls) => {
    const { measurePhotos } = await import('./photo-fetch.ts')
    return measurePhotos({ allowPrivate: this.#allowPrivate })(urls)
  }

  #base(scenario: string | Readonly<Record<string, unknown>>, seed: number | undefined) {
    try {
      const loaded = typeof scenario === 'string' ? readScenario(scenario) : parseScenario(scenario, 'scenario')
      const used = seed ?? loaded.seed
      const base = typeof scenario === 'string' ? baseOf(scenario, used) : buildScenario(loaded, used)
      return { base, title: loaded.name, seed: used }
    } catch (error) {
      if (error instanceof ScenarioError) throw new ControlError(400, error.message, { scenario: error.problems })
      throw error
    }
  }
}

const readVersion = (): string => JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version

