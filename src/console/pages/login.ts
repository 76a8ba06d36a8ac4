import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI } from '../../web-ui/page-context.ts'
import { LOGIN, rememberSession } from '../../web-ui/session-guard.ts'
import { barePage } from '../../web-ui/layout.ts'
import { field } from '../../web-ui/components.ts'
import type { Sessions } from '../../web-ui/sessions.ts'

/** Off loopback the console asks for the control token before it shows anything. */
export const bindLogin = (app: Hono<Env>, sessions: Sessions): void => {
  app.get(LOGIN, (visit) => (sessions.asksForToken ? form({ next: visit.req.query('next') }) : visit.redirect(UI)))
  app.post(LOGIN, async (visit) => {
    const { token, next } = await visit.req.parseBody()
    const after = pathAfter(next)
    if (!sessions.asksForToken) return visit.redirect(after, 303)
    if (sessions.closedToGuessers) {
      const fault = 'Too many wrong tokens came within a minute. Wait a minute, then try again.'
      return form({ next: after, fault, status: 429 })
    }
    if (typeof token !== 'string' || !sessions.knows(token)) {
      const fault = 'That is not the control token of this server.'
      return form({ next: after, fault, status: 401 })
    }
    rememberSession(visit, sessions.open(true))
    return visit.redirect(after, 303)
  })
  app.post(`${UI}/logout`, (visit) => {
    sessions.close(visit.get('desk').session)
    return visit.redirect(LOGIN, 303)
  })
}

/** Only paths of the console are followed after signing in. */
const pathAfter = (asked: unknown): string =>
  typeof asked === 'string' && /^\/_playa\/ui(?:$|[/?])/.test(asked) && !asked.includes('\\') ? asked : UI

interface Asking {
  readonly next?: string | undefined
  readonly fault?: string
  readonly status?: number
}

const form = ({ next, fault, status = 200 }: Asking): Promise<Response> =>
  barePage(
    'Sign in',
    html`<div class="confirm">
      <h1>Sign in</h1>
      <p>This server is open to other machines, so its console asks for the control token that it was started with.</p>
      ${fault === undefined ? '' : html`<div class="notice bad" role="alert"><p>${fault}</p></div>`}
      <form method="post" action="${LOGIN}">
        <input type="hidden" name="next" value="${pathAfter(next)}">
        ${field({
          name: 'token',
          label: 'Control token',
          type: 'password',
          required: true,
          hint: 'What --control-token or PLAYA_CONTROL_TOKEN says.',
        })}
        <button class="primary">Sign in</button>
      </form>
    </div>`,
    status,
  )
