import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { isUrl } from '../../lib/text/url.ts'
import { registerStorefrontPages } from '../storefront/app.ts'
import { ASSETS_ROOT, serveAsset } from '../ui/assets.ts'
import { type BrandingFile, Brandings } from '../ui/branding.ts'
import { pageHeading } from '../ui/components/components.ts'
import { LANGUAGE_COOKIE, LANGUAGES, requestLanguage, serverText, t } from '../ui/language/texts.ts'
import { consolePage, LANGUAGE_PATH, plainPage } from '../ui/layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv } from '../ui/page-context.ts'
import { ApiError } from '../ui/sandbox/api-error.ts'
import type { RequestHandler } from '../ui/sandbox/sandbox-connection.ts'
import { pageSecurity } from '../ui/security-headers.ts'
import { sessionGuard } from '../ui/session-guard.ts'
import { Sessions } from '../ui/sessions.ts'
import { registerClockPages } from './pages/clock.ts'
import { registerDeliveriesPages } from './pages/deliveries.ts'
import { registerDemoPages } from './pages/demo.ts'
import { registerDocsPages } from './pages/docs.ts'
import { registerExchangesPages } from './pages/exchanges.ts'
import { registerFaultsPages } from './pages/faults.ts'
import { registerHintsPages } from './pages/hints.ts'
import { registerInquiriesPages } from './pages/inquiries.ts'
import { registerLandingPages } from './pages/landing.ts'
import { registerLoginPages } from './pages/login.ts'
import { registerOutboxPages } from './pages/outbox.ts'
import { registerPackagePages } from './pages/package.ts'
import { registerProfilePages } from './pages/profile.ts'
import { registerPublicationsPages } from './pages/publications.ts'
import { registerSnapshotsPages } from './pages/snapshots.ts'
import { registerStoryPages } from './pages/story.ts'
import { registerWorldPages } from './pages/world.ts'
import { registerWorldsPages } from './pages/worlds.ts'

interface WebPagesOptions {
  /** Control token. When given, the console requires it and sends it to the control API. */
  readonly token?: string | undefined
  /** Address of the site of the documents, without a slash at its end. Absent: ids are not links. */
  readonly docs?: string | undefined
  /** Absent: brandings end with the server. */
  readonly brandings?: BrandingFile | undefined
  /** True: sessions survive when the process leaves memory. */
  readonly keepsSessions?: boolean
  /** Sentences of the API description; they explain the statement ids of a decision trace. */
  readonly statements?: () => Promise<readonly { readonly id: string; readonly sentence: string }[]>
}

/** Registers the routes of the pages that need a session. */
const REGISTRATIONS: readonly ((app: Hono<PageEnv>) => void)[] = [
  registerWorldsPages,
  registerWorldPages,
  registerExchangesPages,
  registerHintsPages,
  registerPublicationsPages,
  registerPackagePages,
  registerInquiriesPages,
  registerDeliveriesPages,
  registerOutboxPages,
  registerClockPages,
  registerFaultsPages,
  registerProfilePages,
  registerSnapshotsPages,
  registerStoryPages,
  registerDemoPages,
  registerStorefrontPages,
]

/**
 * Creates the pages: landing page, API reference, console, storefront. They use the sandbox over HTTP only.
 */
export const createWebPages = (
  sandbox: RequestHandler,
  { token, statements, docs, brandings, keepsSessions = false }: WebPagesOptions = {},
): RequestHandler => {
  const sessions = new Sessions(token, { outlivesMemory: keepsSessions })
  const app = new Hono<PageEnv>()
  app.get(`${ASSETS_ROOT}*`, async (context) => (await serveAsset(context.req.raw)) ?? notFound(context))
  app.use(pageSecurity, contextStorage(), requestLanguage)
  app.get(LANGUAGE_PATH, chooseLanguage)
  registerLandingPages(app, sandbox, sessions)
  registerDocsPages(app, sandbox, { sessions, token })
  app.use(
    `${CONSOLE_ROOT}/*`,
    sessionGuard({
      sandbox,
      sessions,
      token,
      statements: cachedStatements(statements),
      docs,
      brandings: new Brandings(brandings),
    }),
  )
  registerLoginPages(app, sessions)
  for (const register of REGISTRATIONS) register(app)
  app.notFound(notFound)
  app.onError((error, context) => {
    if (!(error instanceof ApiError)) throw error
    return context.req.method === 'POST' ? redirectWithError(context, error) : errorPage(context, error)
  })
  return (request) => app.fetch(request)
}

const cachedStatements = (read: WebPagesOptions['statements']) => {
  let sentences: Promise<ReadonlyMap<string, string>> | undefined
  return () =>
    (sentences ??= (read?.() ?? Promise.resolve([])).then(
      (all) => new Map(all.map(({ id, sentence }) => [id, sentence])),
    ))
}

const YEAR_S = 31_536_000

/** Keeps the chosen language in a cookie and leads back to the page. */
const chooseLanguage = (context: PageContext): Response => {
  const { to = '', next = '/' } = context.req.query()
  if (Object.hasOwn(LANGUAGES, to))
    setCookie(context, LANGUAGE_COOKIE, to, { path: '/', maxAge: YEAR_S, sameSite: 'Lax', httpOnly: true })
  // Only a path of this server: no open redirects.
  const { origin } = new URL(context.req.url)
  const target = isUrl(next, origin) ? new URL(next, origin) : undefined
  return context.redirect(target?.origin === origin ? target.pathname + target.search : '/', 303)
}

const notFound = (context: PageContext): Promise<Response> =>
  plainPage(context, {
    title: t('Page not found'),
    status: 404,
    body: html`<div class="confirm"><h1>${t('Page not found')}</h1>
      <p>${t('There is no page at {path}.', { path: new URL(context.req.url).pathname })}</p>
      <p><a class="button" href="${CONSOLE_ROOT}">${t('Open the console')}</a></p></div>`,
  })

/** Sends the browser back to the page of a form that the sandbox refused; that page shows the sentence. */
const redirectWithError = (context: PageContext, { message, details }: ApiError): Response => {
  context.var.session.notice = { tone: 'bad', text: message, details }
  const { origin } = new URL(context.req.url)
  const referer = context.req.header('referer') ?? ''
  const isConsole = referer.startsWith(`${origin}${CONSOLE_ROOT}/`)
  return context.redirect(isConsole ? referer.slice(origin.length) : CONSOLE_ROOT, 303)
}

/**
 * Shows a refusal of the sandbox, such as an unknown world; after a failure without what is read for a menu.
 */
const errorPage = (context: PageContext, { status, message, details }: ApiError): Promise<Response> =>
  (status < 500 ? consolePage : plainPage)(context, {
    title: t('Request refused'),
    status,
    body: html`${pageHeading(t(status === 404 ? 'Not found' : 'Request refused'))}
      <div class="notice bad" role="alert"><p>${serverText(message)}</p>${details.map((detail) => html`<p>${serverText(detail)}</p>`)}</div>
      <p><a class="button" href="${CONSOLE_ROOT}">${t('All worlds')}</a></p>`,
  })
