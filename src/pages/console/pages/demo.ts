import type { Hono } from 'hono'
import { html } from 'hono/html'
import { MAX_BRAND_NAME } from '../../ui/branding.ts'
import { type Markup, pageHeading } from '../../ui/components/components.ts'
import { formFields, runAction } from '../../ui/form.ts'
import { csrfField } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { WorldClient } from '../../ui/sandbox/world-client.ts'
import { framingPageSecurity } from '../../ui/security-headers.ts'
import { TOUR_SPEEDS, Tours } from '../tour/tours.ts'
import { latestExchanges } from './dashboard.ts'
import { storyRegion } from './story-view.ts'
import { tourRegion } from './tour-view.ts'

/** Path of the form that starts a demo. */
export const DEMO_PATH = `${CONSOLE_ROOT}/demo`

/** World of the demo. */
const DEMO = { name: 'demo-saturday', scenario: 'busy-saturday' }

/** Colour of the form; as long as it stays, the storefront keeps its own colours. */
const OWN_COLOUR = '#12504a'

/** Registers the form that starts a demo, and the page with storefront and console side by side. */
export const registerDemoPages = (app: Hono<PageEnv>): void => {
  const tours = new Tours()
  app.get(DEMO_PATH, demoForm)
  app.post(DEMO_PATH, (context) => startDemo(context, tours))
  app.get(`${CONSOLE_ROOT}/w/:world/demo`, framingPageSecurity, (context) => sideBySide(context, tours))
  app.post(`${CONSOLE_ROOT}/w/:world/demo`, (context) => restartDemo(context, tours))
  app.post(`${CONSOLE_ROOT}/w/:world/demo/tour`, (context) => controlTour(context, tours))
}

/** Starts the demo from its beginning, under the name and colour of the form. */
const startDemo = async (context: PageContext, tours: Tours): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: DEMO_PATH, fields }, async () => {
    const { client, brandings } = context.var
    const { name, scenario } = DEMO
    const exists = (await client.worlds()).some((world) => world.name === name)
    if (exists) await client.world(name).reset()
    else await client.createWorld({ name, scenario })
    const colour = fields['colour'] === OWN_COLOUR ? undefined : fields['colour']
    brandings.set(name, { name: fields['name'], colour })
    return play(client.world(name), tours)
  })
}

/** Restarts the world of a demo; its name and colour stay. */
const restartDemo = (context: PageContext, tours: Tours): Promise<Response> => {
  const world = requestedWorld(context)
  return runAction(context, { redirectTo: worldPath(world.name, '/demo') }, async () => {
    await world.reset()
    return play(world, tours)
  })
}

/** Starts the tour in a world that was reset. The clock is the wall clock's; the story waits for its end. */
const play = async (world: WorldClient, tours: Tours) => {
  await tours.start(world)
  return {
    text: t('The tour is playing. It takes two minutes.'),
    redirectTo: worldPath(world.name, '/demo'),
  }
}

/** Starts, plays, pauses or steps the tour, or sets its speed. */
const controlTour = async (context: PageContext, tours: Tours): Promise<Response> => {
  const { do: verb, speed } = await formFields(context)
  const world = requestedWorld(context)
  if (verb === 'start') await tours.start(world)
  if (verb === 'play') tours.play(world.name)
  if (verb === 'pause') tours.pause(world.name)
  if (verb === 'step') await tours.step(world.name)
  if (verb === 'speed')
    tours.setSpeed(world.name, Number(TOUR_SPEEDS.find((one) => String(one) === speed) ?? 1))
  return context.redirect(worldPath(world.name, '/demo'), 303)
}

const MAX_LISTED = 50

const demoForm = async (context: PageContext): Promise<Response> => {
  const { client, brandings } = context.var
  const worlds = await client.worlds()
  const branding = brandings.get(DEMO.name)
  return consolePage(context, {
    title: t('Demo'),
    body: html`${pageHeading(
      t('Demo'),
      t(
        'A Saturday at a car lot that plays by itself: the storefront beside a client’s requests to the API.',
      ),
    )}
    <form class="card" method="post" action="${DEMO_PATH}">${csrfField(context)}
      <div class="fields">
        <div class="field"><label for="f-name">${t('Name of the agency')}</label>
          <input id="f-name" name="name" maxlength="${MAX_BRAND_NAME}" value="${branding?.name ?? ''}"
            placeholder="La Vidriera" autocomplete="off" aria-describedby="h-name">
          <p class="hint" id="h-name">${t('Shown in the storefront')}</p></div>
        <div class="field"><label for="f-colour">${t('Colour')}</label>
          <input id="f-colour" name="colour" type="color" value="${branding?.colour ?? OWN_COLOUR}"
            aria-describedby="h-colour">
          <p class="hint" id="h-colour">${t('Adjusted to be readable in both themes')}</p></div>
      </div>
      <div class="row"><button class="primary">${t('Start demo')}</button></div>
    </form>
    <h2>${t('Side by side')}</h2>
    <p class="about">${t('The storefront of any world beside its console.')}</p>
    <ul class="row plain-list">${worlds
      .slice(0, MAX_LISTED)
      .map(
        ({ name }) => html`<li><a class="button" href="${worldPath(name, '/demo')}">${name}</a></li>`,
      )}</ul>`,
  })
}

const sideBySide = async (context: PageContext, tours: Tours): Promise<Response> => {
  const client = requestedWorld(context)
  const [world, story, clock, { rows }] = await Promise.all([
    client.details(),
    client.story(),
    client.clock(),
    client.journal({ limit: 100 }),
  ])
  const path = worldPath(world.name, '/demo')
  const storefront = worldPath(world.name, '/vidriera')
  return consolePage(context, {
    title: t('Demo'),
    isLive: true,
    body: html`${pageHeading(t('Demo'), '', restartForm(context, path))}
    <div class="side-by-side">
      <section aria-labelledby="storefront-side"><h2 id="storefront-side">${t('Storefront')}</h2>
        <iframe class="storefront" name="storefront" src="${storefront}" title="${t('Storefront')}"></iframe>
        <p class="after"><a href="${storefront}" target="storefront">${t('Back to all listings')}</a> ·
          <a href="${storefront}" target="_blank" rel="noopener">${t('Storefront (new window)')}</a> ·
          <a href="${DEMO_PATH}">${t('Name and colour')}</a></p></section>
      <div class="console-side">
        <section aria-labelledby="tour-side"><h2 id="tour-side">${t('Tour')}</h2>
        ${tourRegion(context, { world: world.name, tour: tours.get(world.name), exchanges: rows })}</section>
        <section aria-labelledby="latest"><h2 id="latest">${t('Latest exchanges')}</h2>
        <div id="exchanges-beside" hx-get="${path}" hx-select="#exchanges-beside" hx-swap="outerHTML"
          hx-trigger="playa:exchange from:body, playa:world from:body">${latestExchanges({ world, exchanges: rows })}</div></section>
        ${
          story.total === 0
            ? ''
            : html`<section aria-labelledby="story-side"><h2 id="story-side">${t('Story')}</h2>
          ${storyRegion(context, story, clock, true)}</section>`
        }
      </div>
    </div>`,
  })
}

/** Renders the form of the one key, which the script submits; a checkbox turns the key off. */
const restartForm = (
  context: PageContext,
  action: string,
): Markup => html`<form class="inline row" method="post"
  action="${action}" data-key="r">${csrfField(context)}<button>${t('Restart')}</button>
  <label class="key"><input type="checkbox" checked data-key-on>${rich('Key {key} restarts', { key: html`<kbd>R</kbd>` })}</label></form>`
