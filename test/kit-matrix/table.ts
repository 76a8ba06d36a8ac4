import { clauses } from '../../contracts/index.ts'
import { statements } from '../../src/cli/entries/kit-entry.ts'
import type { WrongVariant } from '../outsider/variants/variant.ts'
import type { Judgement } from './judge.ts'

const SENTENCES = new Map(statements.map(({ id, sentence }) => [id, sentence]))

/** Returns whether a clause failed, or a response breaks a rule. */
export const isAccused = ({ failures, findings }: Judgement): boolean => failures.length + findings.length > 0

/** Returns the lines on legal variants that were accused: each failure with the sentences that it quotes. */
export const accusationLines = ({ name, failures, findings }: Judgement): readonly string[] => [
  `ACCUSED ${name} (${failures.length}, by rules ${findings.length})`,
  ...failures.slice(0, 8).flatMap((failure) => {
    const cited = clauses.find(({ id }) => failure.startsWith(`${id} `))?.statements ?? []
    return [`  ${failure}`, ...cited.map((id) => `    ${id}: ${SENTENCES.get(id)}`)]
  }),
  ...findings.slice(0, 8).map((finding) => `  ${finding}`),
]

/** Returns the line on a wrong variant that no clause caught. */
export const survivorLine = ({ name, violates, sentence }: WrongVariant): string =>
  `MISSED ${name} (${violates.join(' ')}): ${sentence}`

/** Returns how many of the wrong variants were caught, in words. */
export const rateLine = (caught: number, all: number): string =>
  `wrong variants caught: ${caught} of ${all} (${((100 * caught) / Math.max(all, 1)).toFixed(1)} %)`
