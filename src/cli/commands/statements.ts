import type { Command } from 'commander'
import { clauses } from '../../../contracts/index.ts'
import { statements } from '../../api/statements/statements.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import type { JsonOption } from '../support/option-values.ts'

/** `playa statements`. */
export const statementsCommand = (): Command => {
  const command = createCommand('statements')
    .description('List the numbered statements of the description and the clauses that check them.')
    .argument('[id]', 'id of a statement, or its chapter')
    .option('--json', 'print JSON, with the clauses of each')
  withExample(command, 'playa statements PUB-31')
  return onRun(command, () => listStatements(command.args[0], command.opts<JsonOption>()))
}

const listStatements = (word: string | undefined, { json }: JsonOption): number => {
  const wanted = statementsAt(word)
  if (json) {
    console.log(
      JSON.stringify(
        wanted.map((entry) => ({ ...entry, clauses: citing(entry.id) })),
        null,
        2,
      ),
    )
    return 0
  }
  for (const { id, sentence, unobservable } of wanted) {
    console.log(`${id}  ${sentence}`)
    if (word === undefined) continue
    for (const clause of citing(id)) console.log(`        ${clause}`)
    if (unobservable !== undefined) console.log(`        Not observed: ${unobservable}`)
  }
  return 0
}

/** One statement, a chapter, or all of them. */
const statementsAt = (word: string | undefined) => {
  const id = word?.toUpperCase()
  const wanted =
    id === undefined
      ? statements
      : statements.filter((entry) => entry.id === id || entry.id.startsWith(`${id}-`))
  if (wanted.length > 0) return wanted
  const near = closestWords(
    id ?? '',
    statements.map((entry) => entry.id),
    3,
  )
  throw new UsageError(
    `There is no statement ${word}.${suggestionSentence(near) || ' playa statements lists them all.'}`,
  )
}

const citing = (id: string): string[] =>
  clauses.filter((entry) => entry.statements.includes(id)).map((entry) => entry.id)
