import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { badge, heading, hiddenKey, type Markup, prose } from '../../web-ui/components.ts'
import type { Assumption, AssumptionOption } from '../../web-ui/api-types.ts'

/** Every assumption with its question and the option in force; another can be chosen. */
export const bindProfile = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/profile`
  app.get(at, list)
  app.post(at, async (visit) => {
    const fields = await fieldsOf(visit)
    const id = fields['id'] ?? ''
    return carryOut(visit, { leadsTo: `${here(visit)}#${anchor(id)}`, fields }, async () => {
      const word = fields['option'] ?? ''
      const value = fields[`value-${word}`]
      const option = value ? `${word}:${value}` : word
      await worldOf(visit).send('PUT', '/profile', { [id]: option })
      return `${id} is ${option} from now on, in this world alone.`
    })
  })
}

const here = (visit: Visit): string => worldPath(worldOf(visit).name, '/profile')
const anchor = (id: string): string => id.replaceAll('/', '-')

interface InForce {
  readonly entry: Assumption
  readonly option: string
  readonly source: string
}

const list = async (visit: Visit): Promise<Response> => {
  const [entries, profile] = await Promise.all([visit.get('desk').client.assumptions(), worldOf(visit).profile()])
  const sought = visit.req.query('q')?.trim().toLowerCase() ?? ''
  const changedOnly = visit.req.query('show') === 'changed'
  const all = entries.map((entry): InForce => {
    const { option, source } = profile.assumptions[entry.id] ?? { option: entry.default, source: 'default' }
    return { entry, option, source }
  })
  const changed = all.filter(isChanged)
  const found = (changedOnly ? changed : all).filter(({ entry }) =>
    `${entry.id} ${entry.question}`.toLowerCase().includes(sought),
  )
  const sections = [...new Set(found.map(({ entry }) => sectionOf(entry.id)))]
  const filled = filledIn(visit)
  return page(visit, {
    title: 'Profile',
    body: html`${heading(
      'Profile',
      'What the description of the API leaves open, and what this world does about it. A change holds from the next request on.',
    )}
    <form class="picker" method="get" hx-get="${here(visit)}" hx-target="#assumptions" hx-select="#assumptions" hx-swap="outerHTML"
      hx-trigger="input changed delay:250ms from:find input, change, submit">
      <label for="q">Seek</label><input id="q" name="q" value="${sought}" autocomplete="off">
      <label for="show">Show</label><select id="show" name="show"><option value="">all ${all.length}</option>
      <option value="changed"${changedOnly ? html` selected` : ''}>not at their default (${changed.length})</option></select>
      <button class="quiet">Seek</button>
    </form>
    <div id="assumptions">
    <nav class="jump" aria-label="Sections">${sections.map((section) => html`<a href="#s-${section}">${section}</a>`)}</nav>
    ${found.length === 0 ? html`<p class="nothing">${changedOnly && sought === '' ? 'Everything is at its default.' : 'No assumption speaks of that.'}</p>` : ''}
    ${sections.map(
      (section) =>
        html`<h2 id="s-${section}">${section}</h2>${found
          .filter(({ entry }) => sectionOf(entry.id) === section)
          .map((one) => card(visit, one, filled))}`,
    )}
    </div>`,
  })
}

const sectionOf = (id: string): string => id.slice(0, id.indexOf('/'))
const wordIn = (option: string): string => option.split(':')[0] ?? option
const valueIn = (option: string): string => option.slice(wordIn(option).length + 1)
const isChanged = ({ entry, option }: InForce): boolean => option !== entry.default

const card = (visit: Visit, one: InForce, filled: Readonly<Record<string, string>>): Markup => {
  const { entry, option, source } = one
  const open = filled['id'] === entry.id
  const means = entry.options.find(({ word }) => word === wordIn(option))?.means ?? ''
  return html`<details class="assumption" id="${anchor(entry.id)}"${open ? html` open` : ''}>
    <summary><span class="question">${prose(entry.question)}</span>
      <span class="in-force"><code>${option}</code> ${isChanged(one) ? badge(source, 'info') : ''}${entry.switchable ? '' : badge('fixed')}</span></summary>
    <div class="inside">
      <p><code class="id">${entry.id}</code> ${prose(means)}</p>
      <p class="why">${prose(entry.why)} <small>Evidence: ${entry.evidence}. Touches ${entry.statements.join(', ')}. Default: <code>${entry.default}</code>.</small></p>
      ${entry.switchable ? choices(visit, one) : others(entry)}
    </div>
  </details>`
}

const choices = (visit: Visit, { entry, option }: InForce): Markup => html`<form method="post" action="${here(visit)}">
  ${hiddenKey(visit)}<input type="hidden" name="id" value="${entry.id}">
  <fieldset><legend>Options</legend>${entry.options.map((one) => choice(entry, one, option))}</fieldset>
  <button>Choose for this world</button>
</form>`

const choice = (entry: Assumption, { word, means, takes, example }: AssumptionOption, option: string): Markup => {
  const id = `${anchor(entry.id)}-${word}`
  const isInForce = wordIn(option) === word
  const value = isInForce ? valueIn(option) : (example?.slice(word.length + 1) ?? '')
  return html`<div class="choice">
    <input type="radio" id="${id}" name="option" value="${word}"${isInForce ? html` checked` : ''}>
    <label for="${id}"><code>${word}</code> ${prose(means)}</label>
    ${takes === null ? '' : html`<input class="value" name="value-${word}" value="${value}" aria-label="Value of ${word}: ${takes}" title="${takes}" autocomplete="off">`}
  </div>`
}

/** Options that only the contract kit tolerates. */
const others = (entry: Assumption): Markup | string =>
  entry.options.length < 2
    ? ''
    : html`<p class="why">The sandbox always does this. The contract kit also accepts: ${entry.options
        .filter(({ word }) => word !== entry.default)
        .map(({ word, means }) => html`<code>${word}</code> ${prose(means)} `)}</p>`

export const profileAnchor = (world: string, id: string): string => worldPath(world, `/profile#${anchor(id)}`)
