import { clauses } from '../../contracts/index.ts'
import { NEEDS } from '../kit/runner/needs.ts'
import { selectClauses } from '../kit/runner/clause-selection.ts'
import { statements } from '../statements/statements.ts'
import type { Command } from './command.ts'
import { told } from './contract-run.ts'

export const clausesCommand: Command = {
  name: 'clauses',
  summary: 'List the clauses of the contract kit, those of a section or statement, or tell about one.',
  usage: 'clauses [ADDRESS] [--json]',
  example: 'playa clauses publications',
  words: 1,
  options: { json: { type: 'boolean' } },
  help: { json: 'as JSON, with statements, what each leaves behind and what it needs' },
  run: told(async (args) => {
    const wanted = selectClauses(clauses, args.positionals)
    if (args.values['json']) {
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
        [only.id, '', only.title, '', ...cited, '', `Leaves  ${only.leaves}`, `Needs   ${needs || 'nothing'}`].join(
          '\n',
        ),
      )
      return 0
    }
    const width = Math.max(...wanted.map(({ id }) => id.length))
    for (const { id, title, leaves } of wanted) console.log(`${id.padEnd(width)}  ${leaves.padEnd(8)}  ${title}`)
    return 0
  }),
}
