import type { Command } from 'commander'
import { type Explanation, explain } from '../../search/explain.ts'
import { explanationText } from '../../search/reports/explanation-text.ts'
import { recordedFinding } from '../../search/reports/search-report.ts'
import { createCommand, onRun, withExample } from '../create-command.ts'
import { UsageError } from '../errors.ts'
import { repeated } from '../option-values.ts'
import { writeOutput } from '../output-file.ts'
import { isColoured, oneLine, painter } from '../terminal-text.ts'
import { recordingIn } from './har-file.ts'
import { jsonFiles } from './search-options.ts'

interface ExplainOptions {
  readonly agency?: string
  readonly report?: readonly string[]
}

/** `playa explain`: judges a recording of a client's traffic. */
export const explainCommand = (): Command => {
  const command = createCommand('explain')
    .description(
      `Judge a recording: the first answer that no lawful service could have given, or "Lawful", and the
options that it implies. What a recording lacks accuses nobody. A publication that the recording creates is
taken to be written by the recorded client alone.

Exit codes: 0 lawful; 1 not; 2 misuse; 4 the recording has no exchange that the description speaks of.`,
    )
    .argument('<file.har>', 'HAR 1.2 file of a browser, a proxy, or playa journal --har')
    .option('--agency <email>', 'judge only what names this agency')
    .option('--report <kind=file>', 'json=FILE (- for standard output)', repeated)
  withExample(command, 'playa journal --har traffic.har && playa explain traffic.har')
  return onRun(command, () => run(String(command.args[0]), command.opts<ExplainOptions>()))
}

const run = (file: string, { agency, report }: ExplainOptions): number => {
  const files = jsonFiles(report)
  const explanation = explain(recordingIn(file), agency === undefined ? {} : { agency })
  const json = `${JSON.stringify(explanationJson(explanation), null, 2)}\n`
  for (const target of files) {
    if (target === '-') process.stdout.write(json)
    else writeOutput(target, json, (sentence) => new UsageError(sentence))
  }
  const stream = files.includes('-') ? process.stderr : process.stdout
  const paint = painter()
  const text = explanationText(explanation, isColoured(stream) ? paint : (_, plain) => plain)
  stream.write(isColoured(stream) ? text : text.split('\n').map(oneLine).join('\n'))
  return explanation.breaches.length > 0 ? 1 : explanation.judged === 0 ? 4 : 0
}

/** Returns the json report: the form of `explore`, with the implied profile. */
const explanationJson = ({ breaches, judged, profile }: Explanation): object => ({
  findings: breaches.map((breach) => ({ ...recordedFinding(breach), exchange: breach.exchange.number })),
  steps: judged,
  seed: null,
  profile: Object.fromEntries(profile.map(({ id, option }) => [id, option])),
})
