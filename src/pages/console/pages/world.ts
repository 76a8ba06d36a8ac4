import type { Hono } from 'hono'
import { html } from 'hono/html'
import {
  copyableText,
  dataTable,
  definitionList,
  type Markup,
  pageHeading,
  timestamp,
} from '../../ui/components/components.ts'
import { formFields, runAction } from '../../ui/form.ts'
import { confirmation, csrfField, inputField } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  submittedValues,
  worldPath,
} from '../../ui/page-context.ts'
import type { WorldData } from '../../ui/sandbox/api-types.ts'
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
      return t('World reset: data, clock, journal, faults and deliveries.')
    })
  })
  app.post(`${route}/delete`, (context) => {
    const world = requestedWorld(context)
    return runAction(context, { redirectTo: worldPath(world.name) }, async () => {
      await world.delete()
      return { text: t('World {name} deleted.', { name: world.name }), redirectTo: CONSOLE_ROOT }
    })
  })
  app.post(`${route}/fork`, async (context) => {
    const world = requestedWorld(context)
    const fields = await formFields(context)
    return runAction(context, { redirectTo: worldPath(world.name, '#fork'), fields }, async () => {
      const fork = await world.fork(fields['name'] ? { name: fields['name'] } : {})
      return {
        text: t('World {name} created as a copy of {world}.', { name: fork.name, world: world.name }),
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
    title: t('Overview'),
    isLive: true,
    body: html`${pageHeading(
      world.name,
      rich('Scenario {scenario}, seed {seed}. World time {time}.', {
        scenario: world.scenario,
        seed: world.seed,
        time: html`${timestamp(world.now)}${world.running ? '' : ` (${t('frozen')})`}`,
      }),
    )}
    <div id="activity" hx-get="${worldPath(world.name)}" hx-select="#activity" hx-swap="outerHTML"
      hx-trigger="${LIVE_EVENTS}">${dashboard(activity)}</div>
    <h2>${t('Connect')}</h2>
    ${copyableText('base', t('Base URL'), world.base)}
    ${copyableText('try', t('First request'), `curl ${world.base}${firstPath}`)}
    <p class="after">${rich('Or send the header `Playa-World: {world}` and leave out the path prefix.', { world: world.name })} <a href="/docs?world=${world.name}">${t('Try operations in the API reference')}</a>.</p>
    <h2>${t('Agencies')}</h2>
    ${agencyTable(world)}
    <details class="after"><summary>${t('App keys and secrets')}</summary>
      ${definitionList(world.apps.map(({ name, key, secret }) => [name, rich('key `{key}`, secret `{secret}`', { key, secret })] as const))}
    </details>
    <h2>${t('Manage world')}</h2>
    ${actionCards(context, world)}`,
  })
}

const LIVE_EVENTS = ['exchange', 'delivery', 'clock', 'world']
  .map((kind) => `playa:${kind} from:body`)
  .join(', ')

const MAX_AGENCIES = 100

const agencyTable = ({ agencies }: WorldData): Markup =>
  dataTable(
    t('Agencies'),
    [{ title: 'Name', kind: 'name' }, { title: 'AdminMail' }, { title: 'Operators', kind: 'wide' }],
    agencies
      .slice(0, MAX_AGENCIES)
      .map(({ adminMail, nombreComercial, operadores }) => [
        nombreComercial,
        html`<code>${adminMail}</code>`,
        operadores.join(', '),
      ]),
  )

const actionCards = (context: PageContext, { name }: WorldData): Markup => html`<div class="cards">
  <form class="card" id="fork" method="post" action="${worldPath(name, '/fork')}">${csrfField(context)}
    <h3>${t('Fork')}</h3><p>${t('Creates an independent copy of the current state.')}</p>
    ${inputField({ name: 'name', label: 'Name of the copy', value: submittedValues(context)['name'], placeholder: t('generated') })}
    <button>${t('Fork')}</button>
  </form>
  <div class="card"><h3>${t('Export')}</h3><p>${t('Downloads the world as a scenario file, from which new worlds can be created.')}</p><a class="button" href="${worldPath(name, '/export')}" download>${t('Download')}</a></div>
  <div class="card"><h3>${t('World file')}</h3><p>${rich('Downloads the world with its journal and redacted secrets; `playa serve FILE` opens it.')}</p><a class="button" href="${worldPath(name, '/file')}" download>${t('Download')}</a></div>
  <div class="card"><h3>${t('Reset')}</h3><p>${t('Restores the initial state.')}</p><a class="button danger" href="${worldPath(name, '/reset')}" accesskey="r">${t('Reset …')}</a></div>
  ${
    name === DEFAULT_WORLD
      ? ''
      : html`<div class="card"><h3>${t('Delete')}</h3><p>${t('Deletes the world with its journal and snapshots.')}</p><a class="button danger" href="${worldPath(name, '/delete')}">${t('Delete …')}</a></div>`
  }
</div>`

const resetConfirmation = async (context: PageContext): Promise<Response> => {
  const { name } = await requestedWorld(context).details()
  return consolePage(context, {
    title: t('Reset world'),
    body: confirmation(context, {
      question: t('Reset {name}?', { name }),
      consequence: t(
        'All changes since the start are lost: data, journal, faults, deliveries and mails. Snapshots are kept.',
      ),
      action: worldPath(name, '/reset'),
      label: t('Reset world'),
      cancelPath: worldPath(name),
    }),
  })
}

const deleteConfirmation = async (context: PageContext): Promise<Response> => {
  const { name } = await requestedWorld(context).details()
  return consolePage(context, {
    title: t('Delete world'),
    body: confirmation(context, {
      question: t('Delete {name}?', { name }),
      consequence: t(
        'The world, its journal and its snapshots are lost. Clients of this world will receive 404.',
      ),
      action: worldPath(name, '/delete'),
      label: t('Delete world'),
      cancelPath: worldPath(name),
    }),
  })
}
