import { html } from 'hono/html'
import type { Markup } from './components/components.ts'
import { CSRF_FIELD } from './form.ts'
import { type Label, t } from './language/texts.ts'
import type { PageContext } from './page-context.ts'
import type { AgencyData } from './sandbox/api-types.ts'

/** Renders the hidden field that every form needs for the session guard. */
export const csrfField = (context: PageContext): Markup =>
  html`<input type="hidden" name="${CSRF_FIELD}" value="${context.var.session.csrfToken}">`

/** Renders hidden fields. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): Markup[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

interface ButtonForm {
  readonly action: string
  readonly label: string
  readonly fields?: Readonly<Record<string, string>>
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Accessible name, where the label alone is ambiguous. */
  readonly ariaLabel?: string
}

/** Renders a form of one button. */
export const buttonForm = (
  context: PageContext,
  { action, label, fields = {}, tone = 'plain', ariaLabel }: ButtonForm,
): Markup =>
  html`<form class="inline" method="post" action="${action}">${csrfField(context)}${hiddenFields(
    fields,
  )}<button class="${tone}"${
    ariaLabel === undefined
      ? ''
      : html`
    aria-label="${ariaLabel}"`
  }>${label}</button></form>`

interface InputField {
  readonly name: string
  readonly label: Label
  readonly value?: string | undefined
  readonly hint?: Label
  readonly type?: 'text' | 'number' | 'password'
  readonly placeholder?: string
  readonly required?: boolean
  readonly range?: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' }
  /** Suggested values. */
  readonly list?: readonly string[]
}

/** Renders a labelled input. */
export const inputField = ({
  name,
  label,
  value,
  hint,
  type = 'text',
  placeholder,
  required,
  range,
  list,
}: InputField): Markup => {
  const { min, max, step } = range ?? {}
  const attribute = (key: string, given: string | number | undefined) =>
    given === undefined ? '' : html` ${key}="${String(given)}"`
  return html`<div class="field">
    <label for="f-${name}">${t(label)}</label>
    <input id="f-${name}" name="${name}" type="${type}"${attribute('value', value)}${attribute(
      'placeholder',
      placeholder,
    )}${required ? html` required` : ''}${attribute('min', min)}${attribute('max', max)}${attribute('step', step)}${
      hint === undefined ? '' : html` aria-describedby="h-${name}"`
    }${list ? html` list="l-${name}"` : ''} autocomplete="off" spellcheck="false">
    ${
      list
        ? html`<datalist id="l-${name}">${list.map(
            (word) => html`<option
      value="${word}"></option>`,
          )}</datalist>`
        : ''
    }
    ${hint === undefined ? '' : html`<p class="hint" id="h-${name}">${t(hint)}</p>`}
  </div>`
}

interface SelectOption {
  readonly value: string
  readonly label: string
}

/** Renders a labelled drop-down list. */
export const selectField = (
  name: string,
  label: Label,
  options: readonly SelectOption[],
  selected?: string,
): Markup => html`<div class="field">
  <label for="f-${name}">${t(label)}</label>
  <select id="f-${name}" name="${name}">${options.map(
    ({ value, label: text }) =>
      html`<option value="${value}"${value === selected ? html` selected` : ''}>${text}</option>`,
  )}</select>
</div>`

/** Renders the choice of a page's agency; nothing for a world with one agency. */
export const agencyPicker = (all: readonly AgencyData[], chosen: AgencyData | undefined): Markup | string =>
  all.length < 2
    ? ''
    : html`<form class="picker" method="get" data-auto>
        <label for="agency">${t('Agency')}</label>
        <select id="agency" name="agency">${all.map(
          ({ adminMail, nombreComercial }) =>
            html`<option value="${adminMail}"${
              adminMail === chosen?.adminMail
                ? html`
              selected`
                : ''
            }>${nombreComercial}</option>`,
        )}</select>
        <noscript><button class="quiet">${t('Show')}</button></noscript>
      </form>`

interface Confirmation {
  readonly question: string
  /** The effect of the action, as a warning. */
  readonly consequence: Markup | string
  readonly action: string
  readonly label: string
  readonly cancelPath: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Renders the question before a destructive action. */
export const confirmation = (
  context: PageContext,
  { question, consequence, action, label, cancelPath, fields = {} }: Confirmation,
): Markup => html`<div class="confirm">
  <h1>${question}</h1>
  <p>${consequence}</p>
  <div class="row">${buttonForm(context, { action, label, tone: 'danger', fields })}<a class="button"
    href="${cancelPath}">${t('Cancel')}</a></div>
</div>`
