import { type Figure, type Target, type Unit, verdictOf } from './figure.ts'
import type { Measured } from './result.ts'

const DIGITS = 3

/**
 * Prints the figures of a family as rows: name, value (min .. max), target, verdict; a note follows its row.
 */
export const printTable = ({ family, seconds, figures }: Measured): void => {
  console.log(`\n${family} (${seconds.toFixed(0)} s)`)
  for (const each of figures) {
    const { name, unit, target, note, spread, measured } = each
    const range = spread.min === spread.max ? '' : ` (${short(spread.min)} .. ${short(spread.max)})`
    const cells = [
      name.padEnd(52),
      `${withUnit(measured, unit)}${range}`.padEnd(34),
      targetText(target, unit).padEnd(14),
      verdictOf(each),
    ]
    console.log(`  ${cells.join(' ').trimEnd()}`)
    if (note) console.log(`      ${note}`)
  }
}

/** Prints the number of met targets and the missed ones. */
export const printSummary = (all: readonly Measured[]): void => {
  const judged = all.flatMap(({ figures }) => figures).filter(({ target }) => target)
  const missed = judged.filter((each) => verdictOf(each) === 'miss')
  console.log(
    `\n${judged.length - missed.length} of ${judged.length} targets met${missed.length > 0 ? `; missed: ${missed.map(({ name }: Figure) => name).join(', ')}` : ''}.`,
  )
}

const targetText = (target: Target | undefined, unit: Unit): string => {
  if (!target) return ''
  return 'atLeast' in target ? `>= ${withUnit(target.atLeast, unit)}` : `<= ${withUnit(target.atMost, unit)}`
}

const withUnit = (value: number, unit: Unit): string => `${short(value)} ${unit}`

const short = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(DIGITS)))
