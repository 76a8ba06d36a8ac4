import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { nextTurn } from '../runtime/next-turn.ts'
import type { HandledRequest } from '../simulator/exchange.ts'
import { loadLate } from '../simulator/late-parts.ts'
import { lazy } from '../simulator/lazy.ts'
import { handle } from '../simulator/request-handler.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { FetchRequest, isApiTarget } from '../transport/incoming-request.ts'
import { requestNoteOf } from '../transport/request-note.ts'
import { weighResponse, weighUnread } from './connections.ts'
import { inTurn, readAhead } from './control-body.ts'
import { guardControl } from './control-guard.ts'
import { bindDocuments } from './document-routes.ts'
import { bindErrorResponses } from './error-responses.ts'
import type { FetchHandler } from './fetch-handler.ts'
import { LargeBodyQueue } from './large-bodies.ts'
import { incomingOf, outgoingOf, takesPlain } from './node-bindings.ts'
import { bindPages } from './page-routes.ts'
import { bindPhotos } from './photo-routes.ts'
import { sendResponse, withoutMemory } from './send-response.ts'
import { SocketRequest } from './socket-request.ts'
import { TokenGate } from './token-gate.ts'
import { WholeDocuments } from './whole-documents.ts'

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
  // The preset with the small router: its modules load in less time. It tries every route for every request,
  // so the described API has an app with little else.
  const api = new Hono({ getPath: (request, options) => (isOfApi(request, options?.env) ? API_ROUTE : '/') })
  const app = new Hono({ getPath: routePath })
  bindApi(api, simulator)
  // For calls in process, and for the absolute form of a target, `GET http://host/v3`.
  bindApi(app, simulator)
  api.all('/', ({ req, env }) => app.fetch(req.raw, env))
  bindErrorResponses(api, simulator)
  weighResponses(app, simulator)
  const gate = token === undefined ? undefined : new TokenGate(token)
  if (gate) guardControl(app, gate)
  bindDocuments(app)
  bindPhotos(app, simulator.memory)
  const queue = new LargeBodyQueue()
  // In process nothing waits for a socket, so a page would block the server unless it yields.
  const callInProcess: FetchHandler = async (request) => {
    await nextTurn()
    return api.fetch(request)
  }
  if (pages) bindPages(app, { pages: () => pages(callInProcess), simulator, gate, queue })
  if (agentTools) bindAgentTools(app, simulator, () => agentTools(callInProcess))
  bindControl(app, simulator, queue)
  app.get('/', (context) => context.json(welcome(new URL(context.req.url).origin)))
  bindErrorResponses(app, simulator)
  return api
}

/** The route of every path of the described API, in every world. */
const API_ROUTE = '/v3'

/**
 * Returns whether a request is of the described API, which matches its own paths as sent
 * (`http/operation-table.ts`): nothing is decoded here.
 */
const isOfApi = ({ url }: Request, env: unknown): boolean =>
  isApiTarget(incomingOf(env)?.url ?? url.slice(pathStart(url)))

const pathStart = (url: string): number => url.indexOf('/', url.indexOf('://') + 3)

/** Returns the decoded path that routes are matched by. */
const routePath = ({ url }: Request): string => {
  const target = url.slice(pathStart(url))
  // Pages and tools call the described API in process.
  if (isApiTarget(target)) return API_ROUTE
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

const bindApi = (app: Hono, simulator: Simulator): void => {
  app.all(API_ROUTE, (context) => respondToApi(simulator, context))
}

const respondToApi = (simulator: Simulator, { req, env }: Context): Response | Promise<Response> => {
  const message = incomingOf(env)
  const { memory } = simulator
  const incoming = message ? new SocketRequest(message, req.raw, memory) : new FetchRequest(req.raw)
  const handled = handle(simulator, incoming)
  const send = (done: HandledRequest): Response | Promise<Response> => {
    const { response, plan } = done
    const note = requestNoteOf(env)
    if (note) note.operation = response.decision?.operation ?? 'none'
    if (note && (plan.kind === 'reset' || plan.kind === 'abandoned')) note.isUnanswered = true
    const isSendable = weighResponse(memory.answers, outgoingOf(env), response.body?.length ?? 0)
    if (!isSendable) return withoutMemory(incoming.parts.path)
    return sendResponse(done, { incoming, message, takesPlain: takesPlain(env) })
  }
  return handled instanceof Promise ? handled.then(send) : send(handled)
}

/** Weighs all responses except those of the described API, which weighs its own before they are sent. */
const weighResponses = (app: Hono, { memory }: Simulator): void => {
  for (const path of ['/_playa/*', '/docs/*', '/openapi.json', '/openapi.yaml'])
    app.use(path, ({ env }, next) => {
      const outgoing = outgoingOf(env)
      if (outgoing) weighUnread(memory.answers, outgoing)
      return next()
    })
}

/** Binds the control API, loaded with its first call. */
const bindControl = (app: Hono, simulator: Simulator, queue: LargeBodyQueue): void => {
  const loaded = lazy(() => loadLate(async () => (await import('./control-app.ts')).controlApp(simulator)))
  const documents = new WholeDocuments(simulator.memory)
  const control = async (context: Context) => {
    const { req, env } = context
    const refusal =
      documents.refusal(req.url, outgoingOf(env)) ??
      (await readAhead(incomingOf(env), req.url, simulator.memory))
    return refusal ?? inTurn(queue, context, async () => (await loaded()).fetch(req.raw, env))
  }
  app.all('/_playa', control)
  app.all('/_playa/*', control)
}

/** Binds the tools of coding agents, loaded with their first request, behind the token of the control API. */
const bindAgentTools = (app: Hono, simulator: Simulator, agentTools: () => Promise<FetchHandler>): void => {
  const loaded = lazy(() => loadLate(agentTools))
  app.all('/_playa/mcp', async ({ req, env }) => {
    const refusal = await readAhead(incomingOf(env), req.url, simulator.memory)
    return refusal ?? (await loaded())(req.raw)
  })
}

const welcome = (origin: string) => ({
  api: `${origin}/v3`,
  openapi: `${origin}/openapi.json`,
  control: `${origin}/_playa`,
})
