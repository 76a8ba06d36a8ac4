import type { Command } from 'commander'
import { clauses } from '../../../contracts/index.ts'
import { statements } from '../../api/statements/statements.ts'
import { selectClauses } from '../../kit/runner/clause-selection.ts'
import { NEEDS } from '../../kit/runner/needs.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import type { JsonOption } from '../support/option-values.ts'
import { withUsageErrors } from './contract-run.ts'

/** `playa clauses`. */
export const clausesCommand = (): Command => {
  const command = createCommand('clauses')
    .description('List the clauses of the contract kit, those of a section or statement, or show one.')
    .argument('[address]', 'clause, section or statement')
    .option('--json', 'print JSON, with statements, what each leaves behind and what it needs')
  withExample(command, 'playa clauses publications')
  return onRun(
    command,
    withUsageErrors(async () => listClauses(command.args, command.opts<JsonOption>())),
  )
}

const listClauses = (words: readonly string[], { json }: JsonOption): number => {
  const wanted = selectClauses(clauses, words)
  if (json) {
    console.log(
      JSON.stringify(
        wanted.map(({ id, title, statements: cited, leaves, needs }) => ({
          id,
          title,
          statements: cited,
          leaves,
          needs,
        })),
        null,
        2,
      ),
    )
    return 0
  }
  const [only] = wanted
  if (wanted.length === 1 && only) {
    const cited = statements
      .filter(({ id }) => only.statements.includes(id))
      .map(({ id, sentence }) => `  ${id}  ${sentence}`)
    const needs = only.needs.map((need) => `${need} (otherwise skipped: ${NEEDS[need]})`).join(', ')
    console.log(
      [
        only.id,
        '',
        only.title,
        '',
        ...cited,
        '',
        `Leaves  ${only.leaves}`,
        `Needs   ${needs || 'nothing'}`,
      ].join('\n'),
    )
    return 0
  }
  const width = Math.max(...wanted.map(({ id }) => id.length))
  for (const { id, title, leaves } of wanted)
    console.log(`${id.padEnd(width)}  ${leaves.padEnd(8)}  ${title}`)
  return 0
}
