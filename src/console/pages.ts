import { Hono } from 'hono'
import { html } from 'hono/html'
import { ASSETS_ROOT, serveAsset } from './assets.ts'
import { type Handler, Refused } from './client.ts'
import { type Env, UI, type Visit } from './desk.ts'
import { gate } from './gate.ts'
import { barePage, page } from './layout.ts'
import { bindClock } from './page/clock.ts'
import { bindDeliveries } from './page/deliveries.ts'
import { bindDocs } from './page/docs.ts'
import { bindExchanges } from './page/exchanges.ts'
import { bindFaults } from './page/faults.ts'
import { bindHints } from './page/hints.ts'
import { bindInquiries } from './page/inquiries.ts'
import { bindLanding } from './page/landing.ts'
import { bindLogin } from './page/login.ts'
import { bindOutbox } from './page/outbox.ts'
import { bindPackage } from './page/package.ts'
import { bindProfile } from './page/profile.ts'
import { bindPublications } from './page/publications.ts'
import { bindSnapshots } from './page/snapshots.ts'
import { bindStory } from './page/story.ts'
import { bindWorld } from './page/world.ts'
import { bindWorlds } from './page/worlds.ts'
import { heading } from './pieces.ts'
import { Sessions } from './sessions.ts'
import { bindStorefront } from './storefront/bind.ts'

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
