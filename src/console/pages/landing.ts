import type { Hono } from 'hono'
import { html } from 'hono/html'
import { copyableText, definitionList, type Markup, pageHeading } from '../../web-ui/components.ts'
import { ControlClient } from '../../web-ui/control-client.ts'
import { plainPage } from '../../web-ui/layout.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv, worldPath } from '../../web-ui/page-context.ts'
import type { RequestHandler } from '../../web-ui/sandbox-connection.ts'
import type { Sessions } from '../../web-ui/sessions.ts'

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
    title: 'Start',
    body: html`<div class="landing">
      ${pageHeading(
        'Vehicle Listing Agency API v3 sandbox',
        'A local server of the whole API with demo data. All data is fictional and can be reset at any time.',
      )}
      <ul class="link-cards">
        ${linkCard(
          CONSOLE_ROOT,
          'Console',
          'Inspect requests and their decision traces. Control the clock, faults and assumptions.',
        )}
        ${linkCard(
          worldPath(WORLD, '/exchanges'),
          'Live exchanges',
          'Requests and responses of your client as they arrive.',
        )}
        ${linkCard(
          worldPath(WORLD, '/vidriera'),
          'Storefront',
          'The published vehicles as a buyer sees them, in Spanish. Its contact form creates leads.',
        )}
        ${linkCard('/docs', 'API reference', 'Every operation and webhook, with forms that send requests to a world.')}
        ${linkCard('/docs/control', 'Control API', 'The API behind the console, for scripts and tests.')}
      </ul>
      <h2>First request</h2>
      ${copyableText('first', 'Terminal', `curl ${origin}${firstPath}`)}
      ${definitionList([
        ['Base URL', html`<code>${origin}</code>`],
        ['Other worlds', html`<code>${origin}/w/{world}</code>, or the header <code>Playa-World</code>`],
        ['OpenAPI', html`<a href="/openapi.json">JSON</a>, <a href="/openapi.yaml">YAML</a>`],
        ...(agency
          ? [['First agency', html`${agency.nombreComercial}, <code>${agency.adminMail}</code>`] as const]
          : []),
        ...(world ? [['Scenario', `${world.scenario}, seed ${world.seed}`] as const] : []),
      ])}
    </div>`,
  })
}

const linkCard = (href: string, title: string, about: string): Markup =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${about}</span></a></li>`
