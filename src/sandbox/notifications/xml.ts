/** An XML element. Builders below omit elements without content. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Attributes
  readonly content: string | readonly XmlElement[]
}

type Attributes = Readonly<Record<string, string>>

/** Builds an element with a text; omits it when the text is empty. */
export const leaf = (
  name: string,
  value: string | number | null | undefined,
  attributes: Attributes = {},
): readonly XmlElement[] => {
  const content = stripNonXml(String(value ?? '')).trim()
  return content === '' ? [] : [{ name, attributes, content }]
}

/** Builds an element that the format requires, even without a text. */
export const requiredLeaf = (name: string, value: string | number | null): readonly XmlElement[] => [
  { name, attributes: {}, content: stripNonXml(String(value ?? '')).trim() },
]

/** Builds an element around others; omits it when all of them are omitted. */
export const branch = (
  name: string,
  attributes: Attributes,
  ...children: readonly (readonly XmlElement[])[]
): readonly XmlElement[] => {
  const content = children.flat()
  return content.length === 0 ? [] : [{ name, attributes, content }]
}

/** Serializes an element with indentation. */
export const printElement = ({ name, attributes, content }: XmlElement, indent = ''): string => {
  const start = `${indent}<${name}${Object.entries(attributes).map(printAttribute).join('')}>`
  if (typeof content === 'string') return `${start}${escapeXml(content)}</${name}>`
  return [start, ...content.map((child) => printElement(child, `${indent}  `)), `${indent}</${name}>`].join(
    '\n',
  )
}

const printAttribute = ([name, value]: [string, string]): string =>
  ` ${name}="${escapeXml(stripNonXml(value))}"`

/** Removes what XML 1.0 (2.2) does not allow: controls, lone surrogates, U+FFFE and U+FFFF. */
export const stripNonXml = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** Escapes a text for content and attributes of XML and HTML. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
