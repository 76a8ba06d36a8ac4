import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { equalInConstantTime } from '../../lib/text/constant-time.ts'
import { isUrl } from '../../lib/text/url.ts'
import type { Brandings } from './branding.ts'
import { CSRF_FIELD, submittedForm } from './form.ts'
import { t } from './language/texts.ts'
import { plainPage } from './layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv, type PageVariables } from './page-context.ts'
import { ControlClient } from './sandbox/control-client.ts'
import type { RequestHandler } from './sandbox/sandbox-connection.ts'
import type { Session, Sessions } from './sessions.ts'

/** Cookies of one host are shared by its ports, so the port is in the name. */
const cookieName = ({ req }: PageContext): string => {
  const { port, protocol } = new URL(req.url)
  return `playa_console_${port || (protocol === 'https:' ? '443' : '80')}`
}

/** Path of the sign-in page. */
export const SIGN_IN_PATH = `${CONSOLE_ROOT}/login`

interface SessionGuardOptions {
  readonly sandbox: RequestHandler
  readonly sessions: Sessions
  readonly token: string | undefined
  readonly statements: PageVariables['statements']
  readonly docs?: PageVariables['docs']
  readonly brandings: Brandings
}

/**
 * Gives every page its session and refuses forged changes. A change needs the session's CSRF token and, from
 * a browser, the same origin. `hono/csrf` checks form types only and passes when either `Origin` or
 * `Sec-Fetch-Site` matches; here both must match, and the token as well.
 */
export const sessionGuard = ({
  sandbox,
  sessions,
  token,
  statements,
  docs,
  brandings,
}: SessionGuardOptions): MiddlewareHandler<PageEnv> => {
  return async (context, next) => {
    const { pathname, search, origin } = new URL(context.req.url)
    const isChange = context.req.method !== 'GET' && context.req.method !== 'HEAD'
    if (isChange && !isSameOrigin(context))
      return forbidden(context, t('This form was sent from another site.'))
    const known = sessions.get(getCookie(context, cookieName(context)))
    const session = known ?? (sessions.requiresToken ? undefined : sessions.open())
    if (!session) {
      if (pathname === SIGN_IN_PATH) return next()
      if (isChange) return forbidden(context, t('Your session has expired. Sign in and send the form again.'))
      return context.redirect(`${SIGN_IN_PATH}?next=${encodeURIComponent(pathname + search)}`, 303)
    }
    if (isChange && pathname !== SIGN_IN_PATH) {
      const { [CSRF_FIELD]: sent } = await submittedForm(context)
      if (typeof sent !== 'string' || !equalInConstantTime(sent, session.csrfToken)) {
        return forbidden(
          context,
          t('This form is out of date. Go back, reload the page and send the form again.'),
        )
      }
    }
    context.set('client', new ControlClient(sandbox, origin, token))
    context.set('session', session)
    context.set('sessions', sessions)
    context.set('statements', statements)
    context.set('docs', docs)
    context.set('brandings', brandings)
    await next()
    // The response of a page replaces headers that were set before it, so the cookie is set afterwards.
    if (!known) setSessionCookie(context, session)
    return undefined
  }
}

/** Sets the session cookie: not readable by scripts, never sent by other sites. */
export const setSessionCookie = (context: PageContext, { id }: Session): void =>
  setCookie(context, cookieName(context), id, {
    httpOnly: true,
    sameSite: 'Strict',
    path: CONSOLE_ROOT,
    secure: new URL(context.req.url).protocol === 'https:',
  })

/** True unless a browser names another origin. Other clients send neither header and need the CSRF token. */
const isSameOrigin = (context: PageContext): boolean => {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return false
  const origin = context.req.header('origin')
  if (origin === undefined) return true
  // A TLS proxy changes the scheme, so only the hosts are compared.
  return isUrl(origin) && new URL(origin).host === new URL(context.req.url).host
}

const forbidden = (context: PageContext, sentence: string): Promise<Response> =>
  plainPage(context, {
    title: t('Not completed'),
    status: 403,
    body: html`<div class="confirm"><h1>${t('Not completed')}</h1><p>${sentence}</p>
      <p><a class="button" href="${CONSOLE_ROOT}">${t('Open the console')}</a></p></div>`,
  })
