import { type JunitOutcome, type JunitSuites, junitXml } from '../../checks/reports/junit-xml.ts'
import type { SweepReport, SweptVariant } from '../report.ts'

const KINDS = ['fault', 'option', 'circumstance'] as const

/** Returns the report as JUnit XML: a suite for each kind of variant. */
export const junitSweepReport = ({ variants, stopped, tookMs }: SweepReport): string => {
  const suites: JunitSuites = new Map()
  for (const kind of KINDS)
    suites.set(
      `${kind}s`,
      variants
        .filter((variant) => variant.kind === kind)
        .map((variant) => ({ name: variant.id, outcome: outcomeOf(variant) })),
    )
  if (stopped !== null)
    suites.set('run', [{ name: 'baseline', outcome: { kind: 'error', message: stopped } }])
  return junitXml(suites, { name: 'playa sweep', tookMs })
}

const outcomeOf = (variant: SweptVariant): JunitOutcome | undefined => {
  const { verdict, waived, when, careful, world, evidence } = variant
  if (verdict === 'not-reached') return { kind: 'skipped', message: 'not reached' }
  if (waived) return { kind: 'skipped', message: 'waived' }
  if (evidence === null) return undefined
  const text = [when, evidence.reason, ...evidence.sent, ...world, evidence.message, careful, evidence.again]
  return { kind: 'failure', message: `breaks when ${when}`, text: text.join('\n') }
}
