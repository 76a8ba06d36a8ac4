import type { Command } from 'commander'
import { declaredStatuses } from '../../api/declared-statuses.ts'
import { describedOperations } from '../../api/operations.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import type { JsonOption } from '../support/option-values.ts'

/** `playa operations`. */
export const operationsCommand = (): Command => {
  const command = createCommand('operations')
    .description('List every operation that is served, from the table that serves it.')
    .option('--json', 'print JSON, with statements, parameters and responses')
  withExample(command, 'playa operations')
  return onRun(command, () => listOperations(command.opts<JsonOption>()))
}

const listOperations = ({ json }: JsonOption): number => {
  if (json) {
    const rows = describedOperations.all.map(
      ({ id, method, path, summary, statements, assumption, parameters, ...entry }) => ({
        id,
        method,
        path,
        summary,
        statements,
        assumption: assumption ?? null,
        parameters,
        answers: declaredStatuses({ id, method, path, summary, statements, parameters, ...entry }),
      }),
    )
    console.log(JSON.stringify(rows, null, 2))
    return 0
  }
  for (const { id, method, path, assumption } of describedOperations.all) {
    console.log(
      `${method.padEnd(6)} ${path.padEnd(52)} ${id.padEnd(28)} ${assumption ? `by link (${assumption})` : 'documented'}`,
    )
  }
  return 0
}
