import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { page } from '../../web-ui/layout.ts'
import { empty, heading, type Markup, prose } from '../../web-ui/components.ts'
import type { Hint } from '../../web-ui/api-types.ts'

/** What a client's author should know: habits seen in the journal that will hurt. */
export const bindHints = (app: Hono<Env>): void => {
  app.get(`${UI}/w/:world/hints`, async (visit: Visit) => {
    const world = worldOf(visit)
    const hints = await world.hints()
    const at = worldPath(world.name, '/hints')
    return page(visit, {
      title: 'Hints',
      live: true,
      body: html`${heading('Hints', 'Habits of clients seen in the journal that will hurt them against a real service.')}
      <div id="hints" hx-get="${at}" hx-select="#hints" hx-swap="outerHTML" hx-trigger="playa:exchange from:body, playa:world from:body">
      ${
        hints.length === 0
          ? empty(
              'No habit stands out.',
              html`Let your client do its daily work against <code>${visit.get('desk').client.origin}/w/${world.name}</code>, then look again.`,
            )
          : html`<ul class="hints">${hints.map((hint) => item(world.name, hint))}</ul>`
      }</div>`,
    })
  })
}

const SHOWN = 12

const item = (world: string, { title, why, advice, because, exchanges, deliveries = [] }: Hint): Markup => html`<li>
  <h2>${prose(title)}</h2><p>${prose(why)}</p><p><strong>${prose(advice)}</strong></p>
  <p class="seen">Seen in ${exchanges.slice(0, SHOWN).map((n) => html`<a href="${worldPath(world, `/exchanges/${n}`)}">#${n}</a> `)}${deliveries
    .slice(0, SHOWN)
    .map(
      (id) => html`<a href="${worldPath(world, `/deliveries/${id}`)}">${id}</a> `,
    )}${exchanges.length > SHOWN ? `and ${exchanges.length - SHOWN} more` : ''} · ${because.join(', ')}</p>
</li>`
