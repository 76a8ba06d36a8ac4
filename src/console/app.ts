import { Hono } from 'hono'
import { html } from 'hono/html'
import { ASSETS_ROOT, serveAsset } from '../web-ui/assets.ts'
import { type Handler, Refused } from '../web-ui/client.ts'
import { type Env, UI, type Visit } from '../web-ui/page-context.ts'
import { gate } from '../web-ui/session-guard.ts'
import { barePage, page } from '../web-ui/layout.ts'
import { bindClock } from './pages/clock.ts'
import { bindDeliveries } from './pages/deliveries.ts'
import { bindDocs } from './pages/docs.ts'
import { bindExchanges } from './pages/exchanges.ts'
import { bindFaults } from './pages/faults.ts'
import { bindHints } from './pages/hints.ts'
import { bindInquiries } from './pages/inquiries.ts'
import { bindLanding } from './pages/landing.ts'
import { bindLogin } from './pages/login.ts'
import { bindOutbox } from './pages/outbox.ts'
import { bindPackage } from './pages/package.ts'
import { bindProfile } from './pages/profile.ts'
import { bindPublications } from './pages/publications.ts'
import { bindSnapshots } from './pages/snapshots.ts'
import { bindStory } from './pages/story.ts'
import { bindWorld } from './pages/world.ts'
import { bindWorlds } from './pages/worlds.ts'
import { heading } from '../web-ui/components.ts'
import { Sessions } from '../web-ui/sessions.ts'
import { bindStorefront } from '../storefront/app.ts'

export interface PagesOptions {
  /** When given, the console asks for it before it shows anything, and sends it to the control API. */
  readonly token?: string | undefined
  /** Sentences of the description, which explain the ids that decided an exchange. */
  readonly statements?: () => Promise<readonly { readonly id: string; readonly sentence: string }[]>
}

/** Binds the pages of one subject. */
type Bind = (app: Hono<Env>) => void

/** Every subject of the console. */
const SUBJECTS: readonly Bind[] = [
  bindWorlds,
  bindWorld,
  bindExchanges,
  bindHints,
  bindPublications,
  bindPackage,
  bindInquiries,
  bindDeliveries,
  bindOutbox,
  bindClock,
  bindFaults,
  bindProfile,
  bindSnapshots,
  bindStory,
  bindStorefront,
]

/** The web pages: the landing, the API reference and the console. They know the sandbox by its HTTP alone. */
export const pages = (sandbox: Handler, { token, statements }: PagesOptions = {}): Handler => {
  const sessions = new Sessions(token)
  const app = new Hono<Env>()
  app.get(`${ASSETS_ROOT}*`, async (visit) => (await serveAsset(visit.req.raw)) ?? notFound(visit))
  bindLanding(app, sandbox, sessions)
  bindDocs(app, sandbox)
  app.use(`${UI}/*`, gate({ sandbox, sessions, token, statements: remembered(statements) }))
  bindLogin(app, sessions)
  for (const bind of SUBJECTS) bind(app)
  app.notFound(notFound)
  app.onError((error, visit) => {
    if (error instanceof Refused) return refused(visit, error)
    throw error
  })
  return (request) => app.fetch(request)
}

const remembered = (read: PagesOptions['statements']) => {
  let sentences: Promise<ReadonlyMap<string, string>> | undefined
  return () =>
    (sentences ??= (read?.() ?? Promise.resolve([])).then(
      (all) => new Map(all.map(({ id, sentence }) => [id, sentence])),
    ))
}

const notFound = (visit: Visit): Promise<Response> =>
  barePage(
    'Nothing here',
    html`<div class="confirm"><h1>Nothing here</h1><p>There is no page at ${new URL(visit.req.url).pathname}.</p><p><a class="button" href="${UI}">To the console</a></p></div>`,
    404,
  )

/** What the sandbox refused while a page was made: an unknown world most of all. */
const refused = (visit: Visit, { status, message, details }: Refused): Promise<Response> =>
  page(visit, {
    title: 'Refused',
    status,
    body: html`${heading(status === 404 ? 'Not there' : 'The sandbox refused')}
      <div class="notice bad" role="alert"><p>${message}</p>${details.map((detail) => html`<p>${detail}</p>`)}</div>
      <p><a class="button" href="${UI}">All worlds</a></p>`,
  })
