import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, dataTable, type Markup, pageHeading, timestamp } from '../../ui/components/components.ts'
import { formatNumber, pluralize } from '../../ui/components/format.ts'
import { formFields, numberField, optionalField, parseJsonObject, runAction } from '../../ui/form.ts'
import { buttonForm, csrfField, inputField, selectField } from '../../ui/form-components.ts'
import { localizedTitle } from '../../ui/language/localized-texts.ts'
import { rich, serverText, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  submittedValues,
  worldPath,
} from '../../ui/page-context.ts'
import type { ScenarioData, WorldSummaryData } from '../../ui/sandbox/api-types.ts'
import { DEMO_PATH } from './demo.ts'

/** Registers the list of worlds, the world switcher's target and the form that creates a world. */
export const registerWorldsPages = (app: Hono<PageEnv>): void => {
  app.get(CONSOLE_ROOT, worldsPage)
  app.get(`${CONSOLE_ROOT}/go`, (context) => {
    const rest = context.req.query('page') ?? ''
    const path = worldPath(context.req.query('world') ?? 'default', /^(?:\/[a-z]+)?$/.test(rest) ? rest : '')
    return context.redirect(path, 303)
  })
  app.post(`${CONSOLE_ROOT}/worlds`, createWorld)
}

const createWorld = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: `${CONSOLE_ROOT}#create`, fields }, async () => {
    const [now, scenario] = [optionalField(fields, 'now'), fields['scenario']]
    const scenarioJson = optionalField(fields, 'scenarioJson')
    const seed = numberField(fields, 'seed')
    const { name } = await context.var.client.createWorld({
      ...(fields['name'] && { name: fields['name'] }),
      ...(scenario !== undefined && { scenario }),
      ...(scenarioJson !== undefined && { scenario: parseJsonObject(scenarioJson) }),
      ...(seed !== undefined && { seed }),
      ...(now !== undefined && { now }),
    })
    return { text: t('World {name} created.', { name }), redirectTo: worldPath(name) }
  })
}

const MAX_LISTED = 100
/** With fewer worlds than this, the page has no search. */
const MIN_SEARCHABLE = 10

const worldsPage = async (context: PageContext): Promise<Response> => {
  const { client } = context.var
  const [worlds, scenarios, server] = await Promise.all([
    client.worlds(),
    client.scenarios(),
    client.server(),
  ])
  const search = context.req.query('q')?.trim() ?? ''
  const found = worlds.filter(({ name, scenario }) => `${name} ${scenario}`.includes(search))
  const limit =
    found.length > MAX_LISTED
      ? `${t('First {n} of {total}; search by name to find others.', { n: MAX_LISTED, total: formatNumber(found.length) })} `
      : ''
  return consolePage(context, {
    title: t('Worlds'),
    body: html`${pageHeading(
      t('Worlds'),
      rich(
        'Independent copies of the service, each with its own data, clock, faults and journal. Clients address a world as `/w/{world}`.',
      ),
      html`${buttonForm(context, { action: DEMO_PATH, label: t('Start demo'), tone: 'primary' })}<a class="button quiet"
        href="${DEMO_PATH}">${t('Demo under your name …')}</a>`,
    )}
    ${worlds.length > MIN_SEARCHABLE ? searchForm(search) : ''}
    <div id="worlds">
    ${dataTable(t('Worlds'), COLUMNS, found.slice(0, MAX_LISTED).map(worldRow))}
    <p class="after">${limit}${t('Playa {version}, running for {uptime}.', { version: server.version, uptime: uptime(server.uptimeS) })}</p>
    </div>
    <h2 id="create">${t('Create world')}</h2>
    ${createForm(context, scenarios)}`,
  })
}

const searchForm = (
  search: string,
): Markup => html`<form class="picker" method="get" hx-get="${CONSOLE_ROOT}" hx-target="#worlds"
  hx-select="#worlds" hx-swap="outerHTML" hx-trigger="input changed delay:250ms from:find input, submit">
  <label for="q">${t('Search')}</label><input id="q" name="q" value="${search}" autocomplete="off"><button
    class="quiet">${t('Search')}</button>
</form>`

const COLUMNS = [
  { title: 'World', kind: 'name' },
  { title: 'Scenario' },
  { title: 'World time' },
  { title: 'Publications', kind: 'number' },
  { title: 'Inquiries', kind: 'number' },
  { title: 'Last used (UTC)', kind: 'wide' },
  { title: 'Actions' },
] as const

const worldRow = ({ name, scenario, seed, now, running, counts, lastUse }: WorldSummaryData) => [
  html`<a href="${worldPath(name)}">${name}</a>`,
  html`${scenario} <small>${t('seed {seed}', { seed })}</small>`,
  html`${timestamp(now)} ${running ? '' : badge(t('frozen'), 'info')}`,
  formatNumber(counts.publications),
  formatNumber(counts.inquiries),
  timestamp(lastUse),
  html`<div class="row"><a class="button quiet" href="${worldPath(name, '/reset')}"
    aria-label="${t('Reset {name}', { name })}">${t('Reset …')}</a>${
      name === 'default'
        ? ''
        : html`<a class="button quiet" href="${worldPath(name, '/delete')}" aria-label="${t('Delete {name}', { name })}">${t('Delete …')}</a>`
    }</div>`,
]

const uptime = (seconds: number): string =>
  seconds < 120
    ? pluralize(seconds, 'second|seconds')
    : seconds < 7_200
      ? pluralize(Math.floor(seconds / 60), 'minute|minutes')
      : pluralize(Math.floor(seconds / 3_600), 'hour|hours')

const createForm = (context: PageContext, scenarios: readonly ScenarioData[]): Markup => {
  const submitted = submittedValues(context)
  return html`<form class="card" method="post" action="${CONSOLE_ROOT}/worlds">
    ${csrfField(context)}
    <div class="fields">
      ${selectField(
        'scenario',
        'Scenario',
        scenarios.map(({ name, title }) => ({ value: name, label: `${name}: ${localizedTitle(title)}` })),
        submitted['scenario'] ?? 'demo',
      )}
      ${inputField({
        name: 'name',
        label: 'Name',
        value: submitted['name'],
        placeholder: t('generated'),
        hint: 'a to z, 0 to 9, “.”, “_”, “-”',
      })}
      ${inputField({
        name: 'seed',
        label: 'Seed',
        type: 'number',
        value: submitted['seed'],
        placeholder: t('of the scenario'),
        hint: 'Determines the generated people and texts',
      })}
      ${inputField({
        name: 'now',
        label: 'Freeze clock at',
        value: submitted['now'],
        placeholder: t('running clock'),
        hint: 'For example 2026-03-01T12:00:00-03:00',
      })}
    </div>
    <details${submitted['scenarioJson'] ? html` open` : ''}><summary>${t('Custom scenario')}</summary>
      <div class="field"><label for="scenario-json">${t('Scenario as JSON')}</label>
      <textarea id="scenario-json" name="scenarioJson" rows="6" spellcheck="false"
        placeholder="${t('For example the export of a world')}">${submitted['scenarioJson'] ?? ''}</textarea></div>
    </details>
    <div class="row"><button class="primary">${t('Create world')}</button></div>
  </form>
  <details class="fold"><summary>${t('Scenario descriptions')}</summary>${scenarioList(scenarios)}</details>`
}

const scenarioList = (scenarios: readonly ScenarioData[]): Markup =>
  html`<dl class="facts">${scenarios.map(
    ({ name, story, counts }) =>
      html`<div><dt>${name}</dt><dd>${serverText(story, name)} <small>${pluralize(counts.publications, 'publication|publications')},
        ${pluralize(counts.inquiries, 'inquiry|inquiries')}</small></dd></div>`,
  )}</dl>`
