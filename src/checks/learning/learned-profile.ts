import { type AssumptionId, assumptions, writtenOption } from '../../api/assumptions/profile.ts'
import { pathOf } from '../../lib/text/url.ts'
import type { Report } from '../reports/schema.ts'

/** The answer of a run to one open question. */
export interface LearnedAssumption {
  readonly id: AssumptionId
  /** Undefined when the run shows no option, or several. */
  readonly option: string | undefined
  readonly evidence: readonly OptionEvidence[]
  /** Why the response fits in no profile; undefined when it does. */
  readonly problem: string | undefined
}

/** One clause's observation of an option. */
export interface OptionEvidence {
  readonly option: string
  readonly clause: string
  /** Request and status in one line; undefined when no single exchange shows the option. */
  readonly exchange: string | undefined
}

/** Returns every switchable open question with what the run learned about it, in the order of the list. */
export const learnedAssumptions = (report: Report): LearnedAssumption[] =>
  assumptions
    .filter((entry) => entry.switchable)
    .map(({ id }) => {
      const evidence = evidenceOf(report, id)
      const options = new Set(evidence.map(({ option }) => option))
      const [only] = options.size === 1 ? options : []
      const problem =
        options.size > 1
          ? `the service was seen to do ${[...options].join(' and ')}`
          : only !== undefined && writtenOption(id, only) === undefined
            ? `seen as ${JSON.stringify(only)}, which no option says`
            : undefined
      return { id, option: problem === undefined ? only : undefined, evidence, problem }
    })

const evidenceOf = ({ learned, clauses }: Report, id: AssumptionId): OptionEvidence[] =>
  learned
    .filter((entry) => entry.id === id)
    .map(({ option, clause, exchange }) => {
      const found = clauses
        .find((entry) => entry.id === clause)
        ?.exchanges.find(({ number }) => number === exchange)
      const line =
        found && `${found.request.method} ${pathOf(found.request.url)} answered ${found.response.status}`
      return { option, clause, exchange: line }
    })

/** Begins a comment of a profile file that names a clause which failed while it was learned. */
const FAILED = '# Failed: '

/** Returns the ids of the clauses that a profile file says failed while it was learned. */
export const previouslyFailed = (profile: string): ReadonlySet<string> =>
  new Set(
    profile
      .split('\n')
      .filter((line) => line.startsWith(FAILED))
      .map((line) => line.slice(FAILED.length).trim()),
  )

/**
 * Returns what was learned as a profile file: YAML for `playa serve --profile`, each option below its
 * evidence, the unknown questions and the clauses that failed listed in comments.
 */
export const profileYaml = (
  learned: readonly LearnedAssumption[],
  { subject, startedAt, clauses }: Pick<Report, 'subject' | 'startedAt' | 'clauses'>,
): string => {
  const known = learned.filter(({ option }) => option !== undefined)
  const unknown = learned.filter(({ option }) => option === undefined)
  const lines = [
    `# Learned from ${subject} at ${startedAt}: ${known.length} of ${learned.length} open questions.`,
  ]
  for (const { id, option, evidence } of known) {
    lines.push(
      '',
      ...evidence.slice(0, 3).map((entry) => `# ${comment(entry)}`),
      `${id}: ${JSON.stringify(option)}`,
    )
  }
  if (unknown.length > 0) lines.push('', '# Unknown, so the defaults hold:')
  for (const { id, problem } of unknown)
    lines.push(`#   ${id}${problem === undefined ? '' : ` (${oneLine(problem)})`}`)
  const failed = clauses.filter(({ verdict }) => verdict === 'failed')
  if (failed.length > 0) lines.push('', ...failed.map(({ id }) => `${FAILED}${id}`))
  return `${lines.join('\n')}\n`
}

const comment = ({ clause, exchange }: OptionEvidence): string =>
  oneLine(`${exchange ?? 'seen by'} (${clause})`)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
