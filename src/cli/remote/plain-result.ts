import { columns, oneLine } from '../support/terminal-text.ts'

/**
 * Formats a response that has no format of its own: a list as a table, an object as one line for each member.
 */
export const plainResult = (answer: unknown): string => {
  if (answer === undefined) return 'Done.'
  if (Array.isArray(answer)) return answer.length === 0 ? 'None.' : columns(answer.map(cellsOf))
  return isObject(answer)
    ? columns(Object.entries(answer).map(([name, value]) => [name, shown(value)]))
    : shown(answer)
}

const cellsOf = (row: unknown): string[] => (isObject(row) ? Object.values(row).map(shown) : [shown(row)])

const shown = (value: unknown): string => {
  if (value === null) return '-'
  return oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
