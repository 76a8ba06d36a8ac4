/** The least of XML that a document needs: elements that are left out while there is nothing in them. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly content: string | readonly Element[]
}

type Attributes = Readonly<Record<string, string>>

/** An element with a text; none where there is no text to show. */
export const leaf = (
  name: string,
  value: string | number | null | undefined,
  attributes: Attributes = {},
): readonly Element[] => {
  const content = cleaned(String(value ?? '')).trim()
  return content === '' ? [] : [{ name, attributes, content }]
}

/** An element that a reader demands, if need be without a text. */
export const needed = (name: string, value: string | number | null): readonly Element[] => [
  { name, attributes: {}, content: cleaned(String(value ?? '')).trim() },
]

/** An element around others; none where all of them are left out. */
export const branch = (
  name: string,
  attributes: Attributes,
  ...children: readonly (readonly Element[])[]
): readonly Element[] => {
  const content = children.flat()
  return content.length === 0 ? [] : [{ name, attributes, content }]
}

export const printed = ({ name, attributes, content }: Element, indent = ''): string => {
  const start = `${indent}<${name}${Object.entries(attributes).map(printedAttribute).join('')}>`
  if (typeof content === 'string') return `${start}${escaped(content)}</${name}>`
  return [start, ...content.map((child) => printed(child, `${indent}  `)), `${indent}</${name}>`].join('\n')
}

const printedAttribute = ([name, value]: [string, string]): string => ` ${name}="${escaped(cleaned(value))}"`

/** What XML 1.0 (2.2) calls a character, and nothing else: no controls, no halves of pairs, no noncharacters U+FFFE and U+FFFF. */
export const cleaned = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** For texts and attributes, of XML and of HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
