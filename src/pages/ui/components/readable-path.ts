import { html } from 'hono/html'
import type { Markup } from './components.ts'

/**
 * Renders a request's path for reading: percent signs are decoded where that is harmless, and lines break
 * after its segments. The title holds the path as it was sent.
 */
export const readablePath = (path: string): Markup => {
  const parts = decoded(path).split(/(?<=[/?&@])/)
  return html`<span class="path" title="${path}">${breakBetween(parts)}</span>`
}

/** Renders an e-mail address, which breaks after its `@` before it breaks elsewhere. */
export const breakableMail = (mail: string): Markup =>
  html`<span class="breakable">${breakBetween(mail.split(/(?<=@)/))}</span>`

/** Renders a name that may break before a capital, as `PublicacionConsultadaHtmlMail`. */
export const breakableName = (name: string): Markup =>
  html`<span class="breakable">${breakBetween(name.split(/(?<=\p{Ll})(?=\p{Lu})/u))}</span>`

const breakBetween = (parts: readonly string[]): Markup =>
  html`${parts.map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`

/** Decodes letters, digits and the signs that mean themselves in a path; all others stay as sent. */
const decoded = (path: string): string =>
  path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      const text = decodeURIComponent(escaped)
      return /^[\p{L}\p{N}@.:_-]+$/u.test(text) ? text : escaped
    } catch {
      return escaped
    }
  })
