import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Hono } from 'hono/tiny'
import { PHOTO_ROOT, parsePhotoPath } from '../domain/publications/photo-url.ts'
import { controlProblem } from '../problems/control-error.ts'
import { nextTurn } from '../runtime/next-turn.ts'
import type { HandledRequest } from '../simulator/exchange.ts'
import type { HeldBytes } from '../simulator/held-bytes.ts'
import { loadLate } from '../simulator/late-parts.ts'
import { lazy } from '../simulator/lazy.ts'
import { handle } from '../simulator/request-handler.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { FetchRequest, isApiTarget } from '../transport/incoming-request.ts'
import { noteRequest } from '../transport/request-note.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'
import { SMALL_RESPONSE_BYTES, weighUnread } from './connections.ts'
import { bodySizeOf, readAhead } from './control-body.ts'
import { bindErrorResponses } from './error-responses.ts'
import { clientAddress } from './forwarded.ts'
import { LargeBodyQueue } from './large-bodies.ts'
import { isProbe } from './probe-targets.ts'
import { sendResponse, withoutMemory } from './send-response.ts'
import { SocketRequest } from './socket-request.ts'
import { TokenGate } from './token-gate.ts'
import { WholeDocuments } from './whole-documents.ts'

/** A web-standard request handler. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

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
  // In the other one for calls in process, and for the absolute form of a target, `GET http://host/v3`.
  for (const either of [api, app]) either.all(API_ROUTE, (context) => respondToApi(simulator, context))
  api.all('/', ({ req, env }) => app.fetch(req.raw, env))
  bindErrorResponses(api, simulator)
  weighResponses(app, simulator)
  const gate = token === undefined ? undefined : new TokenGate(token)
  if (gate) guardControl(app, gate)
  bindDocuments(app)
  bindPhotos(app)
  const queue = new LargeBodyQueue()
  // In process nothing waits for a socket, so without turns for others a page would hold the server.
  const whole: FetchHandler = async (request) => {
    await nextTurn()
    return api.fetch(request)
  }
  if (pages) bindPages(app, { pages: () => pages(whole), simulator, gate, queue })
  if (agentTools) bindAgentTools(app, simulator, () => agentTools(whole))
  bindControl(app, simulator, queue)
  app.get('/', (context) => context.json(welcome(new URL(context.req.url).origin)))
  bindErrorResponses(app, simulator)
  return api
}

/** The route of every path of the described API, in every world. */
const API_ROUTE = '/v3'

/**
 * Tells whether a request is of the described API, which matches its own paths as sent
 * (`http/operation.ts`): nothing of them is decoded here.
 */
const isOfApi = ({ url }: Request, env: unknown): boolean =>
  isApiTarget(messageOf(env)?.url ?? url.slice(pathStart(url)))

const pathStart = (url: string): number => url.indexOf('/', url.indexOf('://') + 3)

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

/** Returns the message behind a request on a socket; undefined in process. */
const messageOf = (env: unknown): IncomingMessage | undefined =>
  // Only Node's adapter puts a member of that name there.
  typeof env === 'object' && env !== null && 'incoming' in env ? (env.incoming as IncomingMessage) : undefined

const respondToApi = (simulator: Simulator, { req, env }: Context): Response | Promise<Response> => {
  const message = messageOf(env)
  const { memory } = simulator
  const incoming = message ? new SocketRequest(message, req.raw, memory) : new FetchRequest(req.raw)
  const handled = handle(simulator, incoming)
  const send = (done: HandledRequest): Response | Promise<Response> => {
    const operation = done.response.decision?.operation ?? 'none'
    const isUnanswered = done.plan.kind === 'reset' || done.plan.kind === 'abandoned'
    noteRequest(env, isUnanswered ? { operation, isUnanswered } : { operation })
    const size = done.response.body?.length ?? 0
    if (message && size > SMALL_RESPONSE_BYTES && !holdAnswer(memory.answers, outgoingOf(env), size))
      return withoutMemory(incoming.url)
    return sendResponse(done, { message, signal: () => incoming.signal })
  }
  return handled instanceof Promise ? handled.then(send) : send(handled)
}

const outgoingOf = (env: unknown): ServerResponse | undefined =>
  // Node's adapter puts it beside the message.
  typeof env === 'object' && env !== null && 'outgoing' in env ? (env.outgoing as ServerResponse) : undefined

/** Weighs a response until its reader has it; returns false when it alone is too much. */
const holdAnswer = (answers: HeldBytes, outgoing: ServerResponse | undefined, size: number): boolean => {
  if (!outgoing) return true
  let fits = true
  const refuse = () => {
    // One that is not sent yet can still be refused; the others are cut.
    fits = false
    if (outgoing.headersSent) outgoing.destroy()
  }
  const holder = { bytes: 0, refuse }
  answers.grow(holder, size)
  if (fits) outgoing.once('close', () => answers.release(holder))
  return fits
}

/** Weighs the responses of everything beside the described API, which weighs its own before they are sent. */
const weighResponses = (app: Hono, { memory }: Simulator): void => {
  for (const path of ['/_playa/*', '/docs/*', '/openapi.json', '/openapi.yaml'])
    app.use(path, ({ env }, next) => {
      const outgoing = outgoingOf(env)
      if (outgoing) weighUnread(outgoing, memory.answers)
      return next()
    })
}

/** Runs a call when it is its turn, if it has a large body. */
const inTurn = async (
  queue: LargeBodyQueue,
  { req, env }: Context,
  call: () => Promise<Response>,
): Promise<Response> =>
  (await queue.run(bodySizeOf(messageOf(env)), call)) ??
  controlProblem(503, 'Several large bodies wait already; send it again later.', new URL(req.url).pathname, {
    headers: { 'Retry-After': '1' },
  })

const lazyPart = <T>(load: () => Promise<T>): (() => Promise<T>) => lazy(() => loadLate(load))

/** Binds the control API, loaded with its first call. */
const bindControl = (app: Hono, simulator: Simulator, queue: LargeBodyQueue): void => {
  const loaded = lazyPart(async () => (await import('./control-app.ts')).controlApp(simulator))
  const documents = new WholeDocuments(simulator.memory)
  const control = async (context: Context) => {
    const { req, env } = context
    const refusal =
      documents.refusal(req.url, outgoingOf(env)) ??
      (await readAhead(messageOf(env), req.url, simulator.memory))
    return refusal ?? inTurn(queue, context, async () => (await loaded()).fetch(req.raw, env))
  }
  app.all('/_playa', control)
  app.all('/_playa/*', control)
}

/** Binds the tools of coding agents, loaded with their first request, behind the token of the control API. */
const bindAgentTools = (app: Hono, simulator: Simulator, agentTools: () => Promise<FetchHandler>): void => {
  const loaded = lazyPart(agentTools)
  app.all('/_playa/mcp', async ({ req, env }) => {
    const refusal = await readAhead(messageOf(env), req.url, simulator.memory)
    return refusal ?? (await loaded())(req.raw)
  })
}

const PAGES_ROOT = '/_playa/ui'

interface PagesBinding {
  readonly pages: () => Promise<FetchHandler>
  readonly simulator: Simulator
  readonly gate: TokenGate | undefined
  readonly queue: LargeBodyQueue
}

/** Binds the pages for browsers; at the root and where nothing is, other clients get JSON. */
const bindPages = (app: Hono, { pages, simulator, gate, queue }: PagesBinding): void => {
  const loaded = lazyPart(pages)
  const page = async (context: Context) => {
    const { req, env } = context
    const refusal = await readAhead(messageOf(env), req.url, simulator.memory)
    return refusal ?? inTurn(queue, context, async () => (await loaded())(req.raw))
  }
  const limitInProcess = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: ({ req }) => controlProblem(413, 'The form is too large.', new URL(req.url).pathname),
  })
  // On a socket `readAhead` limits; the middleware would make the web request before its body is read.
  const limit: MiddlewareHandler = (context, next) =>
    messageOf(context.env) ? next() : limitInProcess(context, next)
  if (gate) app.post(SIGN_IN_PATH, limit, (context) => countedSignIn(context, gate, page))
  for (const path of ['/docs', '/docs/*', PAGES_ROOT, `${PAGES_ROOT}/*`]) app.all(path, limit, page)
  app.get('*', (context, next) => (isForBrowser(context.req) ? page(context) : next()))
}

/** Tells whether a page answers: the control API is read by programs, also where a browser asks. */
const isForBrowser = (req: Context['req']): boolean =>
  req.header('accept')?.includes('text/html') === true && !/^\/_playa(?:\/|$)/.test(req.path)

const SIGN_IN_PATH = `${PAGES_ROOT}/login`

/** Lets the page judge the token, and counts what it refuses. */
const countedSignIn = async (
  context: Context,
  gate: TokenGate,
  page: (context: Context) => Promise<Response>,
): Promise<Response> => {
  const address = addressOf(context.env) ?? IN_PROCESS
  const waitS = gate.waitS(address)
  if (waitS > 0) return tooManyFailures(waitS, SIGN_IN_PATH)
  const response = await page(context)
  if (response.status === 401) gate.countFailure(address)
  return response
}

/** Address of a client; undefined in process. */
const addressOf = (env: unknown): string | undefined => {
  const message = messageOf(env)
  if (message) return clientAddress(message)
  const isNamed = typeof env === 'object' && env !== null && 'clientAddress' in env
  return isNamed ? String(env.clientAddress) : undefined
}

/** In process there is only one client. */
const IN_PROCESS = 'in-process'

const tooManyFailures = (waitS: number, instance: string): Response =>
  controlProblem(
    429,
    `Too many wrong control tokens came from your address. Wait ${waitS} seconds, then try again.`,
    instance,
    { headers: { 'Retry-After': String(waitS) } },
  )

/**
 * Requires the token on every call of the control API, before its body is read. Pictures are public, and the
 * pages check the token themselves.
 */
const guardControl = (app: Hono, gate: TokenGate): void => {
  app.use('/_playa/*', async (context, next) => {
    const { pathname } = new URL(context.req.url)
    if (pathname.startsWith(PHOTO_ROOT) || isPage(pathname) || isProbe(pathname)) return next()
    const sent = /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    // The pages call in process, for a session that has shown the token.
    const address = addressOf(context.env)
    const waitS = address === undefined ? 0 : gate.waitS(address)
    if (waitS > 0) return tooManyFailures(waitS, pathname)
    if (sent !== undefined && gate.accepts(sent)) return next()
    if (sent !== undefined) gate.countFailure(address ?? IN_PROCESS)
    const detail = 'The control API needs Authorization: Bearer {control token}.'
    return controlProblem(401, detail, pathname, { headers: { 'WWW-Authenticate': 'Bearer' } })
  })
}

const isPage = (pathname: string): boolean => pathname === PAGES_ROOT || pathname.startsWith(`${PAGES_ROOT}/`)

/** Binds the OpenAPI document of the described API, read on its first request; all responses share its bytes. */
const bindDocuments = (app: Hono): void => {
  const module = () => import('../openapi/generated-document.ts')
  const json = lazyPart(async () => new TextEncoder().encode((await module()).openapiJson()))
  const yaml = lazyPart(async () => new TextEncoder().encode(await (await module()).openapiYaml()))
  app.get('/openapi.json', async (context) =>
    context.body(await json(), 200, { 'Content-Type': 'application/json' }),
  )
  app.get('/openapi.yaml', async (context) =>
    context.body(await yaml(), 200, { 'Content-Type': 'application/yaml' }),
  )
}

const bindPhotos = (app: Hono): void => {
  const queue = lazyPart(async () => (await import('../photos/photo-queue.ts')).photoQueue)
  app.get(`${PHOTO_ROOT}*`, async (context) => {
    const { pathname } = new URL(context.req.url)
    const request = parsePhotoPath(pathname.slice(PHOTO_ROOT.length))
    if (!request) {
      const detail =
        'Expected /_playa/photos/{width}x{height}/{body-style}/{colour}/{n}.svg or .png, sizes up to 4000, n up to 99.'
      return controlProblem(404, detail, pathname)
    }
    const rendered = await (await queue()).photo(request)
    if (!rendered) {
      const detail = 'Too many photos are being drawn; try again, or use SVG, which is drawn at once.'
      return controlProblem(503, detail, pathname, { headers: { 'Retry-After': '1' } })
    }
    const bytes = new Uint8Array(rendered)
    const type = request.format === 'svg' ? 'image/svg+xml' : 'image/png'
    return context.body(bytes, 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
}

const welcome = (origin: string) => ({
  api: `${origin}/v3`,
  openapi: `${origin}/openapi.json`,
  control: `${origin}/_playa`,
})
