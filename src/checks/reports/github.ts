import { countedFailures } from './report.ts'
import type { Report } from './schema.ts'
import { conclusion, failureSentence } from './sections.ts'

/** Returns workflow commands, one line each, that GitHub shows as annotations. */
export const githubAnnotations = (report: Report): string[] => [
  ...(report.stopped === null ? [] : [command('error', 'playa check', conclusion(report))]),
  ...countedFailures(report).map((entry) =>
    command('error', entry.id, `${entry.statements.join(', ')}: ${failureSentence(entry)}`),
  ),
  ...report.waiverFaults.map(({ clause, fault }) =>
    command('error', clause, `its waiver is at fault: ${fault}`),
  ),
  ...report.clauses.flatMap(({ id, warnings }) => warnings.map((warning) => command('warning', id, warning))),
  ...report.rules.findings.map(({ rule, statements, expected, got }) =>
    command('warning', rule, `${statements.join(', ')}: expected ${expected}, got ${got}`),
  ),
]

const command = (kind: 'error' | 'warning', title: string, message: string): string =>
  `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
