import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { textFinder } from '../../lib/text/text-replacer.ts'
import type { PersonalKind, Scrubber } from './scrubber.ts'

/** An original value in a written file. */
export interface Leak {
  readonly kind: PersonalKind
  /** Members and places that lead to it. */
  readonly path: string
}

const MIN_DIGITS = 7
const MIN_MAIL = 3
const MIN_ADDRESS = 6
const MIN_TEXT = 12
const NAMES = new Set(['nombre', 'apellido'])

/**
 * Searches a parsed file for original values: names in members for names, e-mails, addresses and texts in
 * every text, telephones and documents by their digits. Independent of how the values were replaced.
 */
export const leaksIn = (
  file: unknown,
  originals: Scrubber['originals'],
  kept: ReadonlySet<string>,
): Leak[] => {
  const leaks: Leak[] = []
  const finderOf = (kind: PersonalKind, least: number) =>
    textFinder([...(originals.get(kind) ?? [])].filter(({ length }) => length >= least))
  const [mailIn, addressIn, textIn] = [
    finderOf('mail', MIN_MAIL),
    finderOf('address', MIN_ADDRESS),
    finderOf('text', MIN_TEXT),
  ]
  const scan = (text: string, path: string): void => {
    const lower = decodedUri(text).trim().toLowerCase()
    if (kept.has(lower)) return
    const digits = lower.replaceAll(/\D/g, '')
    const name = path.split('.').at(-1)?.toLowerCase() ?? ''
    if (NAMES.has(name) && originals.get('name')?.has(lower)) leaks.push({ kind: 'name', path })
    if (mailIn(lower)) leaks.push({ kind: 'mail', path })
    if (addressIn(lower)) leaks.push({ kind: 'address', path })
    if (textIn(lower)) leaks.push({ kind: 'text', path })
    // Digits of an address or a date are not a telephone.
    if (/^[+\d][\d ()./-]*$/.test(lower) && digits.length >= MIN_DIGITS)
      for (const kind of ['phone', 'document'] as const)
        if (originals.get(kind)?.has(digits)) leaks.push({ kind, path })
  }
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') scan(value, path)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`)
  }
  walk(file, '')
  return leaks
}
