import { html } from 'hono/html'
import type { Visit } from './page-context.ts'
import { FORM_KEY } from './form.ts'
import type { AgencyBrief, Clock, Money } from './api-types.ts'

/** Pieces that many pages are made of. Everything put into a piece is escaped. */
export type Markup = ReturnType<typeof html>

/** The hidden field that says a form comes from one of our own pages. */
export const hiddenKey = (visit: Visit): Markup =>
  html`<input type="hidden" name="${FORM_KEY}" value="${visit.get('desk').session.formKey}">`

interface ButtonForm {
  readonly action: string
  readonly label: string
  readonly fields?: Readonly<Record<string, string>>
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Said to who hears the page instead of the label alone. */
  readonly spoken?: string
}

/** One button that changes something. */
export const buttonForm = (visit: Visit, { action, label, fields = {}, tone = 'plain', spoken }: ButtonForm): Markup =>
  html`<form class="inline" method="post" action="${action}">${hiddenKey(visit)}${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="${tone}"${spoken === undefined ? '' : html` aria-label="${spoken}"`}>${label}</button></form>`

/** The heading of a page, with a sentence on what it is for and what can be done with it as a whole. */
export const heading = (title: Markup | string, about: Markup | string = '', actions: Markup | string = ''): Markup =>
  html`<div class="heading"><div><h1>${title}</h1>${about === '' ? '' : html`<p class="about">${about}</p>`}</div>${
    actions === '' ? '' : html`<div class="actions">${actions}</div>`
  }</div>`

/** Shown where there is nothing: what it would hold, and what to do next. */
export const empty = (title: string, next: Markup | string): Markup =>
  html`<div class="empty"><p class="empty-title">${title}</p><div>${next}</div></div>`

/** A sentence of the sandbox's own, in which backticks mark what is code. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain'

export const badge = (text: string, tone: Tone = 'plain'): Markup => html`<span class="badge ${tone}">${text}</span>`

/** An HTTP status in the colour of its class. */
export const statusBadge = (status: number): Markup =>
  badge(String(status), status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad')

/** Rows of name and value. */
export const facts = (rows: readonly (readonly [string, Markup | string | number])[]): Markup =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A table that scrolls inside its own region when the window is narrow. */
export const table = (label: string, columns: readonly Column[], rows: readonly Markup[]): Markup =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
    <thead><tr>${columns.map(({ title, kind = '' }) => html`<th scope="col" class="${kind}">${title}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`

export interface Column {
  readonly title: string
  /** `number` stands right; `wide` is left out of narrow windows, `roomy` of the narrowest. */
  readonly kind?: 'number' | 'wide' | 'roomy' | 'number roomy'
}

/** An instant of a world, as told: its day and its time. A running clock goes on in the browser. */
export const instant = (iso: string, clock?: Clock): Markup => {
  const ticking = clock?.running
    ? html` data-clock="${clock.nowMs}" data-speed="${clock.speed}" data-zone="${iso.slice(19)}"`
    : ''
  return html`<time datetime="${iso}"${ticking}>${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`
}

export const count = (number: number): string => new Intl.NumberFormat('en').format(number)

/** `3 worlds`, `1 world`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`

export const money = (value: Money | null | undefined): string =>
  value ? `${value.Moneda} ${count(value.Importe)}` : '–'

/** Choosing the agency that a page is about; nothing when there is only one. */
export const agencyPicker = (all: readonly AgencyBrief[], chosen: AgencyBrief | undefined): Markup | string =>
  all.length < 2
    ? ''
    : html`<form class="picker" method="get">
        <label for="agency">Agency</label>
        <select id="agency" name="agency">${all.map(
          ({ adminMail, nombreComercial }) =>
            html`<option value="${adminMail}"${adminMail === chosen?.adminMail ? html` selected` : ''}>${nombreComercial}</option>`,
        )}</select>
        <button class="quiet">Show</button>
      </form>`

interface Field {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly hint?: Markup | string
  readonly type?: 'text' | 'number' | 'password' | 'datetime-local'
  readonly placeholder?: string
  readonly required?: boolean
  /** Smallest, largest and step of a number. */
  readonly range?: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' }
  readonly list?: readonly string[]
}

/** A labelled input. */
export const field = ({
  name,
  label,
  value,
  hint,
  type = 'text',
  placeholder,
  required,
  range,
  list,
}: Field): Markup => {
  const { min, max, step } = range ?? {}
  const attribute = (key: string, given: string | number | undefined) =>
    given === undefined ? '' : html` ${key}="${String(given)}"`
  return html`<div class="field">
    <label for="f-${name}">${label}</label>
    <input id="f-${name}" name="${name}" type="${type}"${attribute('value', value)}${attribute('placeholder', placeholder)}${
      required ? html` required` : ''
    }${attribute('min', min)}${attribute('max', max)}${attribute('step', step)}${
      hint === undefined ? '' : html` aria-describedby="h-${name}"`
    }${list ? html` list="l-${name}"` : ''} autocomplete="off" spellcheck="false">
    ${list ? html`<datalist id="l-${name}">${list.map((word) => html`<option value="${word}"></option>`)}</datalist>` : ''}
    ${hint === undefined ? '' : html`<p class="hint" id="h-${name}">${hint}</p>`}
  </div>`
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** A labelled choice of one among several. */
export const select = (
  name: string,
  label: string,
  choices: readonly Choice[],
  chosen?: string,
  hint?: string,
): Markup => html`<div class="field">
  <label for="f-${name}">${label}</label>
  <select id="f-${name}" name="${name}"${hint === undefined ? '' : html` aria-describedby="h-${name}"`}>${choices.map(
    ({ value, label: said }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${said}</option>`,
  )}</select>
  ${hint === undefined ? '' : html`<p class="hint" id="h-${name}">${hint}</p>`}
</div>`

/** A page that asks before something is lost. */
export const confirmation = (
  visit: Visit,
  { question, loss, action, label, back, fields = {} }: Confirmation,
): Markup => html`<div class="confirm">
  <h1>${question}</h1>
  <p>${loss}</p>
  <div class="row">${buttonForm(visit, { action, label, tone: 'danger', fields })}<a class="button" href="${back}">Keep it</a></div>
</div>`

interface Confirmation {
  readonly question: string
  /** What will be gone. */
  readonly loss: Markup | string
  readonly action: string
  readonly label: string
  readonly back: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Text that people copy: shown whole, with a button that does it. */
export const copyable = (id: string, label: string, text: string): Markup => html`<div class="copyable">
  <div class="copy-bar"><span>${label}</span><button type="button" class="quiet" data-copy="${id}">Copy</button></div>
  <pre id="${id}" tabindex="0" aria-label="${label}">${text}</pre>
</div>`
