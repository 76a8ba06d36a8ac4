import { markupText } from '../../lib/text/markup.ts'
import { isCounted, type SweepReport, type SweptVariant } from '../report.ts'

const KINDS = ['fault', 'option', 'circumstance'] as const

/** Returns the report as JUnit XML: a suite for each kind of variant. */
export const junitSweepReport = ({ variants, stopped, tookMs }: SweepReport): string => {
  const errors = stopped === null ? 0 : 1
  const head = `tests="${variants.length + errors}" failures="${variants.filter(isCounted).length}" errors="${errors}"`
  const suites = KINDS.map((kind) =>
    suite(
      `${kind}s`,
      variants.filter((variant) => variant.kind === kind),
    ),
  )
  if (stopped !== null)
    suites.push(
      `  <testsuite name="run" tests="1" failures="0" errors="1">\n    <testcase classname="run" name="baseline"><error message="${markupText(stopped)}"/></testcase>\n  </testsuite>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="playa sweep" ${head} time="${(tookMs / 1_000).toFixed(3)}">\n${suites.join('\n')}\n</testsuites>\n`
}

const suite = (name: string, variants: readonly SweptVariant[]): string => {
  const failures = variants.filter(isCounted).length
  const skipped = variants.filter(({ verdict, waived }) => verdict === 'not-reached' || waived).length
  const cases = variants.map((variant) => testCase(name, variant)).join('\n')
  return `  <testsuite name="${name}" tests="${variants.length}" failures="${failures}" errors="0" skipped="${skipped}">\n${cases}\n  </testsuite>`
}

const testCase = (suiteName: string, variant: SweptVariant): string => {
  const open = `    <testcase classname="${suiteName}" name="${markupText(variant.id)}"`
  const inside = insideOf(variant)
  return inside === '' ? `${open}/>` : `${open}>${inside}</testcase>`
}

const insideOf = ({ verdict, waived, when, careful, world, evidence }: SweptVariant): string => {
  if (verdict === 'not-reached') return '<skipped message="not reached"/>'
  if (waived) return '<skipped message="waived"/>'
  if (evidence === null) return ''
  const text = [when, evidence.reason, ...evidence.sent, ...world, evidence.message, careful, evidence.again]
  return `<failure message="breaks when ${markupText(when)}">${markupText(text.join('\n'))}</failure>`
}
