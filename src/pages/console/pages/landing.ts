import type { Hono } from 'hono'
import { html } from 'hono/html'
import { copyableText, definitionList, type Markup, pageHeading } from '../../ui/components/components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { plainPage } from '../../ui/layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv, worldPath } from '../../ui/page-context.ts'
import type { WorldData } from '../../ui/sandbox/api-types.ts'
import { ControlClient } from '../../ui/sandbox/control-client.ts'
import type { RequestHandler } from '../../ui/sandbox/sandbox-connection.ts'
import type { Sessions } from '../../ui/sessions.ts'
import { DEMO_PATH } from './demo.ts'

const WORLD = 'default'

/** Registers the landing page at `/`. */
export const registerLandingPages = (
  app: Hono<PageEnv>,
  sandbox: RequestHandler,
  sessions: Sessions,
): void => {
  app.get('/', (context) => landingPage(context, sandbox, sessions))
}

const landingPage = async (
  context: PageContext,
  sandbox: RequestHandler,
  sessions: Sessions,
): Promise<Response> => {
  const { origin } = new URL(context.req.url)
  // A visitor without the control token must not learn anything about the worlds.
  const world = sessions.requiresToken
    ? undefined
    : await new ControlClient(sandbox, origin, undefined).world(WORLD).details()
  const agency = world?.agencies[0]
  const firstPath = agency ? `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}` : '/v3'
  return plainPage(context, {
    title: t('Start'),
    body: html`<div class="landing">
      ${pageHeading(
        t('Vehicle Listing Agency API v3 sandbox'),
        t(
          'A local server for the whole API, with demo data. All data is fictional and can be reset at any time.',
        ),
      )}
      ${linkCards()}
      <h2>${t('First request')}</h2>
      ${copyableText('first', t('Terminal'), `curl ${origin}${firstPath}`)}
      ${definitionList([
        [t('Base URL'), html`<code>${origin}</code>`],
        [t('Other worlds'), rich('`{origin}/w/{world}`, or the header `Playa-World`', { origin })],
        ['OpenAPI', html`<a href="/openapi.json">JSON</a>, <a href="/openapi.yaml">YAML</a>`],
        ...(world ? worldFacts(world) : []),
      ])}
    </div>`,
  })
}

const worldFacts = ({
  agencies: [agency],
  scenario,
  seed,
}: WorldData): readonly (readonly [string, Markup | string])[] => [
  ...(agency
    ? [[t('First agency'), html`${agency.nombreComercial}, <code>${agency.adminMail}</code>`] as const]
    : []),
  [t('Scenario'), t('{scenario}, seed {seed}', { scenario, seed })],
]

const linkCards = (): Markup => html`<ul class="link-cards">
        ${linkCard(
          CONSOLE_ROOT,
          t('Console'),
          t('Inspect requests and their decision traces. Control the clock, faults and assumptions.'),
        )}
        ${linkCard(
          worldPath(WORLD, '/exchanges'),
          t('Live exchanges'),
          t('Requests and responses of your client as they arrive.'),
        )}
        ${linkCard(
          worldPath(WORLD, '/vidriera'),
          t('Storefront'),
          t('The published vehicles as a buyer sees them, in Spanish. Its contact form creates leads.'),
        )}
        ${linkCard(
          DEMO_PATH,
          t('Demo'),
          t(
            'A Saturday at a car lot that plays by itself: the storefront beside a client’s requests to the API.',
          ),
        )}
        ${linkCard('/docs', t('API reference'), t('Every operation and webhook, with forms that send requests to a world.'))}
        ${linkCard('/docs/control', t('Control API'), t('The API behind the console, for scripts and tests.'))}
      </ul>`

const linkCard = (href: string, title: string, about: string): Markup =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${about}</span></a></li>`
