import type { Explanation } from '../explain.ts'
import { groundsOf, pathOf, recordedFinding } from './search-report.ts'

/** Returns a text in a style, or unchanged. */
type Styled = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string

const MAX_FURTHER = 5

/** Returns an explanation as text: the first unlawful answer or "Lawful", then the implied profile. */
export const explanationText = (explanation: Explanation, styled: Styled): string => {
  const { breaches, exchanges, judged, skipped, profile } = explanation
  const lines = [
    `${exchanges} exchanges, of which the description speaks of ${judged}.`,
    ...(skipped > 0 ? [styled('yellow', `${skipped} entries could not be read.`)] : []),
    '',
    ...(breaches.length === 0
      ? [
          styled(
            'green',
            judged === 0 ? 'Nothing to judge.' : 'Lawful: a lawful service could have answered all of it.',
          ),
        ]
      : unlawful(explanation, styled)),
    ...(profile.length > 0 ? ['', styled('bold', 'Profile that it implies:')] : []),
    ...profile.map(
      ({ id, option, exchange }) =>
        `  ${id}: ${JSON.stringify(option)}  ${styled('dim', `exchange ${exchange}`)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

const unlawful = ({ breaches }: Explanation, styled: Styled): string[] => {
  const [first, ...rest] = breaches
  if (!first) return []
  const { exchange, since } = first
  const later = [...new Map(rest.map((breach) => [breach.rule, breach])).values()]
  return [
    styled(
      'red',
      `Unlawful: exchange ${exchange.number}  ${exchange.method} ${pathOf(exchange.url)}  ${exchange.status}`,
    ),
    `  expected  ${first.expected}`,
    `  got       ${first.got}`,
    ...(since
      ? [`  since     exchange ${since.number}  ${since.method} ${pathOf(since.url)}  ${since.status}`]
      : []),
    ...groundsOf(recordedFinding(first)).map((line) => `  because   ${line}`),
    ...(later.length > 0 ? ['', `Further rules that answers break: ${later.length}`] : []),
    ...later
      .slice(0, MAX_FURTHER)
      .map(
        (breach) => `  exchange ${breach.exchange.number}  expected ${breach.expected}, got ${breach.got}`,
      ),
  ]
}
