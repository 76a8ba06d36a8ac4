import { ceilings } from '../../api/wire/limits.ts'
import { stripNonXml } from '../../lib/text/markup.ts'

/** Formats user input for the lines and headers of a mail. */

const MAX_LINE_LENGTH = 150

/** Collapses a text to one line without control characters, so that it cannot inject a mail header. */
export const singleLine = (text: string): string => {
  const line = stripNonXml(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const chars = [...line]
  return chars.length > MAX_LINE_LENGTH ? `${chars.slice(0, MAX_LINE_LENGTH - 1).join('')}…` : line
}

/**
 * A plain address: no list, display name or comment, nothing that a header parser reads as several
 * addresses.
 */
const MAILBOX = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u

/** Valid addresses of a comma-separated list, each once, up to `limits/recipients`. */
export const mailboxes = (list: string | null): string[] => {
  const valid = (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => MAILBOX.test(part))
  return [...new Set(valid)].slice(0, ceilings.recipients)
}

/** Formats an amount: `ARS 15.500.000`, `USD 9.999,50`. */
export const moneyText = ({
  Moneda,
  Importe,
}: {
  readonly Moneda: string
  readonly Importe: number
}): string => `${Moneda} ${spanishNumber(Importe)}`

/** Formats a number with thousands points and a decimal comma. */
export const spanishNumber = (number: number): string => {
  const [whole = '', fraction] = String(number).split('.')
  const points = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${points},${fraction.padEnd(2, '0')}` : points
}

/** Formats `2026-03-01T12:00:00-03:00` as `01/03/2026 12:00`. */
export const momentText = (momento: string): string =>
  momento.replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+).*$/, '$3/$2/$1 $4')
