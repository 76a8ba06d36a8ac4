import type { Command } from 'commander'
import { defaultWord, optionForms, optionWords } from '../../api/assumptions/options.ts'
import { assumptions } from '../../api/assumptions/profile.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import type { JsonOption } from '../support/option-values.ts'

/** `playa assumptions`. */
export const assumptionsCommand = (): Command => {
  const command = createCommand('assumptions')
    .description(
      'List what the description leaves open and what the sandbox answers, or show one assumption.',
    )
    .argument('[id]', 'id of an assumption, or its section')
    .option('--json', 'print JSON, with questions, options and reasons')
  withExample(command, 'playa assumptions publications/write-to-archived')
  return onRun(command, () => listAssumptions(command.args[0], command.opts<JsonOption>()))
}

const listAssumptions = (id: string | undefined, { json }: JsonOption): number => {
  const wanted =
    id === undefined
      ? assumptions
      : assumptions.filter((entry) => entry.id === id || entry.id.startsWith(`${id}/`))
  if (wanted.length === 0) {
    const sections = [...new Set(assumptions.map((entry) => entry.id.replace(/\/.*/, '')))]
    const begun = sections.filter((section) => section.startsWith(id ?? ''))
    const near = [
      ...begun,
      ...closestWords(id ?? '', [...sections, ...assumptions.map((entry) => entry.id)], 3),
    ]
    throw new UsageError(
      `There is no assumption ${id}.${suggestionSentence(near) || ' playa assumptions lists them all.'}`,
    )
  }
  if (json) console.log(JSON.stringify(wanted.map(assumptionJson), null, 2))
  else if (wanted.length === 1 && wanted[0]) printAssumption(wanted[0])
  else
    for (const entry of wanted)
      console.log(`${entry.id.padEnd(40)} ${entry.switchable ? '*' : ' '} ${optionForms(entry)}`)
  if (wanted.length > 1 && !json)
    console.log('\nThe first option is the default; * can be switched with --set ID=OPTION.')
  return 0
}

type Entry = (typeof assumptions)[number]

const assumptionJson = (entry: Entry) => ({
  id: entry.id,
  question: entry.question,
  default: defaultWord(entry),
  options: Object.fromEntries(optionWords(entry).map((word) => [word, meaningOf(entry, word)])),
  switchable: entry.switchable,
  evidence: entry.evidence,
  why: entry.why,
  statements: entry.statements,
})

const meaningOf = (entry: Entry, word: string): string =>
  // The word came from this entry's own options.
  (entry.options as Readonly<Record<string, { means: string }>>)[word]?.means ?? ''

const printAssumption = (entry: Entry): void => {
  console.log(`${entry.id}\n\n${entry.question}\n`)
  for (const word of optionWords(entry)) console.log(`  ${word.padEnd(26)} ${meaningOf(entry, word)}`)
  console.log(`\nDefault     ${defaultWord(entry)}: ${entry.why}`)
  console.log(
    `Switchable  ${entry.switchable ? `yes, --set ${entry.id}=OPTION` : 'no; the other options are what the contract kit tolerates'}`,
  )
  console.log(`Evidence    ${entry.evidence}\nStatements  ${entry.statements.join(', ')}`)
}
