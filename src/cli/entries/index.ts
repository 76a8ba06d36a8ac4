import { instantMs } from '../../lib/calendar/instant.ts'
import { hasSockets } from '../../lib/runtime/sockets.ts'
import { isPlainObject, optionsProblem, quotedValue } from '../../lib/text/known-options.ts'
import { Simulator } from '../../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD, WORLD_NAME, WORLD_NAME_RULE } from '../../sandbox/simulator/world-registry.ts'
import { createApp } from '../../server/app.ts'
import type { ListeningServer } from '../../server/listen.ts'
import { agentEndpoint } from '../support/agent-endpoint.ts'
import { webPages } from '../support/web-pages.ts'
import { namedAfter, playaError, simulatorSource, worldIdentity } from '../test-helper/sandbox-source.ts'
import { createSandboxWorld, type SandboxWorld } from '../test-helper/sandbox-world.ts'

export type { ProblemDetails, ValidationProblemDetails } from '../../api/wire/problem-schemas.ts'
export type {
  Agencia,
  AgenciaRef,
  AppNotificaciones,
  AppWebhook,
  Ciudad,
  Collection,
  Consulta,
  DatoTecnico,
  EntryPoint,
  Interesado,
  Marca,
  Modelo,
  Moneda,
  Nombrado,
  Notificaciones,
  Operador,
  Page,
  Productos,
  Publicacion,
  PublicacionRef,
  Region,
  Sucursal,
  VersionBestMatch,
  VersionDetail,
  VersionRef,
  VersionSummary,
  Visita,
} from '../../api/wire/response-schemas.ts'
export type {
  SentAgenciaEdit as AgenciaEdit,
  SentAppWebhookUpsert as AppWebhookUpsert,
  SentNotificacionesEdit as NotificacionesEdit,
  SentOperadorEdit as OperadorEdit,
  SentPublicacionCreate as PublicacionCreate,
  SentPublicacionEdit as PublicacionEdit,
  SentPublicacionPartialEdit as PublicacionPartialEdit,
  SentSucursalEdit as SucursalEdit,
} from '../../api/wire/sent-bodies.ts'
export type { Direccion, Link, Links, Ref, Valor } from '../../api/wire/shared-schemas.ts'
export { PlayaError, type PlayaErrorCode } from '../../control/client-error.ts'
export type { PhotoOptions, SandboxWorld } from '../test-helper/sandbox-world.ts'

/** What `createSandbox` takes. */
export interface SandboxOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: string | Readonly<Record<string, unknown>>
  /** Whole number from which people, texts and colours are generated. Default: the scenario's. */
  readonly seed?: number
  /** ISO 8601 instant with offset at which the world's clock is frozen. Default: the wall clock, running. */
  readonly now?: string
  /** Assumption ids and options, e.g. `{ 'publications/write-to-archived': '403' }`. */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** A sandbox inside a process, and its world `default`. */
export interface Sandbox extends SandboxWorld {
  /**
   * Creates another world, so that tests stay isolated. Scenario, seed, `now` and profile are those of
   * `createSandbox`; each that is given replaces the inherited one.
   */
  world(options?: SandboxWorldOptions): Promise<SandboxWorld>
  /** Serves the same worlds on a real port of 127.0.0.1; 0, the default, picks a free one. */
  listen(port?: number): Promise<ListeningServer>
}

/** What `sandbox.world` takes. */
export interface SandboxWorldOptions extends SandboxOptions {
  /** Absent: `w1`, `w2`, ... */
  readonly name?: string
}

/**
 * Creates a sandbox for a test or a script: no port, no socket, its own worlds. Rejects with a `PlayaError`
 * when an option is not valid.
 */
export const createSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  namedAfter('createSandbox', () => makeSandbox(options))

const makeSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const inherited = readOptions(options)
  // Elsewhere than in Node there is no environment.
  const sweepUrl = globalThis.process?.env?.['PLAYA_SWEEP']
  if (sweepUrl) return (await import('../test-helper/swept-sandbox.ts')).sweptSandbox(sweepUrl, options)
  // Node loads its web classes with their first use: here, not within the first request of a test.
  void globalThis.Response
  const simulator = await Simulator.open(inherited)
  const app = createApp(simulator)
  const source = simulatorSource(simulator, (request) => app.fetch(request))
  return {
    ...createSandboxWorld(source, worldIdentity(simulator.worlds.require(DEFAULT_WORLD))),
    world: (given = {}) =>
      namedAfter('world', async () => {
        const handle = await simulator.makeWorld({ ...inherited, ...readWorldOptions(given) })
        return createSandboxWorld(source, worldIdentity(handle))
      }),
    listen: async (port = 0) => {
      if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw playaError('listen', `port: expected a number from 0 to 65535, got ${quotedValue(port)}`)
      if (!hasSockets)
        throw new Error('listen: this runtime has no sockets; call the function fetch of the sandbox.')
      // Most tests need no socket.
      const { listen } = await import('../../server/listen.ts')
      return listen(simulator, {
        port,
        hostname: '127.0.0.1',
        pages: webPages(undefined),
        agentTools: agentEndpoint,
      })
    },
  }
}

const OPTIONS: readonly string[] = ['scenario', 'seed', 'now', 'profile'] satisfies (keyof SandboxOptions)[]

const readOptions = (options: SandboxOptions, known = OPTIONS) => {
  const problem = optionsProblem(options, known)
  if (problem) throw invalid(problem)
  const { scenario, seed, now, profile } = options
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw invalid(`seed: expected a whole number, got ${quotedValue(seed)}`)
  if (profile !== undefined && !isPlainObject(profile))
    throw invalid(`profile: expected an object of options by assumption id, got ${quotedValue(profile)}`)
  const nowMs = now === undefined ? undefined : instantMs(now)
  if (now !== undefined && nowMs === undefined) {
    throw invalid(
      `now: expected an ISO 8601 instant with offset like 2026-03-01T12:00:00-03:00, got ${JSON.stringify(now)}`,
    )
  }
  return {
    ...(scenario !== undefined && { scenario }),
    ...(seed !== undefined && { seed }),
    ...(nowMs !== undefined && { nowMs }),
    ...(profile && { profile }),
  }
}

/** The caller names the method. */
const invalid = (detail: string) => playaError('options', detail)

const readWorldOptions = (options: SandboxWorldOptions) => {
  const { name } = options
  if (name !== undefined && !WORLD_NAME.test(name))
    throw invalid(`name: expected ${WORLD_NAME_RULE}, got ${JSON.stringify(name)}`)
  return { ...readOptions(options, ['name', ...OPTIONS]), ...(name !== undefined && { name }) }
}
