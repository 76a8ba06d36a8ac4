import { html } from 'hono/html'
import { assetUrl } from './assets.ts'
import { Refused } from './client.ts'
import { UI, type Visit, worldPath } from './page-context.ts'
import { MENU, placeOf } from './navigation.ts'
import { hiddenKey, instant, type Markup } from './components.ts'
import { pageHeaders } from './security-headers.ts'
import type { Notice } from './sessions.ts'
import type { Clock, WorldBrief } from './api-types.ts'

interface PageOptions {
  readonly title: string
  readonly body: Markup
  readonly status?: number
  /** True when the page frames another of ours. */
  readonly frames?: boolean
  /** Kinds of happenings at which the page's live parts are asked for again. */
  readonly live?: boolean
}

/** A whole page of the console. The notice of the last form is shown and forgotten. */
export const page = async (
  visit: Visit,
  { title, body, status = 200, frames, live }: PageOptions,
): Promise<Response> => {
  const { session } = visit.get('desk')
  const { notice } = session
  session.notice = undefined
  const world = visit.req.param('world')
  const around = world === undefined ? undefined : await surroundings(visit, world)
  const where = new URL(visit.req.url).pathname
  const rest = world === undefined ? '' : where.slice(worldPath(world).length)
  const markup = html`<!doctype html>
<html lang="en">
${await head(around ? `${title} · ${world}` : title)}
<body${live && around ? html` data-events="${worldPath(around.world, '/events')}"` : ''}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <a class="brand" href="${UI}">Playa</a>
  ${around ? switcher(around, rest) : ''}
  ${around?.clock ? clockChip(around.world, around.clock) : ''}
  <nav class="top-links" aria-label="Everywhere">
    <a href="${UI}"${where === UI ? html` aria-current="page"` : ''}>Worlds</a>
    <a href="/docs${world === undefined ? '' : `?world=${encodeURIComponent(world)}`}">Reference</a>
    ${visit.get('desk').sessions.asksForToken ? signOut(visit) : ''}
  </nav>
</header>
<div class="frame${around ? '' : ' single'}">
  ${around ? menu(around.world, rest) : ''}
  <main id="main" tabindex="-1">
    ${notice ? noticeBox(notice) : ''}
    ${body}
  </main>
</div>
</body>
</html>`
  return new Response(String(await markup), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders({ frames: frames === true }) },
  })
}

/** A page without the surroundings of a world, for whoever has no session yet. */
export const barePage = async (title: string, body: Markup, status = 200): Promise<Response> => {
  const markup = html`<!doctype html>
<html lang="en">
${await head(title)}
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="/">Playa</a></header>
<div class="frame single"><main id="main" tabindex="-1">${body}</main></div>
</body>
</html>`
  return new Response(String(await markup), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders() },
  })
}

/** The browser library may neither evaluate texts nor write styles into the page. */
const HTMX = JSON.stringify({
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  scrollIntoViewOnBoost: false,
})

const head = async (title: string): Promise<Markup> => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content="${HTMX}">
<title>${title} · Playa</title>
<link rel="icon" href="${await assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${await assetUrl('console.css')}">
<script src="${await assetUrl('htmx.js')}" defer></script>
<script src="${await assetUrl('console.js')}" defer></script>
</head>`

interface Surroundings {
  readonly world: string
  readonly clock: Clock | undefined
  readonly worlds: readonly WorldBrief[]
  /** Worlds in all. */
  readonly count: number
}

/** With more worlds than this the switch leads to the list of them. */
const SWITCHED_AMONG = 50

const surroundings = async (visit: Visit, world: string): Promise<Surroundings> => {
  const { client } = visit.get('desk')
  const { worlds: count } = await client.server()
  const worlds = count <= SWITCHED_AMONG ? await client.worlds() : []
  const clock = await client
    .world(world)
    .clock()
    .catch((error: unknown) => {
      if (error instanceof Refused) return undefined
      throw error
    })
  return { world, clock, worlds, count }
}

const switcher = ({ world, worlds, count }: Surroundings, rest: string): Markup => {
  if (worlds.length === 0) return html`<a class="world-name" href="${UI}">${world} <small>of ${count}</small></a>`
  const known = worlds.some(({ name }) => name === world)
  return html`<form class="switch" action="${UI}/go" method="get">
    <label for="world-switch">World</label>
    <select id="world-switch" name="world">
      ${known ? '' : html`<option selected>${world}</option>`}
      ${worlds.map(({ name }) => html`<option${name === world ? html` selected` : ''}>${name}</option>`)}
    </select>
    <input type="hidden" name="page" value="${placeOf(rest)?.path ?? ''}">
    <button class="quiet">Go</button>
  </form>`
}

const clockChip = (world: string, clock: Clock): Markup => html`<a class="chip" href="${worldPath(world, '/clock')}"
  title="The world’s clock">${instant(clock.now, clock)} <small>${clock.running ? pace(clock.speed) : 'frozen'}</small></a>`

const pace = (speed: number): string => (speed === 1 ? 'running' : `running ×${speed}`)

const signOut = (visit: Visit): Markup => html`<form method="post" action="${UI}/logout">
  ${hiddenKey(visit)}<button class="quiet">Sign out</button>
</form>`

const menu = (world: string, rest: string): Markup => {
  const here = placeOf(rest)
  return html`<nav class="side" aria-label="World ${world}">
    ${MENU.map(
      ({ title, places }) =>
        html`<div class="menu-group"><p class="menu-title">${title}</p><ul>${places.map(
          (place) =>
            html`<li><a href="${worldPath(world, place.path)}"${
              place === here ? html` aria-current="page"` : ''
            }>${place.title}</a></li>`,
        )}</ul></div>`,
    )}
  </nav>`
}

const noticeBox = ({ tone, text, details = [] }: Notice): Markup => html`<div class="notice ${tone}" role="${
  tone === 'bad' ? 'alert' : 'status'
}">
  <p>${text}</p>
  ${details.length > 0 ? html`<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul>` : ''}
</div>`
