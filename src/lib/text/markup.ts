/** Escapes a text for HTML, SVG and XML 1.0, without the control characters that XML forbids. */
export const markupText = (text: string): string =>
  stripNonXml(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Removes what XML 1.0 (2.2) does not allow: controls, lone surrogates, U+FFFE and U+FFFF. */
export const stripNonXml = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** Decodes the entities that programs write for signs of markup; others stay. */
export const unescapedMarkup = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#39|#10);/g, (whole, entity: string) => ENTITIES[entity] ?? whole)

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#10': '\n',
}
