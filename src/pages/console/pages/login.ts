import type { Hono } from 'hono'
import { html } from 'hono/html'
import { submittedForm } from '../../ui/form.ts'
import { inputField } from '../../ui/form-components.ts'
import { t } from '../../ui/language/texts.ts'
import { plainPage } from '../../ui/layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv } from '../../ui/page-context.ts'
import { SIGN_IN_PATH, setSessionCookie } from '../../ui/session-guard.ts'
import type { Sessions } from '../../ui/sessions.ts'

/** Registers sign-in and sign-out. With a control token, every page of the console requires it. */
export const registerLoginPages = (app: Hono<PageEnv>, sessions: Sessions): void => {
  app.get(SIGN_IN_PATH, (context): Response | Promise<Response> =>
    sessions.requiresToken
      ? signInPage(context, { next: safePath(context.req.query('next')) })
      : context.redirect(CONSOLE_ROOT),
  )
  app.post(SIGN_IN_PATH, (context) => signIn(context, sessions))
  app.post(`${CONSOLE_ROOT}/logout`, (context) => {
    sessions.close(context.var.session)
    return context.redirect(SIGN_IN_PATH, 303)
  })
}

const signIn = async (context: PageContext, sessions: Sessions): Promise<Response> => {
  const { token } = await submittedForm(context)
  const next = safePath(context.req.query('next'))
  if (!sessions.requiresToken) return context.redirect(next, 303)
  if (typeof token !== 'string' || !sessions.acceptsToken(token)) {
    return signInPage(context, { next, status: 401, error: t('Wrong control token.') })
  }
  setSessionCookie(context, sessions.open())
  return context.redirect(next, 303)
}

/** Returns the requested path if it is one of the console, else the console's root: no open redirects. */
const safePath = (requested: unknown): string =>
  typeof requested === 'string' && /^\/_playa\/ui(?:$|[/?])/.test(requested) && !requested.includes('\\')
    ? requested
    : CONSOLE_ROOT

interface SignInOptions {
  /** Path after signing in. */
  readonly next: string
  readonly error?: string
  readonly status?: number
}

const signInPage = (context: PageContext, { next, error, status }: SignInOptions): Promise<Response> =>
  plainPage(context, {
    title: t('Sign in'),
    status,
    body: html`<div class="confirm">
      <h1>${t('Sign in')}</h1>
      <p>${t('This server accepts connections from other machines, so the console requires the control token.')}</p>
      ${error === undefined ? '' : html`<div class="notice bad" role="alert"><p>${error}</p></div>`}
      <form method="post" action="${`${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`}">
        ${inputField({
          name: 'token',
          label: 'Control token',
          type: 'password',
          required: true,
          hint: 'The value of --control-token or PLAYA_CONTROL_TOKEN',
        })}
        <button class="primary">${t('Sign in')}</button>
      </form>
    </div>`,
  })
