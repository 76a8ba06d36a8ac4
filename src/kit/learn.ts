import { type AssumptionId, assumptions } from '../assumptions/profile.ts'
import type { RunResult } from './run.ts'

/** What a run says about one open question. */
export interface Lesson {
  readonly id: AssumptionId
  /** Undefined: nothing in the run tells. */
  readonly option: string | undefined
  readonly evidence: readonly Evidence[]
  /** True when the subject was seen to do different things. */
  readonly disputed: boolean
}

export interface Evidence {
  readonly clause: string
  readonly exchange: string | undefined
}

/** Every switchable question with what the run learned of it, in the order of the list. A disputed one counts as unknown. */
export const lessons = ({ results }: RunResult): Lesson[] =>
  assumptions
    .filter((entry) => entry.switchable)
    .map(({ id }) => {
      const told = results.flatMap(({ clause, learned, exchanges }) =>
        learned
          .filter((entry) => entry.id === id)
          .map(({ option, exchange }) => {
            const found = exchanges.find(({ number }) => number === exchange)
            const line = found && `${found.request.method} ${new URL(found.request.url).pathname} answered ${found.response.status}`
            return { option, clause: clause.id, exchange: line }
          }),
      )
      const options = new Set(told.map(({ option }) => option))
      return {
        id,
        option: options.size === 1 ? told[0]?.option : undefined,
        evidence: told.map(({ clause, exchange }) => ({ clause, exchange })),
        disputed: options.size > 1,
      }
    })

/** The lessons as a profile file: YAML that `--profile` takes, each answer with its evidence, the rest named as unknown. */
export const profileYaml = (learned: readonly Lesson[], subject: string): string => {
  const known = learned.filter(({ option }) => option !== undefined)
  const unknown = learned.filter(({ option }) => option === undefined)
  const lines = [`# Learned from ${subject}.`, '']
  for (const { id, option, evidence } of known) {
    const [first] = evidence
    lines.push(`# ${first?.exchange ?? 'seen'} (${first?.clause})`, `${id}: ${JSON.stringify(option)}`)
  }
  if (unknown.length > 0) lines.push('', '# Unknown, so the default holds:')
  for (const { id, disputed } of unknown) lines.push(`#   ${id}${disputed ? ' (the service was seen to do both)' : ''}`)
  return `${lines.join('\n')}\n`
}
