import { webPages } from './cli/web-pages.ts'
import { createApp } from './server/app.ts'
import { type SandboxWorld, worldOf } from './test-helper/sandbox-world.ts'
import { type ListeningServer, listen } from './server/listen.ts'
import { Simulator } from './simulator/simulator.ts'
import { instantMs } from './scenarios/world-start.ts'
import { DEFAULT_WORLD, WORLD_NAME, WORLD_NAME_FORM } from './simulator/world-registry.ts'

export type { SandboxWorld } from './test-helper/sandbox-world.ts'

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
} from './wire/answers.ts'
export type {
  AgenciaEdit,
  AppWebhookUpsert,
  NotificacionesEdit,
  OperadorEdit,
  PublicacionCreate,
  PublicacionEdit,
  PublicacionPartialEdit,
  SucursalEdit,
} from './wire/bodies.ts'
export type { ProblemDetails, ValidationProblemDetails } from './wire/problems.ts'
export type { Direccion, Link, Links, Ref, Valor } from './wire/shapes.ts'

export interface CreateOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly seed?: number
  /** ISO 8601 instant with offset at which the world's clock stands still. Default: the wall clock, running. */
  readonly now?: string
  /** Assumption ids and options, e.g. `{ 'publications/write-to-archived': '403' }`. */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** A sandbox inside a process, and its world `default`. */
export interface InProcess extends SandboxWorld {
  /** Another world: of the same scenario unless told otherwise. A world for each test keeps tests apart. */
  world(options?: WorldOptions): Promise<SandboxWorld>
  /** Serves the same worlds on a real port of 127.0.0.1; 0, the default, picks a free one. */
  listen(port?: number): Promise<ListeningServer>
}

export interface WorldOptions extends CreateOptions {
  /** Absent: `w1`, `w2`, ... */
  readonly name?: string
}

// Node loads its web classes on first use; a test that imports this will use them.
void globalThis.Response

/** Makes a sandbox for a test or a script: no port, no socket, worlds of its own. Throws when an option is not valid. */
export const createSandbox = async (options: CreateOptions = {}): Promise<InProcess> => {
  const sandbox = await Simulator.open(readOptions(options))
  const app = createApp(sandbox)
  const handler = (request: Request) => app.fetch(request)
  return {
    ...worldOf(sandbox, handler, DEFAULT_WORLD),
    world: async (given = {}) => {
      const held = await sandbox.makeWorld(readWorldOptions(given))
      return worldOf(sandbox, handler, held.name)
    },
    listen: (port = 0) => listen(sandbox, { port, hostname: '127.0.0.1', pages: webPages(undefined) }),
  }
}

const OPTIONS: readonly string[] = ['scenario', 'seed', 'now', 'profile'] satisfies (keyof CreateOptions)[]

const readOptions = (options: CreateOptions, known = OPTIONS) => {
  // What is misspelt would leave its default in force, and the test that gave it would prove something else.
  const stranger = Object.keys(options).find((member) => !known.includes(member))
  if (stranger !== undefined) throw new TypeError(`${stranger}: no such option; expected ${known.join(', ')}`)
  const { scenario, seed, now, profile } = options
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new TypeError(`seed: expected a whole number, got ${JSON.stringify(seed)}`)
  const nowMs = now === undefined ? undefined : instantMs(now)
  if (now !== undefined && nowMs === undefined) {
    throw new TypeError(
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

const readWorldOptions = (options: WorldOptions) => {
  const { name } = options
  if (name !== undefined && !WORLD_NAME.test(name))
    throw new TypeError(`name: expected ${WORLD_NAME_FORM}, got ${JSON.stringify(name)}`)
  return { ...readOptions(options, ['name', ...OPTIONS]), ...(name !== undefined && { name }) }
}
