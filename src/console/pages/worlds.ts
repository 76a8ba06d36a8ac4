import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, filledIn, UI, type Visit, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf, numberIn, objectIn, textIn } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { badge, count, counted, field, heading, hiddenKey, instant, type Markup, select, table } from '../../web-ui/components.ts'
import type { Scenario, WorldBrief } from '../../web-ui/api-types.ts'

/** All worlds of the server, and making another. */
export const bindWorlds = (app: Hono<Env>): void => {
  app.get(UI, overview)
  app.get(`${UI}/go`, (visit) => {
    const rest = visit.req.query('page') ?? ''
    return visit.redirect(
      worldPath(visit.req.query('world') ?? 'default', /^(?:\/[a-z]+)?$/.test(rest) ? rest : ''),
      303,
    )
  })
  app.post(`${UI}/worlds`, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: `${UI}#make`, fields }, async () => {
      const now = textIn(fields, 'now')
      const own = textIn(fields, 'own')
      const seed = numberIn(fields, 'seed')
      const made = await visit.get('desk').client.makeWorld({
        ...(fields['name'] && { name: fields['name'] }),
        scenario: own === undefined ? fields['scenario'] : objectIn(own),
        ...(seed !== undefined && { seed }),
        ...(now !== undefined && { now }),
      })
      return { text: `World ${made.name} is made.`, leadsTo: worldPath(made.name) }
    })
  })
}

const SHOWN = 100

const overview = async (visit: Visit): Promise<Response> => {
  const { client } = visit.get('desk')
  const [worlds, scenarios, server] = await Promise.all([client.worlds(), client.scenarios(), client.server()])
  const sought = visit.req.query('q')?.trim() ?? ''
  const found = worlds.filter(({ name, scenario }) => `${name} ${scenario}`.includes(sought))
  return page(visit, {
    title: 'Worlds',
    body: html`${heading(
      'Worlds',
      html`Each is a copy of the whole service with its own data, clock, faults and journal. A client reaches one below <code>/w/{world}</code>.`,
    )}
    ${worlds.length > 10 ? search(sought) : ''}
    <div id="worlds">
    ${table('Worlds', COLUMNS, found.slice(0, SHOWN).map(row))}
    <p class="after">${found.length > SHOWN ? `The first ${SHOWN} of ${count(found.length)}; seek by name to see others. ` : ''}Playa ${server.version}, up for ${lasting(server.uptimeS)}.</p>
    </div>
    <h2 id="make">Make a world</h2>
    ${makeForm(visit, scenarios)}`,
  })
}

const search = (sought: string): Markup => html`<form class="picker" method="get" hx-get="${UI}" hx-target="#worlds"
  hx-select="#worlds" hx-swap="outerHTML" hx-trigger="input changed delay:250ms from:find input, submit">
  <label for="q">Seek</label><input id="q" name="q" value="${sought}" autocomplete="off"><button class="quiet">Seek</button>
</form>`

const COLUMNS = [
  { title: 'World' },
  { title: 'Scenario' },
  { title: 'Its time' },
  { title: 'Publications', kind: 'number' },
  { title: 'Inquiries', kind: 'number' },
  { title: 'Last use', kind: 'wide' },
  { title: 'Actions' },
] as const

const row = (world: WorldBrief): Markup => html`<tr>
  <th scope="row"><a href="${worldPath(world.name)}">${world.name}</a></th>
  <td>${world.scenario} <small>seed ${world.seed}</small></td>
  <td>${instant(world.now)} ${world.running ? '' : badge('frozen', 'info')}</td>
  <td class="number">${count(world.counts.publications)}</td>
  <td class="number">${count(world.counts.inquiries)}</td>
  <td class="wide">${instant(world.lastUse)} <small>UTC</small></td>
  <td><div class="row"><a class="button quiet" href="${worldPath(world.name, '/reset')}" aria-label="Reset ${world.name}">Reset …</a>${
    world.name === 'default'
      ? ''
      : html`<a class="button quiet" href="${worldPath(world.name, '/delete')}" aria-label="Delete ${world.name}">Delete …</a>`
  }</div></td>
</tr>`

const lasting = (seconds: number): string =>
  seconds < 120
    ? counted(seconds, 'second')
    : seconds < 7_200
      ? counted(Math.floor(seconds / 60), 'minute')
      : counted(Math.floor(seconds / 3_600), 'hour')

const makeForm = (visit: Visit, scenarios: readonly Scenario[]): Markup => {
  const filled = filledIn(visit)
  return html`<form class="card" method="post" action="${UI}/worlds">
    ${hiddenKey(visit)}
    <div class="fields">
      ${select(
        'scenario',
        'Scenario',
        scenarios.map(({ name, title }) => ({ value: name, label: `${name}: ${title}` })),
        filled['scenario'] ?? 'demo',
      )}
      ${field({ name: 'name', label: 'Name', value: filled['name'], placeholder: 'the next free one', hint: 'a to z, 0 to 9, “.”, “_”, “-”' })}
      ${field({ name: 'seed', label: 'Seed', type: 'number', value: filled['seed'], placeholder: 'the scenario’s', hint: 'Another seed gives other people and texts.' })}
      ${field({ name: 'now', label: 'Freeze its clock at', value: filled['now'], placeholder: 'it runs with the wall clock', hint: 'Like 2026-03-01T12:00:00-03:00' })}
    </div>
    <details${filled['own'] ? html` open` : ''}><summary>From a scenario of your own</summary>
      <div class="field"><label for="own">Scenario as JSON</label>
      <textarea id="own" name="own" rows="6" spellcheck="false" placeholder="What “Export” of a world gives">${filled['own'] ?? ''}</textarea></div>
    </details>
    <div class="row"><button class="primary">Make the world</button></div>
  </form>
  <details class="fold stories"><summary>What the scenarios tell</summary><dl class="facts">${scenarios.map(
    ({ name, story, counts }) =>
      html`<div><dt>${name}</dt><dd>${story} <small>${counted(counts.publications, 'publication')}, ${counted(counts.inquiries, 'inquiry', 'inquiries')}</small></dd></div>`,
  )}</dl></details>`
}
