import type { Report } from './report.ts'

/** Annotations that a GitHub workflow shows beside its log. */
export const githubAnnotations = ({ clauses }: Report): string[] =>
  clauses.flatMap((entry) => {
    const { verdict, waived, violation, id, statements, warnings } = entry
    if (verdict === 'failed' && !waived && violation) {
      return [command('error', id, `${statements.join(', ')}: expected ${violation.expected}, got ${violation.got}`)]
    }
    if (verdict === 'broken') return [command('error', id, 'the kit itself failed')]
    return verdict === 'warned' ? warnings.map((warning) => command('warning', id, warning)) : []
  })

const command = (kind: 'error' | 'warning', title: string, message: string): string =>
  `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`

const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
