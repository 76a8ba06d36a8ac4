import { RULE_NEEDS, RULES } from '../../../../contracts/rules/rule-table.ts'
import { counted } from '../../../lib/text/counted.ts'
import { recordedFinding } from '../../reports/finding.ts'
import type { TrafficSummary } from '../traffic.ts'
import type { SearchReport } from './exploration-report.ts'

/** Returns the report on a recording, or on what went through a proxy. */
export const trafficReport = (summary: TrafficSummary, subject: string): SearchReport => ({
  findings: summary.findings.map((finding) => recordedFinding(finding, summary.times.get(finding.rule))),
  steps: summary.judged,
  seed: null,
  subject,
  conclusion: conclusionOf(summary),
  profile: Object.fromEntries(summary.profile.map(({ id, option }) => [id, option])),
  unconfirmed: [],
  left: [],
  unjudged: unjudgedLines(summary),
  exercised: Object.fromEntries(Object.keys(RULES).map((id) => [id, timesOf(summary, id)])),
})

const timesOf = ({ exercised }: TrafficSummary, id: string): number =>
  new Map<string, number>(exercised).get(id) ?? 0

const conclusionOf = ({ findings, judged, exchanges }: TrafficSummary): string => {
  const [first] = findings
  if (judged === 0)
    return `Nothing to judge: ${counted(exchanges, 'exchange')}, and the description covers none.`
  if (!first) return `Conforms: a conforming service could have answered all ${judged} exchanges.`
  const { number, method, status } = first.exchange
  const url = recordedFinding(first).requests.at(-1)?.url
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
