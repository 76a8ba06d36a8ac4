import type { Command } from 'commander'
import { explain } from '../../checks/explore/explain.ts'
import { trafficReport } from '../../checks/explore/reports/traffic-report.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { repeated } from '../support/option-values.ts'
import { reportFile } from '../support/report-files.ts'
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
      `Judge a recording: print the first response that breaks each rule of the description, or "Conforms", and the options
that the responses imply. What a recording shows to be missing (headers, bodies, numbers) is never a finding. Only the
recorded client is assumed to write to a publication that the recording creates.

Exit codes: 0 conforms; 1 does not; 2 misuse; 4 nothing of the recording could be judged.`,
    )
    .argument('<file.har>', 'HAR 1.2 file of a browser, of playa proxy, or of playa journal --har')
    .option('--agency <email>', 'judge only requests that name this agency')
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
  const summary = explain(recordingIn(file), agency === undefined ? {} : { agency })
  publishSearchReport(trafficReport(summary, { subject: file, agency }), files)
  return summary.findings.length > 0 ? 1 : summary.judged === 0 ? 4 : 0
}
