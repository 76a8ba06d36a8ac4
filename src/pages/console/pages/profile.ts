import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { referenceLinks } from '../../../lib/text/reference-link.ts'
import { badge, inlineCode, type Markup, pageHeading } from '../../ui/components/components.ts'
import { pluralize } from '../../ui/components/format.ts'
import { type FormValues, formFields, runAction } from '../../ui/form.ts'
import { csrfField, hiddenFields } from '../../ui/form-components.ts'
import { localizedAssumption } from '../../ui/language/localized-texts.ts'
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
import type {
  AssumptionData,
  AssumptionOptionData,
  ExchangeSummaryData,
  ProfileData,
} from '../../ui/sandbox/api-types.ts'

/** Registers the page of a world's profile: every assumption with the choice of its option. */
export const registerProfilePages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/profile`
  app.get(route, profilePage)
  app.post(route, async (context) => {
    const fields = await formFields(context)
    const id = fields['id'] ?? ''
    return runAction(context, { redirectTo: `${profilePath(context)}#${anchor(id)}`, fields }, async () => {
      const word = fields['option'] ?? ''
      const value = fields[`value-${word}`]
      const option = value ? `${word}:${value}` : word
      await requestedWorld(context).changeProfile({ [id]: option })
      return t('Assumption {id} set to {option} for this world.', { id, option })
    })
  })
}

/** Returns the path of an assumption on the profile page. */
export const profileAnchor = (world: string, id: string): string => worldPath(world, `/profile#${anchor(id)}`)

const profilePath = (context: PageContext): string => worldPath(requestedWorld(context).name, '/profile')
const anchor = (id: string): string => id.replaceAll('/', '-')

/** An assumption with the option in force, where it comes from, and the exchanges that it decided. */
interface AssumptionInForce {
  readonly assumption: AssumptionData
  readonly option: string
  readonly source: string
  /** Recent exchanges whose decision cites the assumption, newest first. */
  readonly exchanges: readonly ExchangeSummaryData[]
}

const inForce = (
  assumption: AssumptionData,
  { assumptions }: ProfileData,
  recent: readonly ExchangeSummaryData[],
): AssumptionInForce => ({
  assumption,
  ...(assumptions[assumption.id] ?? { option: assumption.default, source: 'default' }),
  exchanges: recent.filter(({ decided }) => decided.because.includes(assumption.id)),
})

const RECENT_EXCHANGES = 200

const profilePage = async (context: PageContext): Promise<Response> => {
  const [assumptions, profile, { rows }] = await Promise.all([
    context.var.client.assumptions(),
    requestedWorld(context).profile(),
    requestedWorld(context).journal({ limit: RECENT_EXCHANGES }),
  ])
  const search = context.req.query('q')?.trim().toLowerCase() ?? ''
  const show = context.req.query('show') ?? ''
  const all = assumptions.map((assumption) => inForce(localizedAssumption(assumption), profile, rows))
  const changed = all.filter(isChanged)
  const used = all.filter(({ exchanges }) => exchanges.length > 0)
  const listed = show === 'changed' ? changed : show === 'used' ? used : all
  const found = listed.filter((one) => searchedText(one).includes(search))
  const sections = [...new Set(found.map(({ assumption }) => sectionOf(assumption.id)))]
  const nothingFound =
    search !== ''
      ? t('No matching assumptions')
      : show === 'changed'
        ? t('All assumptions have their default.')
        : t('No recent exchange depends on an assumption.')
  return consolePage(context, {
    title: t('Profile'),
    body: html`${pageHeading(
      t('Profile'),
      html`${t('Assumptions where the API description leaves behaviour open. Changes apply from the next request. Each shows the recent exchanges that it decided; open one to repeat it.')}`,
    )}
    <form class="picker" method="get" hx-get="${profilePath(context)}" hx-target="#assumptions"
      hx-select="#assumptions" hx-swap="outerHTML"
      hx-trigger="input changed delay:250ms from:find input, change, submit">
      <div class="field"><label for="q">${t('Search')}</label><input id="q" name="q" value="${search}" autocomplete="off"></div>
      <div class="field"><label for="show">${t('Show')}</label><select id="show" name="show"><option value="">${t('all ({n})', { n: all.length })}</option>
      <option value="changed"${show === 'changed' ? html` selected` : ''}>${t('changed from default ({n})', { n: changed.length })}</option>
      <option value="used"${show === 'used' ? html` selected` : ''}>${t('decided recent exchanges ({n})', { n: used.length })}</option></select></div>
      <noscript><button class="quiet">${t('Search')}</button></noscript>
    </form>
    <div id="assumptions">
    <nav class="jump" aria-label="${t('Sections')}">${sections.map(
      (section) => html`<a
      href="#s-${section}">${section}</a>`,
    )}</nav>
    ${found.length === 0 ? html`<p class="nothing">${nothingFound}</p>` : ''}
    ${sections.map(
      (section) =>
        html`<h2 id="s-${section}">${section}</h2>${found
          .filter(({ assumption }) => sectionOf(assumption.id) === section)
          .map((one) => assumptionCard(context, one, submittedValues(context)))}`,
    )}
    </div>`,
  })
}

/** Returns what the search looks through: id, question, and options with their meanings. */
const searchedText = ({ assumption: { id, question, options } }: AssumptionInForce): string =>
  [id, question, ...options.map(({ word, means }) => `${word} ${means}`)].join(' ').toLowerCase()

const sectionOf = (id: string): string => id.slice(0, id.indexOf('/'))
const wordIn = (option: string): string => option.split(':')[0] ?? option
const valueIn = (option: string): string => option.slice(wordIn(option).length + 1)
const isChanged = ({ assumption, option }: AssumptionInForce): boolean => option !== assumption.default

const assumptionCard = (context: PageContext, one: AssumptionInForce, submitted: FormValues): Markup => {
  const { assumption, option, source, exchanges } = one
  const isOpen = submitted['id'] === assumption.id
  const { docs } = context.var
  const means = assumption.options.find(({ word }) => word === wordIn(option))?.means ?? ''
  return html`<details class="assumption" id="${anchor(assumption.id)}"${isOpen ? html` open` : ''}>
    <summary><span class="question">${inlineCode(assumption.question)}</span>
      <span class="in-force">${
        exchanges.length > 0
          ? html`<small>${pluralize(exchanges.length, 'recent exchange|recent exchanges')}</small>`
          : ''
      } <code>${option}</code> ${
        isChanged(one) ? badge(source, 'info') : ''
      }${assumption.switchable ? '' : badge(t('fixed'))}</span></summary>
    <div class="inside">
      <p><code class="id">${raw(referenceLinks(docs, 'assumptions', assumption.id))}</code> ${inlineCode(means)}</p>
      <p class="why">${inlineCode(assumption.why)} <small>${rich('Evidence: {evidence}. Statements: {statements}. Default:', { evidence: assumption.evidence, statements: raw(referenceLinks(docs, 'statements', ...assumption.statements)) })} <code>${assumption.default}</code>.</small></p>
      ${effect(requestedWorld(context).name, one)}
      ${assumption.switchable ? optionForm(context, one) : acceptedOptions(assumption)}
    </div>
  </details>`
}

const MAX_LINKED = 8

/** Describes which recent exchanges another option may change. */
const effect = (world: string, { exchanges, assumption }: AssumptionInForce): Markup => {
  if (exchanges.length === 0)
    return html`<p class="why">${t('None of the last {n} exchanges depends on it.', { n: RECENT_EXCHANGES })}</p>`
  const links = exchanges.slice(0, MAX_LINKED).map(
    ({ n, method, status }) => html`<a href="${worldPath(world, `/exchanges/${n}`)}">#${n} ${method}
        ${status}</a> `,
  )
  const more = exchanges.length > MAX_LINKED ? t('and {n} more', { n: exchanges.length - MAX_LINKED }) : ''
  return html`<p class="effect">${t(
    assumption.switchable ? 'Another option may change these' : 'It decided these',
  )}: ${links}${more}</p>`
}

const optionForm = (
  context: PageContext,
  { assumption, option }: AssumptionInForce,
): Markup => html`<form method="post" action="${profilePath(context)}">
  ${csrfField(context)}${hiddenFields({ id: assumption.id })}
  <fieldset><legend>${t('Options')}</legend>${assumption.options.map((one) => optionInput(assumption, one, option))}</fieldset>
  <button>${t('Apply to this world')}</button>
</form>`

const optionInput = (
  assumption: AssumptionData,
  { word, means, takes, example }: AssumptionOptionData,
  current: string,
): Markup => {
  const id = `${anchor(assumption.id)}-${word}`
  const isCurrent = wordIn(current) === word
  const value = isCurrent ? valueIn(current) : (example?.slice(word.length + 1) ?? '')
  return html`<div class="option">
    <input type="radio" id="${id}" name="option" value="${word}"${isCurrent ? html` checked` : ''}>
    <label for="${id}"><code>${word}</code> ${inlineCode(means)}</label>
    ${
      takes === null
        ? ''
        : html`<input class="value" name="value-${word}" value="${value}"
      aria-label="${t('Value of {option}', { option: word })}" title="${takes}" autocomplete="off">`
    }
  </div>`
}

/** Renders the options that only the contract kit accepts. */
const acceptedOptions = ({ options, default: fixed }: AssumptionData): Markup | string =>
  options.length < 2
    ? ''
    : html`<p class="why">${t('The sandbox always uses the default. The contract kit also accepts:')} ${options
        .filter(({ word }) => word !== fixed)
        .map(({ word, means }) => html`<code>${word}</code> ${inlineCode(means)} `)}</p>`
