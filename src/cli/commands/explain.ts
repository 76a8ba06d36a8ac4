import type { Command } from 'commander'
import { type Explanation, explain } from '../../search/explain.ts'
import type { SearchReport } from '../../search/reports/exploration-report.ts'
import { recordedFinding } from '../../search/reports/search-report.ts'
import { createCommand, onRun, withExample } from '../create-command.ts'
import { repeated } from '../option-values.ts'
import { reportFile } from '../report-files.ts'
import { recordingIn } from './har-file.ts'
import { publishSearchReport } from './search-reports.ts'

interface ExplainOptions {
  readonly agency?: string
  readonly report?: readonly string[]
}

/** `playa explain`: judges a recording of a client's traffic. */
export const explainCommand = (): Command => {
  const command = createCommand('explain')
    .description(
      `Judge a recording: print the first answer that the description rules out, or "Lawful", and the options that
the answers imply. Gaps of a recording count against no service. Only the recorded client is assumed to write to a
publication that the recording creates.

Exit codes: 0 lawful; 1 not; 2 misuse; 4 the recording has no exchange of the described API.`,
    )
    .argument('<file.har>', 'HAR 1.2 file of a browser, a proxy, or playa journal --har')
    .option('--agency <email>', 'judge only what names this agency')
    .option(
      '--report <kind=file>',
      'json=FILE, junit=FILE, html=FILE or markdown=FILE (- for standard output); may be repeated',
      repeated,
    )
  withExample(command, 'playa explain traffic.har --report html=traffic.html')
  return onRun(command, () => run(String(command.args[0]), command.opts<ExplainOptions>()))
}

const run = (file: string, { agency, report = [] }: ExplainOptions): number => {
  const files = report.map(reportFile)
  const explanation = explain(recordingIn(file), agency === undefined ? {} : { agency })
  publishSearchReport(reportOf(explanation, file), files)
  return explanation.breaches.length > 0 ? 1 : explanation.judged === 0 ? 4 : 0
}

/** Most findings in a report; a recording may have a million. */
const MAX_FINDINGS = 1_000

const reportOf = (explanation: Explanation, subject: string): SearchReport => ({
  findings: explanation.breaches.slice(0, MAX_FINDINGS).map(recordedFinding),
  steps: explanation.judged,
  seed: null,
  subject,
  conclusion: conclusionOf(explanation),
  profile: Object.fromEntries(explanation.profile.map(({ id, option }) => [id, option])),
  unconfirmed: [],
  left: [
    ...(explanation.skipped > 0 ? [`${explanation.skipped} entries that cannot be read`] : []),
    ...(explanation.breaches.length > MAX_FINDINGS
      ? [`${explanation.breaches.length - MAX_FINDINGS} further findings`]
      : []),
  ],
})

const conclusionOf = (explanation: Explanation): string => {
  const { breaches, judged } = explanation
  const [first] = breaches
  if (judged === 0)
    return `Nothing to judge: the recording has no exchange that the description covers.${othersIn(explanation)}`
  if (!first)
    return `Lawful: a lawful service could have answered all ${judged} exchanges.${othersIn(explanation)}`
  const { number, method, status } = first.exchange
  const url = recordedFinding(first).requests.at(-1)?.url
  return `Unlawful: exchange ${number}, ${method} ${url}, answered ${status}, is the first answer that no lawful service could have given.${othersIn(explanation)}`
}

/** Tells what was not judged, and why. */
const othersIn = ({ judged, exchanges, unanswered, cached }: Explanation): string => {
  const others = exchanges - judged - unanswered
  const parts = [
    ...(others > 0 ? [`${others} with other paths or methods`] : []),
    ...(unanswered > 0 ? [`${unanswered} without an answer`] : []),
    ...(cached > 0 ? [`${cached} answered by the browser itself`] : []),
  ]
  return parts.length === 0 ? '' : ` Not judged: ${parts.join(', ')}.`
}
