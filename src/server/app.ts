import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { PHOTO_ROOT, parsePhotoPath } from '../domain/publications/photo-url.ts'
import type { AskBody } from '../http/request.ts'
import { askedOf, type WebAsked } from '../transport/incoming-request.ts'
import { controlProblem } from '../problems/control-error.ts'
import { meantBy, undisturbed } from '../transport/world-routing.ts'
import { disturb } from '../simulator/inject-faults.ts'
import { tellFailures } from './error-responses.ts'
import { onDemand } from '../simulator/lazy.ts'
import { readRequestBody } from '../transport/request-body.ts'
import { toResponse } from '../transport/response.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { serve } from '../simulator/request-handler.ts'
import { unknownWorld } from '../simulator/world-registry.ts'

/** A web-standard handler of requests. */
export type Handler = (request: Request) => Response | Promise<Response>

export interface AppOptions {
  /** When given, calls of the control API must carry it. */
  readonly token?: string | undefined
  /** The web pages, made when first asked for. They know the sandbox by its HTTP alone, through the handler that they are given. */
  readonly pages?: ((sandbox: Handler) => Promise<Handler>) | undefined
}

/** Binds everything to Hono: the described API in every world, the control API, documents, pictures and pages. */
export const createApp = (sandbox: Sandbox, { token, pages }: AppOptions = {}): Hono => {
  const app = new Hono()
  for (const path of ['/v3', '/v3/*']) {
    app.all(path, ({ req, env }) => described(sandbox, askedOf(req.raw, env)))
    app.all(`/w/:world${path}`, ({ req, env }) => described(sandbox, askedOf(req.raw, env)))
  }
  if (token !== undefined) guardControl(app, token)
  bindDocuments(app)
  bindPhotos(app)
  if (pages) bindPages(app, pages)
  bindControl(app, sandbox)
  app.get('/', (context) => context.json(welcome(new URL(context.req.url).origin)))
  tellFailures(app, sandbox)
  return app
}

/** The control API, loaded with its first call: whoever only calls the service does not wait for it. */
const bindControl = (app: Hono, sandbox: Sandbox): void => {
  const made = onDemand(() => import('./control-app.ts').then(({ controlApp }) => controlApp(sandbox)))
  const control = async ({ req, env }: Context) => (await made()).fetch(req.raw, env)
  app.all('/_playa', control)
  app.all('/_playa/*', control)
}

const PAGES_ROOT = '/_playa/ui'

/** Pages are for browsers; at the root any other client still gets JSON. */
const bindPages = (app: Hono, pages: NonNullable<AppOptions['pages']>): void => {
  const made = onDemand(() => pages((inner) => app.fetch(inner)))
  const page = async ({ req, env }: Context) => {
    const request = await withBody(askedOf(req.raw, env))
    if (!request) return controlProblem(413, 'The form is too large.', new URL(req.url).pathname)
    return (await made())(request)
  }
  for (const path of ['/docs', '/docs/*', PAGES_ROOT, `${PAGES_ROOT}/*`]) app.all(path, page)
  app.get('/', (context, next) => (context.req.header('accept')?.includes('text/html') ? page(context) : next()))
}

/** On a socket the listener has read the body already, so pages are handed a request that has it anew; undefined when it was too large. */
const withBody = async (asked: WebAsked): Promise<Request | undefined> => {
  const { request, method, incoming } = asked
  if (!incoming || method === 'GET' || method === 'HEAD') return request
  const body = await readRequestBody(asked)
  if (body.kind === 'too-large') return undefined
  return new Request(request.url, { method, headers: request.headers, body: new Uint8Array(body.bytes) })
}

/** Off loopback every call of the control API carries the token; the pictures are open to all. */
const guardControl = (app: Hono, token: string): void => {
  const expected = createHash('sha256').update(token).digest()
  app.use('/_playa/*', async (context, next) => {
    const { pathname } = new URL(context.req.url)
    const [, sent = ''] = /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    // Digests have one length, so the comparison tells nothing about the token's.
    const known = timingSafeEqual(createHash('sha256').update(sent).digest(), expected)
    if (known || pathname.startsWith(PHOTO_ROOT) || isPage(pathname)) return next()
    const detail = 'The control API needs Authorization: Bearer {control token}.'
    return controlProblem(401, detail, pathname, { headers: { 'WWW-Authenticate': 'Bearer' } })
  })
}

/** The pages ask for the token themselves. */
const isPage = (pathname: string): boolean => pathname === PAGES_ROOT || pathname.startsWith(`${PAGES_ROOT}/`)

const described = (sandbox: Sandbox, asked: WebAsked): Response | Promise<Response> => {
  const { world, prefix } = meantBy(asked)
  const held = sandbox.worlds.get(world)
  if (!held) return controlProblem(404, unknownWorld(world), new URL(asked.url).pathname)
  const answer = (body: AskBody): Response | Promise<Response> => {
    const visit = { asked, prefix, body }
    const undisturbedAnswer = undisturbed(sandbox, held, visit)
    const disturbed = undisturbedAnswer === undefined ? disturb(sandbox, held, visit) : undefined
    if (disturbed) return disturbed
    const served = undisturbedAnswer ?? serve(sandbox, held, visit)
    return served instanceof Promise ? served.then(toResponse) : toResponse(served)
  }
  const body = readRequestBody(asked)
  return body instanceof Promise ? body.then(answer) : answer(body)
}

const bindDocuments = (app: Hono): void => {
  // The generator is loaded on demand: nobody who only calls the API pays for it.
  app.get('/openapi.json', async (context) => {
    const { openapiJson } = await import('../openapi/document-file.ts')
    return context.body(openapiJson(), 200, { 'Content-Type': 'application/json' })
  })
  app.get('/openapi.yaml', async (context) => {
    const { openapiYaml } = await import('../openapi/document-file.ts')
    return context.body(openapiYaml(), 200, { 'Content-Type': 'application/yaml' })
  })
}

const bindPhotos = (app: Hono): void => {
  app.get(`${PHOTO_ROOT}*`, async (context) => {
    const { pathname } = new URL(context.req.url)
    const asked = parsePhotoPath(pathname.slice(PHOTO_ROOT.length))
    if (!asked) {
      const detail =
        'Expected /_playa/photos/{width}x{height}/{body-style}/{colour}/{n}.svg or .png, sizes up to 4000, n up to 99.'
      return controlProblem(404, detail, pathname)
    }
    const { photo } = await import('../photos/picture.ts')
    const bytes = new Uint8Array(photo(asked))
    const type = asked.format === 'svg' ? 'image/svg+xml' : 'image/png'
    return context.body(bytes, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' })
  })
}

const welcome = (origin: string) => ({
  api: `${origin}/v3`,
  openapi: `${origin}/openapi.json`,
  control: `${origin}/_playa`,
})
