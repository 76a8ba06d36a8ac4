import type { Context, Hono, MiddlewareHandler } from 'hono'
import { controlProblem } from '../problems/control-error.ts'
import { loadLate } from '../simulator/late-parts.ts'
import { lazy } from '../simulator/lazy.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'
import { inTurn, readAhead } from './control-body.ts'
import { countedSignIn, PAGES_ROOT } from './control-guard.ts'
import type { FetchHandler } from './fetch-handler.ts'
import type { LargeBodyQueue } from './large-bodies.ts'
import { incomingOf } from './node-bindings.ts'
import type { TokenGate } from './token-gate.ts'

/** The part of the server that the pages need. */
interface PagesBinding {
  /** Loads the pages. */
  readonly pages: () => Promise<FetchHandler>
  readonly simulator: Simulator
  readonly gate: TokenGate | undefined
  readonly queue: LargeBodyQueue
}

/** Binds the pages for browsers; at the root and where nothing is, other clients get JSON. */
export const bindPages = (app: Hono, { pages, simulator, gate, queue }: PagesBinding): void => {
  const loaded = lazy(() => loadLate(pages))
  const page = async (context: Context) => {
    const { req, env } = context
    const refusal = await readAhead(incomingOf(env), req.url, simulator.memory)
    return refusal ?? inTurn(queue, context, async () => (await loaded())(req.raw))
  }
  if (gate) app.post(`${PAGES_ROOT}/login`, limitBody, (context) => countedSignIn(context, gate, page))
  for (const path of ['/docs', '/docs/*', PAGES_ROOT, `${PAGES_ROOT}/*`]) app.all(path, limitBody, page)
  app.get('*', (context, next) => (isForBrowser(context.req) ? page(context) : next()))
}

const limitInProcess = lazy(async () => {
  const { bodyLimit } = await import('hono/body-limit')
  return bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: ({ req }) => controlProblem(413, 'The form is too large.', new URL(req.url).pathname),
  })
})

/**
 * Bounds the body of a form in process. On a socket `readAhead` does: the middleware would make the web
 * request before its body is read.
 */
const limitBody: MiddlewareHandler = async (context, next) =>
  incomingOf(context.env) ? next() : (await limitInProcess())(context, next)

/** Returns whether a page answers: the control API answers programs, even for a browser. */
const isForBrowser = (req: Context['req']): boolean =>
  req.header('accept')?.includes('text/html') === true && !/^\/_playa(?:\/|$)/.test(req.path)
