import { declaredStatuses } from '../http/declared-statuses.ts'
import { operations } from '../resources/index.ts'
import type { Command } from './command.ts'

export const operationsCommand: Command = {
  name: 'operations',
  summary: 'List every operation that is served, from the table that serves it.',
  usage: 'operations [--json]',
  example: 'playa operations',
  options: { json: { type: 'boolean' } },
  help: { json: 'as JSON, with statements, parameters and answers' },
  run: (args) => {
    if (args.values['json']) {
      const rows = operations.all.map(
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
    for (const { id, method, path, assumption } of operations.all) {
      console.log(
        `${method.padEnd(6)} ${path.padEnd(52)} ${id.padEnd(28)} ${assumption ? `by link (${assumption})` : 'documented'}`,
      )
    }
    return 0
  },
}
