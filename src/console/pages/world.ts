import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { WorldData } from '../../web-ui/api-types.ts'
import {
  copyableText,
  dataTable,
  definitionList,
  type Markup,
  pageHeading,
  timestamp,
} from '../../web-ui/components.ts'
import { formFields, runAction } from '../../web-ui/form.ts'
import { confirmation, csrfField, inputField } from '../../web-ui/form-components.ts'
import { consolePage } from '../../web-ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  submittedValues,
  worldPath,
} from '../../web-ui/page-context.ts'
import { dashboard, readActivity } from './dashboard.ts'

const DEFAULT_WORLD = 'default'

/** Registers the overview of one world and the actions on the whole world: reset, delete, fork, export. */
export const registerWorldPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world`
  app.get(route, worldPage)
  app.get(`${route}/reset`, resetConfirmation)
  app.get(`${route}/delete`, deleteConfirmation)
  app.post(`${route}/reset`, (context) => {
    const world = requestedWorld(context)
    return runAction(context, { redirectTo: worldPath(world.name) }, async () => {
      await world.reset()
      return 'World reset: data, clock, journal, faults and deliveries.'
    })
  })
  app.post(`${route}/delete`, (context) => {
    const world = requestedWorld(context)
    return runAction(context, { redirectTo: worldPath(world.name) }, async () => {
      await world.delete()
      return { text: `World ${world.name} deleted.`, redirectTo: CONSOLE_ROOT }
    })
  })
  app.post(`${route}/fork`, async (context) => {
    const world = requestedWorld(context)
    const fields = await formFields(context)
    return runAction(context, { redirectTo: worldPath(world.name, '#fork'), fields }, async () => {
      const fork = await world.fork(fields['name'] ? { name: fields['name'] } : {})
      return {
        text: `World ${fork.name} created as a copy of ${world.name}.`,
        redirectTo: worldPath(fork.name),
      }
    })
  })
  app.get(`${route}/export`, exportDownload)
  app.get(`${route}/file`, fileDownload)
}

const fileDownload = async (context: PageContext): Promise<Response> => {
  const saved = await requestedWorld(context).forward('/file', { Accept: 'application/gzip' })
  return new Response(saved.body, { status: saved.status, headers: saved.headers })
}

const exportDownload = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const exported = await world.forward('/export', { Accept: 'application/json' })
  const headers = new Headers(exported.headers)
  if (exported.ok) headers.set('Content-Disposition', `attachment; filename="${world.name}.json"`)
  return new Response(exported.body, { status: exported.status, headers })
}

const worldPage = async (context: PageContext): Promise<Response> => {
  const activity = await readActivity(requestedWorld(context), Date.now())
  const { world } = activity
  const [agency] = world.agencies
  const firstPath = `/v3/publicaciones/${encodeURIComponent(agency?.adminMail ?? '')}`
  return consolePage(context, {
    title: 'Overview',
    isLive: true,
    body: html`${pageHeading(
      world.name,
      html`Scenario ${world.scenario}, seed ${world.seed}. World time ${timestamp(world.now)}${world.running ? '' : ' (frozen)'}.`,
    )}
    <div id="activity" hx-get="${worldPath(world.name)}" hx-select="#activity" hx-swap="outerHTML"
      hx-trigger="${LIVE_EVENTS}">${dashboard(activity)}</div>
    <h2>Connect</h2>
    ${copyableText('base', 'Base URL', world.base)}
    ${copyableText('try', 'First request', `curl ${world.base}${firstPath}`)}
    <p class="after">Alternatively, send the header <code>Playa-World: ${world.name}</code> without the path prefix. <a href="/docs?world=${world.name}">Try operations in the API reference</a>.</p>
    <h2>Agencies</h2>
    ${agencyTable(world)}
    <details class="after"><summary>App keys and secrets</summary>
      ${definitionList(world.apps.map(({ name, key, secret }) => [name, html`key <code>${key}</code>, secret <code>${secret}</code>`] as const))}
    </details>
    <h2>Manage world</h2>
    ${actionCards(context, world)}`,
  })
}

const LIVE_EVENTS = ['exchange', 'delivery', 'clock', 'world']
  .map((kind) => `playa:${kind} from:body`)
  .join(', ')

const MAX_AGENCIES = 100

const agencyTable = ({ agencies }: WorldData): Markup =>
  dataTable(
    'Agencies',
    [{ title: 'Name' }, { title: 'AdminMail' }, { title: 'Operators', kind: 'wide' }],
    agencies.slice(0, MAX_AGENCIES).map(
      ({ adminMail, nombreComercial, operadores }) => html`<tr><th scope="row">${nombreComercial}</th>
        <td><code>${adminMail}</code></td><td class="wide">${operadores.join(', ')}</td></tr>`,
    ),
  )

const actionCards = (context: PageContext, { name }: WorldData): Markup => html`<div class="cards">
  <form class="card" id="fork" method="post" action="${worldPath(name, '/fork')}">${csrfField(context)}
    <h3>Fork</h3><p>Creates an independent copy of the current state.</p>
    ${inputField({ name: 'name', label: 'Name of the copy', value: submittedValues(context)['name'], placeholder: 'generated' })}
    <button>Fork</button>
  </form>
  <div class="card"><h3>Export</h3><p>Downloads the world as a scenario file, from which new worlds can be created.</p><a class="button" href="${worldPath(name, '/export')}" download>Download</a></div>
  <div class="card"><h3>World file</h3><p>Downloads the world with its journal, secrets redacted; <code>playa serve FILE</code> opens it.</p><a class="button" href="${worldPath(name, '/file')}" download>Download</a></div>
  <div class="card"><h3>Reset</h3><p>Restores the initial state.</p><a class="button danger" href="${worldPath(name, '/reset')}" accesskey="r">Reset …</a></div>
  ${
    name === DEFAULT_WORLD
      ? ''
      : html`<div class="card"><h3>Delete</h3><p>Deletes the world with its journal and snapshots.</p><a class="button danger" href="${worldPath(name, '/delete')}">Delete …</a></div>`
  }
</div>`

const resetConfirmation = async (context: PageContext): Promise<Response> => {
  const { name } = await requestedWorld(context).details()
  return consolePage(context, {
    title: 'Reset world',
    body: confirmation(context, {
      question: `Reset ${name}?`,
      consequence:
        'All changes since the start are lost: data, journal, faults, deliveries and mails. Snapshots are kept.',
      action: worldPath(name, '/reset'),
      label: 'Reset world',
      cancelPath: worldPath(name),
    }),
  })
}

const deleteConfirmation = async (context: PageContext): Promise<Response> => {
  const { name } = await requestedWorld(context).details()
  return consolePage(context, {
    title: 'Delete world',
    body: confirmation(context, {
      question: `Delete ${name}?`,
      consequence:
        'The world, its journal and its snapshots are lost. Clients of this world will receive 404.',
      action: worldPath(name, '/delete'),
      label: 'Delete world',
      cancelPath: worldPath(name),
    }),
  })
}
