import { RULE_NEEDS, RULES } from '../../../../contracts/rules/rule-table.ts'
import { counted } from '../../../lib/text/counted.ts'
import { recordedFinding } from '../../reports/finding.ts'
import type { ReportedFinding } from '../../reports/schema.ts'
import type { TrafficSummary } from '../traffic.ts'
import type { SearchReport } from './exploration-report.ts'

/** What a report names: the recording or the service, and the agency, whose address stays readable. */
interface TrafficSubject {
  readonly subject: string
  readonly agency: string | undefined
}

/** Returns the report on a recording, or on what went through a proxy, without secrets and personal data. */
export const trafficReport = (summary: TrafficSummary, { subject, agency }: TrafficSubject): SearchReport => {
  const findings = summary.findings.map((finding) =>
    recordedFinding(finding, { agency, times: summary.times.get(finding.rule) }),
  )
  return {
    findings,
    steps: summary.judged,
    seed: null,
    subject,
    conclusion: conclusionOf(summary, findings),
    profile: Object.fromEntries(summary.profile.map(({ id, option }) => [id, option])),
    unconfirmed: [],
    left: [],
    unjudged: unjudgedLines(summary),
    exercised: Object.fromEntries(Object.keys(RULES).map((id) => [id, timesOf(summary, id)])),
  }
}

const timesOf = ({ exercised }: TrafficSummary, id: string): number =>
  new Map<string, number>(exercised).get(id) ?? 0

const conclusionOf = (
  { findings, judged, exchanges }: TrafficSummary,
  reported: readonly ReportedFinding[],
): string => {
  const [first] = findings
  if (judged === 0) return `Nothing could be judged of ${counted(exchanges, 'exchange')}.`
  if (!first) return `Conforms: a conforming service could have answered all ${judged} exchanges.`
  const { number, method, status } = first.exchange
  const url = reported[0]?.requests.at(-1)?.url
  return `Does not conform: exchange ${number}, ${method} ${url}, answered ${status}, is the first response that no conforming service could have given.`
}

/** Lists what was not judged, or not in full, and why. */
const unjudgedLines = ({ unjudged, disordered, lacking }: TrafficSummary): readonly string[] => [
  ...[...unjudged]
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${counted(count, 'exchange')} ${reason}`),
  ...(disordered > 0
    ? [
        `${counted(disordered, 'exchange')} against the history, because others were in flight at the same time`,
      ]
    : []),
  ...[...lacking].map(([need, count]) => `by ${counted(count, 'rule')} that would need ${RULE_NEEDS[need]}`),
]
