import { html } from 'hono/html'
import { assetUrl } from './assets.ts'
import { type Markup, timestamp } from './components/components.ts'
import { csrfField } from './form-components.ts'
import { htmlPage } from './html-page.ts'
import { LANGUAGES, type Label, pageLanguage, serverText, t } from './language/texts.ts'
import { MENU, menuItemOf } from './navigation.ts'
import { CONSOLE_ROOT, type PageContext, takeNotice, worldPath } from './page-context.ts'
import { ApiError } from './sandbox/api-error.ts'
import type { ClockData, WorldSummaryData } from './sandbox/api-types.ts'
import type { Notice } from './sessions.ts'

interface PageOptions {
  readonly title: string
  readonly body: Markup
  readonly status?: number | undefined
}

interface ConsolePageOptions extends PageOptions {
  /** True: the page subscribes to the world's events and refreshes its live regions. */
  readonly isLive?: boolean
}

/** Responds with a page of the console. Shows the notice of the last form and clears it. */
export const consolePage = async (
  context: PageContext,
  { title, body, status, isLive = false }: ConsolePageOptions,
): Promise<Response> => {
  const { session, sessions } = context.var
  const notice = takeNotice(context)
  const world = context.req.param('world')
  const header = world === undefined ? undefined : await worldHeader(context, world)
  const path = new URL(context.req.url).pathname
  const rest = world === undefined ? '' : path.slice(worldPath(world).length)
  const markup = html`<!doctype html>
<html lang="${pageLanguage()}">
${await head(header ? `${title} · ${world}` : title)}
<body${isLive && header ? html` data-events="${worldPath(header.world, '/events')}" data-session="${session.csrfToken}"` : ''}${scriptTexts()}>
<a class="skip" href="#main">${t('Skip to main content')}</a>
<header class="top">
  <a class="brand" href="${CONSOLE_ROOT}">Playa</a>
  ${header ? worldSwitcher(header, rest) : ''}
  ${header?.clock ? clockChip(header.world, header.clock, isLive ? path : undefined) : ''}
  <nav class="top-links" aria-label="${t('Site')}">
    <a href="${CONSOLE_ROOT}"${path === CONSOLE_ROOT ? html` aria-current="page"` : ''}>${t('Worlds')}</a>
    <a href="/docs${world === undefined ? '' : `?world=${encodeURIComponent(world)}`}">${t('API reference')}</a>
    ${languageSwitch(context)}${sessions.requiresToken ? signOutForm(context) : ''}
  </nav>
</header>
<div class="frame${header?.clock ? '' : ' single'}">
  ${header?.clock ? worldMenu(header.world, rest) : ''}
  <main id="main" tabindex="-1">
    ${isLive && header ? CONNECTION_NOTICE : ''}
    ${notice ? noticeBox(notice) : ''}
    ${body}
  </main>
</div>
</body>
</html>`
  return htmlPage(context, markup, status)
}

/** Path that keeps the chosen language and leads back. */
export const LANGUAGE_PATH = `${CONSOLE_ROOT}/language`

/** Renders links to the languages of this page. */
export const languageSwitch = ({ req }: PageContext): Markup => {
  const { pathname, search } = new URL(req.url)
  const next = encodeURIComponent(pathname + search)
  return html`<span class="languages" role="group" aria-label="${t('Language')}">${Object.entries(
    LANGUAGES,
  ).map(([code, name]) =>
    code === pageLanguage()
      ? html`<span lang="${code}" aria-current="true" title="${name}">${code.toUpperCase()}</span>`
      : html`<a lang="${code}" hreflang="${code}" rel="nofollow" title="${name}"
          href="${LANGUAGE_PATH}?to=${code}&amp;next=${next}">${code.toUpperCase()}</a>`,
  )}</span>`
}

/** Labels that the script of the pages writes. */
const SCRIPT_LABELS: readonly Label[] = [
  'Copy',
  'Copied',
  'Selected',
  'Pause',
  'Resume',
  'The server does not respond. This page continues by itself when it is back.',
]

/** Renders the attribute with the texts of the script; nothing on an English page. */
const scriptTexts = (): Markup | string =>
  pageLanguage() === 'en'
    ? ''
    : html` data-texts="${JSON.stringify(Object.fromEntries(SCRIPT_LABELS.map((label) => [label, t(label)])))}"`

/** Where the script of a live page says that the server does not respond. */
const CONNECTION_NOTICE = html`<div id="connection" role="status"></div>`

/** Responds with a page outside a world, which needs no session. */
export const plainPage = async (
  context: PageContext,
  { title, body, status }: PageOptions,
): Promise<Response> => {
  const markup = html`<!doctype html>
<html lang="${pageLanguage()}">
${await head(title)}
<body${scriptTexts()}>
<a class="skip" href="#main">${t('Skip to main content')}</a>
<header class="top"><a class="brand" href="/">Playa</a><div class="top-links">${languageSwitch(context)}</div></header>
<div class="frame single"><main id="main" tabindex="-1">${body}</main></div>
</body>
</html>`
  return htmlPage(context, markup, status)
}

/** htmx under the pages' content security policy: no evaluated text, no inline styles, no other origin. */
const HTMX_CONFIG = JSON.stringify({
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
<meta name="htmx-config" content="${HTMX_CONFIG}">
<title>${title} · Playa</title>
<link rel="icon" href="${await assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${await assetUrl('base.css')}">
<link rel="stylesheet" href="${await assetUrl('console.css')}">
<script src="${await assetUrl('htmx.js')}" defer></script>
<script src="${await assetUrl('console.js')}" defer></script>
</head>`

/** The header of a world's page. */
interface WorldHeader {
  readonly world: string
  readonly clock: ClockData | undefined
  readonly worlds: readonly WorldSummaryData[]
  readonly worldCount: number
}

/** With more worlds than this, the header links to the list of worlds instead. */
const MAX_SWITCHER_WORLDS = 50

const worldHeader = async (context: PageContext, world: string): Promise<WorldHeader> => {
  const { client } = context.var
  const { worlds: worldCount } = await client.server()
  const worlds = worldCount <= MAX_SWITCHER_WORLDS ? await client.worlds() : []
  const clock = await client
    .world(world)
    .clock()
    .catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })
  return { world, clock, worlds, worldCount }
}

const worldSwitcher = ({ world, worlds, worldCount }: WorldHeader, rest: string): Markup => {
  if (worlds.length === 0) {
    return html`<a class="world-name" href="${CONSOLE_ROOT}">${world} <small>${t('of {n}', { n: worldCount })}</small></a>`
  }
  const exists = worlds.some(({ name }) => name === world)
  return html`<form class="switch" action="${CONSOLE_ROOT}/go" method="get" data-auto>
    <label for="world-switch">${t('World')}</label>
    <select id="world-switch" name="world">
      ${exists ? '' : html`<option selected>${world}</option>`}
      ${worlds.map(({ name }) => html`<option${name === world ? html` selected` : ''}>${name}</option>`)}
    </select>
    <input type="hidden" name="page" value="${menuItemOf(rest)?.path ?? ''}">
    <noscript><button class="quiet">${t('Switch')}</button></noscript>
  </form>`
}

/** Renders the clock; on the live page of a path it follows what is set elsewhere. */
const clockChip = (world: string, clock: ClockData, path: string | undefined): Markup =>
  html`<a class="chip" id="clock-chip" href="${worldPath(world, '/clock')}" title="${t('World clock')}"${
    path === undefined
      ? ''
      : html` hx-get="${path}" hx-select="#clock-chip" hx-swap="outerHTML" hx-trigger="playa:clock from:body"`
  }>${timestamp(clock.now, clock)}
    <small>${clock.running ? `${t('running')}${clock.speed === 1 ? '' : ` ×${clock.speed}`}` : t('frozen')}</small></a>`

const signOutForm = (context: PageContext): Markup => html`<form method="post"
  action="${CONSOLE_ROOT}/logout">
  ${csrfField(context)}<button class="quiet">${t('Sign out')}</button>
</form>`

const worldMenu = (world: string, rest: string): Markup => {
  const current = menuItemOf(rest)
  return html`<nav class="side" aria-label="${t('World {name}', { name: world })}">
    ${MENU.map(
      ({ title, items }) =>
        html`<div class="menu-group"><p class="menu-title">${t(title)}</p><ul>${items.map(
          (item) =>
            html`<li><a href="${worldPath(world, item.path)}"${
              item === current ? html` aria-current="page"` : ''
            }>${t(item.title)}</a></li>`,
        )}</ul></div>`,
    )}
  </nav>`
}

const noticeBox = ({ tone, text, details = [] }: Notice): Markup => html`<div class="notice ${tone}" role="${
  tone === 'bad' ? 'alert' : 'status'
}">
  <p>${tone === 'bad' ? serverText(text) : text}</p>
  ${details.length > 0 ? html`<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul>` : ''}
</div>`
