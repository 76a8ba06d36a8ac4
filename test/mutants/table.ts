import { clauses } from '../../contracts/index.ts'
import { ruleOf } from '../../src/kit/runner/clause.ts'
import { wrongServers } from './index.ts'
import { relationMatrix } from './relations/table.ts'

/**
 * Returns the page that shows which wrong servers each clause catches. Its heading counts rules besides
 * clauses, and mistakes besides wrong servers, because some rules and mistakes repeat for several resources,
 * members or forms.
 */
export const wrongServerTable = (): string => {
  const rules = new Set(clauses.map(ruleOf))
  const mistakes = new Set(wrongServers.map(({ name }) => name))
  const rows = clauses.map((clause) => {
    const names = wrongServers.filter((server) => server.clause === clause.id).map(({ name }) => cell(name))
    return `| \`${clause.id}\` | ${clause.rule === undefined ? '' : `\`${cell(clause.rule)}\``} | ${names.join('; ')} |`
  })
  return [
    '# Clauses and the wrong servers that they catch',
    '',
    `${clauses.length} clauses apply ${rules.size} distinct rules: a rule may apply to several resources, members or forms.`,
    '',
    `${wrongServers.length} wrong servers make ${mistakes.size} distinct mistakes: a mistake counts once, in however many places servers make it.`,
    '',
    '| clause | rule, if several clauses apply it | wrong servers |',
    '|---|---|---|',
    ...rows,
    '',
    ...relationMatrix(wrongServers),
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
