import { html } from 'hono/html'
import { type Label, t } from '../language/texts.ts'
import type { ClockData } from '../sandbox/api-types.ts'

/** Markup that `hono/html` made: every value in it is escaped. */
export type Markup = ReturnType<typeof html>

/** Renders the heading of a page with a sentence about it and its actions. */
export const pageHeading = (
  title: Markup | string,
  about: Markup | string = '',
  actions: Markup | string = '',
): Markup =>
  html`<div class="heading"><div><h1>${title}</h1>${
    about === ''
      ? ''
      : html`<p
    class="about">${about}</p>`
  }</div>${actions === '' ? '' : html`<div class="actions">${actions}</div>`}</div>`

/** Renders what a list shows without items: its state and the next step. */
export const emptyState = (title: string, next: Markup | string): Markup =>
  html`<div class="empty"><p class="empty-title">${title}</p><div>${next}</div></div>`

/** Renders a sentence in which backticks mark code. */
export const inlineCode = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Colour of a badge. */
export type BadgeTone = 'good' | 'bad' | 'warn' | 'info' | 'plain'

/** Renders a short label in a colour. */
export const badge = (text: Markup | string, tone: BadgeTone = 'plain'): Markup =>
  html`<span class="badge ${tone}">${text}</span>`

/** Renders an HTTP status in the colour of its class. */
export const statusBadge = (status: number): Markup =>
  badge(String(status), status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad')

/** Renders rows of name and value. */
export const definitionList = (rows: readonly (readonly [string, Markup | string | number])[]): Markup =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

interface Column {
  readonly title: Label
  /** `name` heads its row, `number` aligns right; narrow windows leave `wide` and `roomy` out. */
  readonly kind?: 'name' | 'number' | 'wide' | 'roomy' | 'number roomy'
}

/** The cells of a row, one for each column. */
type Row = readonly (Markup | string | number)[]

/**
 * Renders a table in a labelled region that scrolls. In the narrowest windows a row without `roomy` columns
 * is a block of lines, each under its column's title.
 */
export const dataTable = (label: string, columns: readonly Column[], rows: readonly Row[]): Markup => {
  const isStacked = !columns.some(({ kind }) => kind?.includes('roomy'))
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table${
    isStacked ? html` class="stacked"` : ''
  }>
    <thead><tr>${columns.map(({ title, kind = '' }) => html`<th scope="col" class="${kind}">${t(title)}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${columns.map((column, index) => tableCell(column, cells[index] ?? ''))}</tr>`)}</tbody>
  </table></div>`
}

const tableCell = ({ title, kind }: Column, content: Row[number]): Markup =>
  kind === 'name'
    ? html`<th scope="row">${content}</th>`
    : html`<td class="${kind ?? ''}" data-title="${t(title)}">${content}</td>`

/** Renders day and time of an instant. With a running clock, the browser keeps it ticking. */
export const timestamp = (iso: string, clock?: ClockData): Markup => {
  const ticking = clock?.running
    ? html` data-clock="${clock.nowMs}" data-speed="${clock.speed}" data-zone="${iso.slice(19)}"`
    : ''
  return html`<time datetime="${iso}"${ticking}>${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`
}

/** Renders a text with a button that copies it. */
export const copyableText = (id: string, label: string, text: string): Markup => html`<div class="copyable">
  <div class="copy-bar"><span>${label}</span><button type="button" class="quiet"
    data-copy="${id}">${t('Copy')}</button></div>
  <pre id="${id}" tabindex="0" aria-label="${label}">${text}</pre>
</div>`
