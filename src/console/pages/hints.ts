import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { HintData } from '../../web-ui/api-types.ts'
import { emptyState, inlineCode, type Markup, pageHeading } from '../../web-ui/components.ts'
import { consolePage } from '../../web-ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../web-ui/page-context.ts'
import { SPANISH_HINTS } from '../../web-ui/spanish/hints.ts'
import { englishText, pageLanguage, rich, t } from '../../web-ui/texts.ts'

/** Registers the page of hints: findings of the client lint in the journal. */
export const registerHintsPages = (app: Hono<PageEnv>): void => {
  app.get(`${CONSOLE_ROOT}/w/:world/hints`, hintsPage)
}

const hintsPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const hints = await world.hints()
  const path = worldPath(world.name, '/hints')
  return consolePage(context, {
    title: t('Hints'),
    isLive: true,
    body: html`${pageHeading(t('Hints'), t('Client behaviour in the journal that would cause problems with a real service.'))}
      <div id="hints" hx-get="${path}" hx-select="#hints" hx-swap="outerHTML"
        hx-trigger="playa:exchange from:body, playa:world from:body">
      ${
        hints.length === 0
          ? emptyState(
              t('No findings'),
              rich('Run your client against `{base}`, then check again.', {
                base: `${context.var.client.origin}/w/${world.name}`,
              }),
            )
          : html`<ul class="hints">${hints.map((hint) => hintItem(world.name, hint))}</ul>`
      }</div>`,
  })
}

const MAX_LINKS = 12

const hintItem = (
  world: string,
  { id, title, why, advice, because, exchanges, deliveries = [] }: HintData,
): Markup => html`<li>
  ${hintText(id, [title, why, advice])}
  <p class="seen">${t('Found in')} ${exchanges.slice(0, MAX_LINKS).map(
    (n) => html`<a
    href="${worldPath(world, `/exchanges/${n}`)}">#${n}</a> `,
  )}${deliveries
    .slice(0, MAX_LINKS)
    .map(
      (id) => html`<a href="${worldPath(world, `/deliveries/${id}`)}">${id}</a> `,
    )}${exchanges.length > MAX_LINKS ? t('and {n} more', { n: exchanges.length - MAX_LINKS }) : ''} ·
      ${because.join(', ')}</p>
</li>`

/** Renders a hint in the language of the page, else in English and marked so. */
function hintText(id: string, english: readonly [title: string, why: string, advice: string]): Markup {
  const spanish = pageLanguage() === 'es' ? SPANISH_HINTS[id] : undefined
  const [title, why, advice] = (spanish ?? english).map(inlineCode)
  return html`<div${spanish ? '' : englishText()}><h2>${title}</h2><p>${why}</p><p><strong>${advice}</strong></p></div>`
}
