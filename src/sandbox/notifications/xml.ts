import { markupText, stripNonXml } from '../../lib/text/markup.ts'

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
  if (typeof content === 'string') return `${start}${markupText(content)}</${name}>`
  return [start, ...content.map((child) => printElement(child, `${indent}  `)), `${indent}</${name}>`].join(
    '\n',
  )
}

const printAttribute = ([name, value]: [string, string]): string => ` ${name}="${markupText(value)}"`
