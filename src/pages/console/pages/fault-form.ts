import { html } from 'hono/html'
import { jsonOrText } from '../../../lib/text/parse-json.ts'
import type { Markup } from '../../ui/components/components.ts'
import { type FormValues, numberField, optionalField } from '../../ui/form.ts'
import { csrfField, hiddenFields } from '../../ui/form-components.ts'
import { type Label, t } from '../../ui/language/texts.ts'
import { operationIds } from '../../ui/operation-ids.ts'
import { type PageContext, submittedValues } from '../../ui/page-context.ts'
import { ApiError } from '../../ui/sandbox/api-error.ts'
import type { FaultRuleData } from '../../ui/sandbox/api-types.ts'

/** A fault that one form adds. */
interface FaultRecipe {
  readonly title: Label
  /** What it shows about a client. */
  readonly about: Label
  /** The `act` of the rule. */
  readonly act: (value: number, choice: string, fields: FormValues) => object
  readonly value?: RecipeValue
  readonly choice?: RecipeChoice
  readonly texts?: readonly RecipeText[]
}

/** A text of several lines that a recipe takes. */
interface RecipeText {
  readonly name: string
  readonly label: Label
  readonly hint: Label
}

/** The word that a recipe takes. */
interface RecipeChoice {
  readonly label: Label
  readonly words: readonly string[]
}

type Act = FaultRuleData['act']

/** The rewrites that the control API takes. */
const REWRITES: Readonly<Record<NonNullable<Act['rewrite']>, true>> = {
  'further-members': true,
  'members-reordered': true,
  'json-spelling': true,
  'amounts-with-decimals': true,
  'header-case': true,
  chunked: true,
  'fewer-links': true,
  templates: true,
  'fractional-seconds': true,
  'other-offsets': true,
  'new-words': true,
  'unusual-texts': true,
  nulls: true,
  'no-retry-after': true,
}

/** The effects on deliveries that the control API takes. */
const DELIVERY_FAULTS: Readonly<Record<NonNullable<Act['delivery']>, true>> = {
  twice: true,
  late: true,
  'out-of-order': true,
}

/** The number that a recipe takes. */
interface RecipeValue {
  readonly label: Label
  readonly unit: Label
  readonly initial: number
  readonly min: number
  readonly max?: number
}

/** Recipes by the word that their forms send. */
const RECIPES: Readonly<Record<string, FaultRecipe>> = {
  status: {
    title: 'Service error',
    about: 'Responds with an error instead of the result. Does the client retry, and what does its user see?',
    act: (value) => ({ status: value }),
    value: { label: 'Status', unit: 'HTTP status', initial: 503, min: 400, max: 599 },
  },
  respond: {
    title: 'Response of your own',
    about: 'Responds with exactly what you say, whatever the description says. The journal marks it.',
    act: (value, _, fields) => ({ respond: responseOf(value, fields) }),
    value: { label: 'Status', unit: 'HTTP status', initial: 418, min: 200, max: 599 },
    texts: [
      { name: 'body', label: 'Response body', hint: 'JSON, or a text that is sent as it is' },
      { name: 'headers', label: 'Response headers', hint: 'One a line, Name: value' },
    ],
  },
  'rate-limit': {
    title: 'Too many requests',
    about: 'Responds with 429 and Retry-After. Does the client wait that long?',
    act: (value) => ({ status: 429, retryAfter: value }),
    value: { label: 'Retry-After', unit: 'seconds', initial: 2, min: 0 },
  },
  delay: {
    title: 'Slow service',
    about: 'Waits before it responds. Is the client’s timeout long enough, and does its page stay usable?',
    act: (value) => ({ delay: value }),
    value: { label: 'Delay', unit: 'milliseconds', initial: 3_000, min: 0 },
  },
  'lose-answer': {
    title: 'Lost response',
    about: 'Processes the request, then closes the connection. Does a retry create the same thing twice?',
    act: () => ({ loseAnswer: true }),
  },
  reset: {
    title: 'Refused connection',
    about: 'Closes the connection before the request is processed. A retry is safe.',
    act: () => ({ reset: true }),
  },
  'stale-tag': {
    title: 'Concurrent update',
    about:
      'Another writer changes the publication first, so If-Match fails. Does the client read again and merge?',
    act: () => ({ staleTag: true }),
  },
  truncate: {
    title: 'Truncated response',
    about: 'Cuts the body short. Does the client notice?',
    act: () => ({ truncate: true }),
  },
  slow: {
    title: 'Slow transfer',
    about: 'Sends the body slowly, as over a bad connection.',
    act: (value) => ({ slow: value }),
    value: { label: 'Speed', unit: 'bytes per second', initial: 100, min: 1 },
  },
  rewrite: {
    title: 'Rewritten response',
    about: 'Sends the response in another allowed form. Does the client still read it?',
    act: (_, choice) => ({ rewrite: choice }),
    choice: { label: 'Form', words: Object.keys(REWRITES) },
  },
  delivery: {
    title: 'Webhook delivery',
    about: 'Sends webhooks twice, late or out of order. Does the receiver cope? It takes no operation.',
    act: (_, choice) => ({ delivery: choice }),
    choice: { label: 'Delivery', words: Object.keys(DELIVERY_FAULTS) },
  },
}

/** Returns the anchor of the form that was submitted. */
export const faultFormAnchor = ({ effect = '' }: FormValues): string =>
  Object.hasOwn(RECIPES, effect) ? `add-${effect}` : 'add'

/** Returns the fault rule that a submitted form describes; throws an `ApiError` for an empty form. */
export const faultRuleOf = (fields: FormValues): object => {
  const effect = fields['effect'] ?? ''
  const recipe = Object.hasOwn(RECIPES, effect) ? RECIPES[effect] : undefined
  if (!recipe) throw new ApiError(400, t('Choose what the fault does. No fault was added.'))
  const value = numberField(fields, 'value')
  if (recipe.value && value === undefined)
    throw new ApiError(
      400,
      t('Enter {label} in {unit}. No fault was added.', {
        label: t(recipe.value.label),
        unit: t(recipe.value.unit),
      }),
    )
  const times = numberField(fields, 'times')
  const probability = numberField(fields, 'probability')
  const [operation, path, method, ttl, note] = ['operation', 'path', 'method', 'ttl', 'note'].map((name) =>
    optionalField(fields, name),
  )
  return {
    match: {
      ...(operation && { operation }),
      ...(path && { path }),
      ...(method && { method }),
      ...(probability !== undefined && { probability }),
    },
    act: recipe.act(value ?? 0, fields['choice'] ?? '', fields),
    ...(times !== undefined && { times }),
    ...(ttl && { ttl }),
    ...(note && { note }),
  }
}

/** Renders a form for each recipe. */
export const faultForms = async (context: PageContext, action: string): Promise<Markup> => {
  const submitted = submittedValues(context)
  const operations = await operationIds(context)
  return html`<datalist id="operations">${operations.map((id) => html`<option value="${id}"></option>`)}</datalist>
    <div class="cards recipes">${Object.entries(RECIPES).map(([effect, recipe]) =>
      recipeForm(context, action, {
        effect,
        recipe,
        values: submitted['effect'] === effect ? submitted : {},
      }),
    )}</div>`
}

interface RecipeForm {
  readonly effect: string
  readonly recipe: FaultRecipe
  readonly values: FormValues
}

const CONDITIONS = ['path', 'method', 'probability', 'ttl', 'note']

const recipeForm = (context: PageContext, action: string, form: RecipeForm): Markup => {
  const { effect, recipe, values } = form
  const { value } = recipe
  const isDetailed = CONDITIONS.some((name) => values[name])
  return html`<form class="card recipe" id="add-${effect}" method="post" action="${action}"
    aria-labelledby="title-${effect}">${csrfField(context)}${hiddenFields({ effect })}
    <h3 id="title-${effect}">${t(recipe.title)}</h3><p>${t(recipe.about)}</p>
    ${
      value
        ? recipeField(form, {
            name: 'value',
            label: value.label,
            unit: value.unit,
            initial: String(value.initial),
            attributes: html` type="number" required min="${value.min}"${value.max ? html` max="${value.max}"` : ''}`,
          })
        : ''
    }
    ${recipe.choice ? choiceField(form, recipe.choice) : ''}
    ${(recipe.texts ?? []).map((text) => textField(form, text))}
    ${recipeField(form, { name: 'times', label: 'For the next', unit: 'requests', initial: '1', attributes: html` type="number" min="1"` })}
    ${recipeField(form, { name: 'operation', label: 'Operation', placeholder: 'every operation', attributes: html` list="operations"` })}
    <details${isDetailed ? html` open` : ''}><summary>${t('More conditions')}</summary>
      ${recipeField(form, { name: 'path', label: 'Path', placeholder: 'every path', hint: 'From /v3 on; * matches any characters' })}
      ${recipeField(form, { name: 'method', label: 'Method', placeholder: 'every method' })}
      ${recipeField(form, { name: 'probability', label: 'Probability', unit: '0 to 1', placeholder: '1', attributes: html` type="number" min="0.001" max="1" step="any"` })}
      ${recipeField(form, { name: 'ttl', label: 'Ends after', placeholder: 'PT10M', hint: 'ISO 8601 duration on the world clock' })}
      ${recipeField(form, { name: 'note', label: 'Note' })}
    </details>
    <button class="primary">${t('Add')}<span class="visually-hidden"> ${t(recipe.title)}</span></button>
  </form>`
}

interface RecipeField {
  readonly name: string
  readonly label: Label
  readonly unit?: Label
  readonly initial?: string
  readonly placeholder?: Label | 'PT10M' | '1'
  readonly hint?: Label
  readonly attributes?: Markup
}

const recipeField = (
  { effect, values }: RecipeForm,
  { name, label, unit, initial = '', placeholder, hint, attributes }: RecipeField,
): Markup => {
  const id = `${effect}-${name}`
  return html`<div class="recipe-field"><label for="${id}">${t(label)}</label><span class="with-unit"><input id="${id}"
    name="${name}" value="${values[name] ?? initial}" placeholder="${shownPlaceholder(placeholder)}"${attributes ?? ''}
    autocomplete="off" spellcheck="false"${unit || hint ? html` aria-describedby="${id}-unit"` : ''}>${
      unit ? html`<span class="unit" id="${id}-unit">${t(unit)}</span>` : ''
    }</span>${hint ? html`<span class="hint" id="${id}-unit">${t(hint)}</span>` : ''}</div>`
}

const choiceField = ({ effect, values }: RecipeForm, { label, words }: RecipeChoice): Markup =>
  html`<div class="recipe-field"><label for="${effect}-choice">${t(label)}</label><span class="with-unit"><select
    id="${effect}-choice" name="choice">${words.map(
      (word) =>
        html`<option value="${word}"${values['choice'] === word ? html` selected` : ''}>${word}</option>`,
    )}</select></span></div>`

const textField = ({ effect, values }: RecipeForm, { name, label, hint }: RecipeText): Markup => {
  const id = `${effect}-${name}`
  return html`<div class="recipe-field"><label for="${id}">${t(label)}</label><textarea id="${id}" name="${name}"
    rows="3" spellcheck="false" aria-describedby="${id}-hint">${values[name] ?? ''}</textarea><span class="hint"
    id="${id}-hint">${t(hint)}</span></div>`
}

/** Returns the response that a form describes. */
const responseOf = (status: number, { body = '', headers = '' }: FormValues): object => {
  const pairs = headers.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
    return name !== undefined && value !== undefined ? [[name, value] as const] : []
  })
  return {
    status,
    ...(body !== '' && { body: jsonOrText(body) }),
    ...(pairs.length > 0 && { headers: Object.fromEntries(pairs) }),
  }
}

/** Returns a placeholder in the language of the page; examples of values are the same in all. */
const shownPlaceholder = (placeholder: RecipeField['placeholder']): string =>
  placeholder === undefined || placeholder === 'PT10M' || placeholder === '1'
    ? (placeholder ?? '')
    : t(placeholder)
