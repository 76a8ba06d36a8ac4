import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { controlProblem } from '../api/problems/control-error.ts'
import { nextTurn } from '../lib/runtime/next-turn.ts'
import { PHOTO_ROOT, parsePhotoPath } from '../model/domain/publications/photo-url.ts'
import type { HandledRequest } from '../sandbox/simulator/exchange.ts'
import { lazy } from '../sandbox/simulator/lazy.ts'
import { handle } from '../sandbox/simulator/request-handler.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { FetchRequest, isApiTarget } from '../sandbox/transport/incoming-request.ts'
import { requestNoteOf } from '../sandbox/transport/request-note.ts'
import { limitControlBody } from './control-body.ts'
import { guardControl } from './control-guard.ts'
import { deliverInProcess, deliverOnSocket } from './deliver.ts'
import { bindErrorResponses } from './error-responses.ts'
import type { FetchHandler } from './fetch-handler.ts'
import { nodeBindings } from './node-bindings.ts'
import { bindPages } from './page-routes.ts'
import { SocketRequest } from './socket-request.ts'
import { TokenGate } from './token-gate.ts'

export type { FetchHandler } from './fetch-handler.ts'

/** Options of the Hono app. */
export interface AppOptions {
  /** If set, the bearer token that calls of the control API must send. */
  readonly token?: string | undefined
  /** Loads the web pages, which call the sandbox through the given handler. */
  readonly pages?: ((simulator: FetchHandler) => Promise<FetchHandler>) | undefined
  /** Loads the tools of coding agents, which call the sandbox through the given handler. */
  readonly agentTools?: ((simulator: FetchHandler) => Promise<FetchHandler>) | undefined
}

/** Creates the Hono app: the described API in every world, the control API, documents, pictures and pages. */
export const createApp = (simulator: Simulator, { token, pages, agentTools }: AppOptions = {}): Hono => {
  // The preset with the small router: its modules load in less time.
  const app = new Hono({ getPath: (request, options) => routePath(request, options?.env) })
  app.all(API_ROUTE, (context) => respondToApi(simulator, context))
  const gate = token === undefined ? undefined : new TokenGate(token)
  if (gate) guardControl(app, gate)
  bindDocuments(app)
  bindPhotos(app)
  for (const path of ['/_playa/*', '/docs/*']) app.use(path, limitControlBody(simulator))
  // In process nothing waits for a socket, so a page would block the server unless it yields.
  const callInProcess: FetchHandler = async (request) => {
    await nextTurn()
    return app.fetch(request)
  }
  if (pages) bindPages(app, () => pages(callInProcess), gate)
  if (agentTools) bindLate(app, '/_playa/mcp', () => agentTools(callInProcess))
  bindLate(app, '/_playa/*', async () => (await import('./control-app.ts')).controlApp(simulator).fetch)
  app.get('/', (context) => context.json(welcome(new URL(context.req.url).origin)))
  bindErrorResponses(app, simulator)
  return app
}

/** The route of every path of the described API, in every world. */
const API_ROUTE = '/v3'

/**
 * Returns the decoded path that routes are matched by. The described API matches its own paths as sent
 * (`api/path-table.ts`), so nothing in them is decoded here.
 */
const routePath = ({ url }: Request, env: unknown): string => {
  const target = url.slice(url.indexOf('/', url.indexOf('://') + 3))
  if (isApiTarget(nodeBindings(env)?.incoming.url ?? target) || isApiTarget(target)) return API_ROUTE
  const [path = '/'] = target.split(/[?#]/, 1)
  return path.includes('%') ? decodedPath(path) : path
}

const decodedPath = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Responds to a request of the described API: reads it, handles it, and delivers the response as planned. */
const respondToApi = (simulator: Simulator, { req, env }: Context): Response | Promise<Response> => {
  const bindings = nodeBindings(env)
  const incoming = bindings ? new SocketRequest(bindings.incoming, req.raw) : new FetchRequest(req.raw)
  const deliver = (handled: HandledRequest): Response => {
    const { response, plan } = handled
    const note = requestNoteOf(env)
    if (note) note.operation = response.decision?.operation ?? 'none'
    if (note && (plan.kind === 'reset' || plan.kind === 'abandoned')) note.isUnanswered = true
    return bindings
      ? deliverOnSocket(handled, bindings.outgoing, incoming)
      : deliverInProcess(handled, incoming)
  }
  const handled = handle(simulator, incoming)
  return handled instanceof Promise ? handled.then(deliver) : deliver(handled)
}

/** Binds a handler that is loaded with its first request. */
const bindLate = (
  app: Hono,
  path: string,
  load: () => Promise<(request: Request, env: unknown) => Response | Promise<Response>>,
): void => {
  const loaded = lazy(load)
  app.all(path, async ({ req, env }) => (await loaded())(req.raw, env))
}

const welcome = (origin: string) => ({
  api: `${origin}/v3`,
  openapi: `${origin}/openapi.json`,
  control: `${origin}/_playa`,
})

/**
 * Binds the OpenAPI document of the described API, read on its first request; all responses share its bytes.
 * The document of a world has that world as its server.
 */
const bindDocuments = (app: Hono): void => {
  const module = () => import('./openapi/generated-document.ts')
  const json = lazyBytes(async () => (await module()).openapiJson())
  const yaml = lazyBytes(async () => (await module()).openapiYaml())
  app.get('/w/:world/openapi.json', async (context) => {
    const server = `/w/${encodeURIComponent(context.req.param('world'))}`
    return context.body((await module()).openapiJson({ server }), 200, { 'Content-Type': 'application/json' })
  })
  app.get('/openapi.json', async (context) =>
    context.body(await json(), 200, { 'Content-Type': 'application/json' }),
  )
  app.get('/openapi.yaml', async (context) =>
    context.body(await yaml(), 200, { 'Content-Type': 'application/yaml' }),
  )
}

const lazyBytes = (read: () => Promise<string>): (() => Promise<Uint8Array<ArrayBuffer>>) =>
  lazy(async () => new TextEncoder().encode(await read()))

const EXPECTED_PATH =
  'Expected /_playa/photos/{width}x{height}/{body-style}/{colour}/{n}.svg or .png, sizes up to 4000, n up to 99.'

/** Binds the photos that the sandbox draws; the code is loaded with the first one. */
const bindPhotos = (app: Hono): void => {
  app.get(`${PHOTO_ROOT}*`, async (context) => {
    const { pathname } = new URL(context.req.url)
    const request = parsePhotoPath(pathname.slice(PHOTO_ROOT.length))
    if (!request) return controlProblem(404, EXPECTED_PATH, pathname)
    const { photoQueue } = await import('../sandbox/photos/photo-queue.ts')
    const photo = await photoQueue.photo(request)
    if (!photo) {
      const detail = 'Too many photos are being drawn; try again, or use SVG, which needs no queue.'
      return controlProblem(503, detail, pathname, { headers: { 'Retry-After': '1' } })
    }
    return context.body(new Uint8Array(photo), 200, {
      'Content-Type': request.format === 'svg' ? 'image/svg+xml' : 'image/png',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
}
