import type { Context, Hono, MiddlewareHandler } from 'hono'
import { controlProblem } from '../api/problems/control-error.ts'
import { BODY_LIMIT_BYTES } from '../api/wire/limits.ts'
import { lazy } from '../sandbox/simulator/lazy.ts'
import { bodyTooLarge } from '../sandbox/transport/request-body.ts'
import { countedSignIn, PAGES_ROOT } from './control-guard.ts'
import type { FetchHandler } from './fetch-handler.ts'
import { nodeBindings } from './node-bindings.ts'
import type { TokenGate } from './token-gate.ts'

/**
 * Binds the pages for browsers, loaded with their first request; at the root and where nothing is, other
 * clients get JSON.
 */
export const bindPages = (
  app: Hono,
  pages: () => Promise<FetchHandler>,
  gate: TokenGate | undefined,
): void => {
  const loaded = lazy(pages)
  const page = async ({ req }: Context) => (await loaded())(req.raw)
  if (gate) app.post(`${PAGES_ROOT}/login`, limitForm, (context) => countedSignIn(context, gate, page))
  for (const path of ['/docs', '/docs/*', PAGES_ROOT, `${PAGES_ROOT}/*`]) app.all(path, limitForm, page)
  app.get('*', (context, next) => (isForBrowser(context.req) ? page(context) : next()))
}

const limitInProcess = lazy(async () => {
  const { bodyLimit } = await import('hono/body-limit')
  return bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: ({ req }) => controlProblem(413, bodyTooLarge(req.url), new URL(req.url).pathname),
  })
})

/** Bounds a form in runtimes other than Node, where `limitControlBody` does. */
const limitForm: MiddlewareHandler = async (context, next) =>
  nodeBindings(context.env) ? next() : (await limitInProcess())(context, next)

/** Returns whether a page answers: the control API answers programs, even for a browser. */
const isForBrowser = (req: Context['req']): boolean =>
  req.header('accept')?.includes('text/html') === true && !/^\/_playa(?:\/|$)/.test(req.path)
