import { createApp } from './sandbox/app.ts'
import { type Listening, listen } from './sandbox/listen.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { instantMs } from './sandbox/start.ts'
import { DEFAULT_WORLD } from './sandbox/worlds.ts'

export type {
  Agencia,
  AgenciaRef,
  AppNotificaciones,
  AppWebhook,
  Consulta,
  Interesado,
  Notificaciones,
  Operador,
  Productos,
  Publicacion,
  PublicacionRef,
  Sucursal,
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

export interface CreateOptions {
  /** Name of a scenario, path of a scenario file, or a scenario as an object. Default `demo`. */
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly seed?: number
  /** ISO 8601 instant with offset at which the world's clock stands still. Default: the wall clock, running. */
  readonly now?: string
  /** Assumption ids and options, e.g. `{ 'publications/write-to-archived': '403' }`. */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** A sandbox inside a process. */
export interface InProcess {
  /** The web's `fetch` without a socket: a path, or an absolute URL whose host is ignored. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Serves the same worlds on a real port of 127.0.0.1; 0, the default, picks a free one. */
  listen(port?: number): Promise<Listening>
  /** Back to exactly what the default world started as. */
  reset(): void
}

// Node loads its web classes on first use; a test that imports this will use them.
void globalThis.Response

const ORIGIN = 'http://playa.localhost'

/** Makes a sandbox for a test or a script: no port, no socket, worlds of its own. Throws when an option is not valid. */
export const createSandbox = async (options: CreateOptions = {}): Promise<InProcess> => {
  const { now, ...rest } = options
  const nowMs = now === undefined ? undefined : instantMs(now)
  if (now !== undefined && nowMs === undefined) {
    throw new TypeError(
      `now: expected an ISO 8601 instant with offset like 2026-03-01T12:00:00-03:00, got ${JSON.stringify(now)}`,
    )
  }
  const sandbox = await Sandbox.open({ ...rest, ...(nowMs !== undefined && { nowMs }) })
  const app = createApp(sandbox)
  return {
    fetch: async (input, init) =>
      app.fetch(input instanceof Request ? new Request(input, init) : new Request(new URL(input, ORIGIN), init)),
    listen: (port = 0) => listen(sandbox, { port, hostname: '127.0.0.1' }),
    reset: () => void sandbox.reset(DEFAULT_WORLD),
  }
}
