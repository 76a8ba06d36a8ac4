import { html } from 'hono/html'
import { t } from '../language/texts.ts'
import type { Markup } from './components.ts'

/** Renders a body: JSON indented and highlighted, any other text as it is. */
export const highlightedBody = (text: string, label: string): Markup => {
  if (text === '') return html`<p class="nothing">${t('Empty')}</p>`
  return html`<pre class="body" tabindex="0" aria-label="${label}">${highlight(indent(text))}</pre>`
}

/** Longer texts are not highlighted, because the tags multiply their size. */
const MAX_HIGHLIGHTED_LENGTH = 60_000

const indent = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const TOKEN = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g

const highlight = (text: string): readonly (Markup | string)[] => {
  if (text.length > MAX_HIGHLIGHTED_LENGTH || !/^[[{]/.test(text)) return [text]
  const parts: (Markup | string)[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, word] = match
    const kind = string === undefined ? (word === undefined ? 'n' : 'w') : colon === undefined ? 's' : 'k'
    parts.push(text.slice(end, match.index), html`<b class="${kind}">${string ?? whole}</b>`, colon ?? '')
    end = match.index + whole.length
  }
  return [...parts, text.slice(end)]
}
