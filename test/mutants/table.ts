import { clauses } from '../../contracts/index.ts'
import { wrongServers } from './index.ts'

/** Which wrong servers each clause is tried on, as a page: what is behind the word "trusted". */
export const wrongServerTable = (): string => {
  const rows = clauses.map(({ id }) => {
    const names = wrongServers.filter(({ clause }) => clause === id).map(({ name }) => name.replaceAll('|', '\\|'))
    return `| \`${id}\` | ${names.join('; ')} |`
  })
  return [
    '# Clauses and the wrong servers that they catch',
    '',
    '| clause | wrong servers |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}
