import { html, raw } from 'hono/html'
import type { Markup } from './components.ts'

/** JSON, indented and coloured; any other text as it is. Nothing of it is ever read as markup. */
export const bodyView = (text: string, label: string): Markup => {
  if (text === '') return html`<p class="nothing">Empty.</p>`
  return html`<pre class="body" tabindex="0" aria-label="${label}">${coloured(indented(text))}</pre>`
}

/** Larger texts are shown without colours, which would multiply their size. */
const COLOURED_UP_TO = 60_000

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const TOKEN = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g

const coloured = (text: string): Markup | string => {
  if (text.length > COLOURED_UP_TO || !/^[[{]/.test(text)) return text
  let end = 0
  let out = ''
  for (const found of text.matchAll(TOKEN)) {
    const [whole, string, colon, word] = found
    const kind = string === undefined ? (word === undefined ? 'n' : 'w') : colon === undefined ? 's' : 'k'
    out += `${escaped(text.slice(end, found.index))}<b class="${kind}">${escaped(string ?? whole)}</b>${colon ?? ''}`
    end = found.index + whole.length
  }
  // Every part was escaped on its way.
  return raw(out + escaped(text.slice(end)))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
