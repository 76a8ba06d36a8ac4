import { Href, type Standpoint, written } from './href.ts'

const AMOUNTS = new Set(['Importe'])

/** Writes a document as JSON text: addresses, numbers and letters in the chosen forms. */
export const jsonText = (document: unknown, standpoint: Standpoint): string => {
  const { jsonText: style } = standpoint.choices
  const text = write(document, standpoint, '', style === 'pretty' ? '\n' : '')
  if (style === 'spaced') return `\r\n  ${text}\n\n`
  if (style !== 'escaped' && style !== 'php') return text
  return (style === 'php' ? text.replaceAll('/', '\\/') : text).replace(
    /[^\x20-\x7e\n]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const write = (value: unknown, standpoint: Standpoint, name: string, margin: string): string => {
  if (value instanceof Href) return JSON.stringify(written(value, standpoint))
  if (typeof value === 'number') return number(value, name, standpoint)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = margin === '' ? '' : `${margin}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => write(item ?? null, standpoint, name, inner))
    : members(value, standpoint).map(([key, item]) => {
        const label = `${JSON.stringify(key)}:${margin === '' ? '' : ' '}`
        return label + write(item, standpoint, key, inner)
      })
  if (parts.length === 0) return open + close
  return open + inner + parts.join(`,${inner}`) + margin + close
}

const members = (value: object, { choices }: Standpoint): [string, unknown][] => {
  const present = Object.entries(value).filter(([, item]) => item !== undefined)
  const isSilent = choices.templates === 'none' || choices.linkFault === 'template'
  const linked = present
    .filter(([key]) => !(key === 'templated' && isSilent))
    .filter(([key]) => !(key === 'method' && choices.linkFault === 'missing'))
  return choices.memberOrder === 'reversed' ? linked.reverse() : linked
}

const number = (value: number, name: string, { choices }: Standpoint): string => {
  if (choices.decimals === 'cents' && AMOUNTS.has(name)) return value.toFixed(2)
  if (choices.decimals === 'exponent' && AMOUNTS.has(name)) return value.toExponential()
  const isWritten = choices.decimals === 'all' || (choices.decimals === 'amounts' && AMOUNTS.has(name))
  return isWritten && Number.isInteger(value) ? `${value}.0` : JSON.stringify(value)
}
