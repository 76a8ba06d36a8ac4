import type { Hono } from 'hono'
import { html } from 'hono/html'
import { emptyState, inlineCode, type Markup, pageHeading } from '../../ui/components/components.ts'
import { englishText, pageLanguage, rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { HintData } from '../../ui/sandbox/api-types.ts'
import { spanishTexts } from '../../ui/spanish/spanish.ts'

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

const hintItem = (world: string, hint: HintData): Markup => {
  const { because, exchanges, deliveries = [] } = hint
  const {
    texts: [title, why, advice],
    lang,
  } = hintTexts(hint)
  return html`<li>
  <div${lang}><h2>${title}</h2><p>${why}</p><p><strong>${advice}</strong></p></div>
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
}

/**
 * Renders the texts of a hint in the language of the page, else in English with an attribute that says so.
 */
export const hintTexts = ({ id, title, why, advice }: Pick<HintData, 'id' | 'title' | 'why' | 'advice'>) => {
  const spanish = pageLanguage() === 'es' ? spanishTexts().hints[id] : undefined
  const texts = spanish ?? [title, why, advice]
  return { texts: texts.map(inlineCode), lang: spanish ? '' : englishText() }
}
