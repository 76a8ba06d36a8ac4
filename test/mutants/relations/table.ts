import { relationClauses } from '../../../contracts/relations/index.ts'
import { type Clause, ruleOf } from '../../../src/kit/runner/clause.ts'
import type { WrongServer } from '../support/wrong-server.ts'

/**
 * Returns the matrix of relations and the mistakes that they catch. A cell names the places where a relation
 * is applied and a server that makes the mistake there is caught.
 */
export const relationMatrix = (servers: readonly WrongServer[]): readonly string[] => {
  const byRule = groupBy(relationClauses, ruleOf)
  const rows = [...byRule].flatMap(([rule, clauses]) => {
    const found = servers.filter(({ clause }) => clauses.some(({ id }) => id === clause))
    return [...groupBy(found, ({ name }) => name)].map(([name, caught]) => {
      const places = [...new Set(caught.map(({ clause }) => placeOf(clause, rule)))]
      return `| \`${rule}\` | ${clauses.length} | ${name} | ${places.join(', ')} |`
    })
  })
  return [
    '## Relations between exchanges',
    '',
    'A relation is one judgement that is applied in several places: to every write, list, form or spelling.',
    '',
    '| relation | places | mistake | caught at |',
    '|---|---|---|---|',
    ...rows,
    '',
  ]
}

/** Returns the value of a rule's placeholder in the id of a clause. */
const placeOf = (id: Clause['id'], rule: string): string => {
  const [before = '', after = ''] = rule.split(/\{[^}]*\}/)
  return after === '' && before === id ? 'one place' : id.slice(before.length, id.length - after.length)
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
