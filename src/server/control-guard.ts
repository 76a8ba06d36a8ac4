import type { Context, Hono } from 'hono'
import { controlProblem } from '../api/problems/control-error.ts'
import { PHOTO_ROOT } from '../model/domain/publications/photo-url.ts'
import { isHealthTarget } from './health-targets.ts'
import { clientAddressOf } from './node-bindings.ts'
import type { TokenGate } from './token-gate.ts'

/** Path of the console, with its pages below. */
export const PAGES_ROOT = '/_playa/ui'

/** The one client in process. */
const IN_PROCESS = 'in-process'

/**
 * Requires the token on every call of the control API, before its body is read. Pictures are public, and the
 * pages check the token themselves.
 */
export const guardControl = (app: Hono, gate: TokenGate): void => {
  app.use('/_playa/*', async (context, next) => {
    const { pathname } = new URL(context.req.url)
    if (pathname.startsWith(PHOTO_ROOT) || isPage(pathname) || isHealthTarget(pathname)) return next()
    const sent = /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    // The pages call in process, for a session that has shown the token.
    const address = clientAddressOf(context.env)
    const waitS = address === undefined ? 0 : gate.waitS(address)
    if (waitS > 0) return tooManyFailures(waitS, pathname)
    if (sent !== undefined && gate.accepts(sent)) return next()
    if (sent !== undefined) gate.countFailure(address ?? IN_PROCESS)
    const detail = 'The control API needs Authorization: Bearer {control token}.'
    return controlProblem(401, detail, pathname, {
      headers: { 'WWW-Authenticate': 'Bearer realm="control"' },
    })
  })
}

/** Lets the sign-in page check the token, and counts refusals. */
export const countedSignIn = async (
  context: Context,
  gate: TokenGate,
  page: (context: Context) => Promise<Response>,
): Promise<Response> => {
  const address = clientAddressOf(context.env) ?? IN_PROCESS
  const waitS = gate.waitS(address)
  if (waitS > 0) return tooManyFailures(waitS, new URL(context.req.url).pathname)
  const response = await page(context)
  if (response.status === 401) gate.countFailure(address)
  return response
}

const isPage = (pathname: string): boolean => pathname === PAGES_ROOT || pathname.startsWith(`${PAGES_ROOT}/`)

const tooManyFailures = (waitS: number, instance: string): Response =>
  controlProblem(
    429,
    `Too many wrong control tokens came from your address. Wait ${waitS} seconds, then try again.`,
    instance,
    { headers: { 'Retry-After': String(waitS) } },
  )
