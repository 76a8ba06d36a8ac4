import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { ASSETS_ROOT } from './assets.ts'
import { Client, type Handler } from './client.ts'
import { type Desk, type Env, UI, type Visit } from './page-context.ts'
import { FORM_KEY } from './form.ts'
import { barePage } from './layout.ts'
import { type Session, type Sessions, sameKey } from './sessions.ts'

const COOKIE = 'playa_console'

interface Gate {
  readonly sandbox: Handler
  readonly sessions: Sessions
  readonly token: string | undefined
  readonly statements: Desk['statements']
}

/**
 * Before every page: whose visit is it, and may it be? A change must come from a form of ours: its hidden key belongs to the session,
 * and the browser says that it comes from this very site.
 */
export const gate = ({ sandbox, sessions, token, statements }: Gate): MiddlewareHandler<Env> => {
  return async (visit, next) => {
    const { pathname, origin } = new URL(visit.req.url)
    if (pathname.startsWith(ASSETS_ROOT)) return next()
    const known = sessions.get(getCookie(visit, COOKIE))
    const session = known ?? newcomer(sessions)
    const changes = visit.req.method !== 'GET' && visit.req.method !== 'HEAD'
    if (changes && !isFromHere(visit)) return forbidden('This form was sent from another site.')
    if (!session) {
      if (pathname === LOGIN) return next()
      if (changes) return forbidden('Your session ended. Sign in again and repeat what you did.')
      return visit.redirect(`${LOGIN}?next=${encodeURIComponent(pathname + new URL(visit.req.url).search)}`, 303)
    }
    if (changes && pathname !== LOGIN) {
      const { [FORM_KEY]: key } = await visit.req.parseBody()
      if (typeof key !== 'string' || !sameKey(key, session.formKey)) {
        return forbidden('This form is out of date. Go back, load the page again and repeat what you did.')
      }
    }
    visit.set('desk', { client: new Client(sandbox, origin, token), session, sessions, statements })
    await next()
    // A page is a whole response of its own, so the cookie is added when it is there.
    if (!known) rememberSession(visit, session)
    return undefined
  }
}

export const LOGIN = `${UI}/login`

/** Where no token is asked for every visitor gets a session at once. */
const newcomer = (sessions: Sessions): Session | undefined => (sessions.asksForToken ? undefined : sessions.open())

export const rememberSession = (visit: Visit, { id }: Session): void =>
  setCookie(visit, COOKIE, id, {
    httpOnly: true,
    sameSite: 'Strict',
    path: UI,
    secure: new URL(visit.req.url).protocol === 'https:',
  })

/** Browsers say where a request comes from; what says nothing is no browser, and has the form's key to show. */
const isFromHere = (visit: Visit): boolean => {
  const site = visit.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return false
  const origin = visit.req.header('origin')
  if (origin === undefined) return true
  // A proxy in front may speak TLS, so the scheme may differ; the host may not.
  return URL.canParse(origin) && new URL(origin).host === new URL(visit.req.url).host
}

const forbidden = (sentence: string): Promise<Response> =>
  barePage(
    'Not done',
    html`<div class="confirm"><h1>Not done</h1><p>${sentence}</p><p><a class="button" href="${UI}">To the console</a></p></div>`,
    403,
  )
