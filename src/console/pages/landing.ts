import type { Hono } from 'hono'
import { html } from 'hono/html'
import { Client, type Handler } from '../../web-ui/client.ts'
import { type Env, UI, worldPath } from '../../web-ui/page-context.ts'
import { barePage } from '../../web-ui/layout.ts'
import { copyable, facts, type Markup } from '../../web-ui/components.ts'
import type { Sessions } from '../../web-ui/sessions.ts'

const WORLD = 'default'

/** Where a browser lands: what this is, and where to go. */
export const bindLanding = (app: Hono<Env>, sandbox: Handler, sessions: Sessions): void => {
  app.get('/', async (visit) => {
    const { origin } = new URL(visit.req.url)
    // Who has not signed in is told nothing about the worlds.
    const world = sessions.asksForToken ? undefined : await new Client(sandbox, origin, undefined).world(WORLD).told()
    const agency = world?.agencies[0]
    const first = agency ? `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}` : '/v3'
    return barePage(
      'Start',
      html`<div class="landing">
        <h1>A lot to practise on</h1>
        <p class="lead">This server answers the whole Vehicle Listing Agency API v3 from memory. Nothing here is real, and everything can be put back.</p>
        <ul class="doors">
          ${door(UI, 'Console', 'Watch requests arrive, see why each was answered so, move the clock, disturb the service, change its assumptions.')}
          ${door(worldPath(WORLD, '/exchanges'), 'Live exchanges', 'Point a client at this server and watch what it sends.')}
          ${door(worldPath(WORLD, '/vidriera'), 'Storefront', 'What the agencies publish, as a shopper sees it, in Spanish. Asking there is a real lead.')}
          ${door('/docs', 'API reference', 'Every operation and webhook, with forms to try them against a world.')}
          ${door('/docs/control', 'Control API', 'What the console does, for scripts and tests.')}
        </ul>
        <h2>First request</h2>
        ${copyable('first', 'In a terminal', `curl ${origin}${first}`)}
        ${facts([
          ['Base URL', html`<code>${origin}</code>`],
          ['Another world', html`<code>${origin}/w/{world}</code>, or the header <code>Playa-World</code>`],
          ['OpenAPI', html`<a href="/openapi.json">JSON</a>, <a href="/openapi.yaml">YAML</a>`],
          ...(agency
            ? [['First agency', html`${agency.nombreComercial}, <code>${agency.adminMail}</code>`] as const]
            : []),
          ...(world ? [['Scenario', `${world.scenario}, seed ${world.seed}`] as const] : []),
        ])}
      </div>`,
    )
  })
}

const door = (href: string, title: string, about: string): Markup =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${about}</span></a></li>`
