import { shortDurationMs } from '../../lib/text/duration.ts'
import { unknownPlaceholders } from '../../lib/text/placeholders.ts'
import { UsageError } from './errors.ts'

/**
 * Reads a whole number within bounds. Throws a `UsageError` that names what was expected and what was given.
 */
export const wholeNumber =
  (flag: string, min: number, max: number) =>
  (text: string): number =>
    bounded(text, { flag, min, max, form: /^[+-]?\d+$/, kind: 'a whole number' })

/** Reads a number with or without decimals within bounds. */
export const decimalNumber =
  (flag: string, min: number, max: number) =>
  (text: string): number =>
    bounded(text, { flag, min, max, form: /^[+-]?(\d+(\.\d*)?|\.\d+)$/, kind: 'a number' })

interface Bounds {
  readonly flag: string
  readonly min: number
  readonly max: number
  readonly form: RegExp
  readonly kind: string
}

const bounded = (text: string, { flag, min, max, form, kind }: Bounds): number => {
  const value = form.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`${flag} takes ${kind} from ${min} to ${max}, not ${JSON.stringify(text)}.`)
}

/** Collects the values of an option that may be repeated. */
export const repeated = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
]

/**
 * Reads `NAME=TEXT` of `--env` as texts by variable. Throws a `UsageError` for a name that no shell takes,
 * and for a placeholder that is none of `placeholders`.
 */
export const variableTexts = (
  entries: readonly string[] = [],
  placeholders: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(entry) ?? []
      if (name === undefined || text === undefined)
        throw new UsageError(`--env takes NAME=TEXT like API_BASE={url}, not ${JSON.stringify(entry)}.`)
      requirePlaceholders(`--env ${name}`, text, placeholders)
      return [name, text]
    }),
  )

/** Throws a `UsageError` when the text of an option has a placeholder that is none of `known`. */
export const requirePlaceholders = (option: string, text: string, known: readonly string[]): void => {
  const [unknown] = unknownPlaceholders(text, known)
  if (unknown === undefined) return
  const names = known.map((name) => `{${name}}`).join(', ')
  throw new UsageError(`${option} knows no {${unknown}}: it takes ${names}.`)
}

/** Reads a time of `--budget` in milliseconds. Throws a `UsageError`. */
export const budgetMs = (text: string): number => {
  const ms = shortDurationMs(text)
  if (ms !== undefined) return ms
  throw new UsageError(`--budget takes a time like 90s or 5m, not ${JSON.stringify(text)}.`)
}

export const MAX_PORT = 65_535

/** Values of a command that only chooses between text and JSON. */
export interface JsonOption {
  readonly json?: boolean
}
