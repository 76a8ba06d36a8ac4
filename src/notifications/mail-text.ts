import { cleaned } from './xml.ts'

/** What users wrote, made fit for the lines of a mail. */

const LONGEST_LINE = 150

/** One line without any control or line break, for subjects: a header can never be ended, nor another begun. */
export const oneLine = (text: string): string => {
  const line = cleaned(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const chars = [...line]
  return chars.length > LONGEST_LINE ? `${chars.slice(0, LONGEST_LINE - 1).join('')}…` : line
}

/** A plain mailbox: no list, no name, no comment, nothing that a header's grammar would take for more than one address. */
const MAILBOX = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u

export const mailboxes = (list: string | null): string[] => [
  ...new Set(
    (list ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => MAILBOX.test(part)),
  ),
]

/** `ARS 15.500.000`, `USD 9.999,50`. */
export const moneyText = ({ Moneda, Importe }: { readonly Moneda: string; readonly Importe: number }): string =>
  `${Moneda} ${grouped(Importe)}`

/** Points between thousands and a decimal comma. */
export const grouped = (number: number): string => {
  const [whole = '', fraction] = String(number).split('.')
  const points = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${points},${fraction.padEnd(2, '0')}` : points
}

/** `01/03/2026 12:00`, from `2026-03-01T12:00:00-03:00`. */
export const momentText = (momento: string): string => momento.replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+).*$/, '$3/$2/$1 $4')
