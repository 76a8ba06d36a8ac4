import * as z from 'zod'
import { FaultView } from '../faults/rule-schema.ts'
import { type Arguments, type Command, decimalOption, numberOption, textOption, UsageError } from './command.ts'
import type { Option } from './remote.ts'
import { remoteCommand } from './remote-command.ts'
import { columns, oneLine, type Paint, painter } from './terminal-text.ts'

type Rule = z.infer<typeof FaultView>

const text = (help: string): Option => ({ type: 'string', help })
const flag = (help: string): Option => ({ type: 'boolean', help })

const OPTIONS: Readonly<Record<string, Option>> = {
  operation: text('id of an operation, or a pattern with *; playa operations lists them'),
  path: text('path from /v3 on, with * for any characters'),
  method: text('method'),
  agency: text('e-mail of the administrator of the agency in the path'),
  nth: text('the nth matching exchange alone'),
  probability: text('chance of each matching exchange, drawn from the seed'),
  status: text('answer it instead of asking the service'),
  'retry-after': text('seconds in Retry-After; without --status it means 429'),
  delay: text('wait first: 250, 100..900 (uniform) or 300~0.8 (lognormal: median~sigma), in milliseconds'),
  reset: flag('reset the connection, without asking the service'),
  truncate: flag('break off halfway through the body'),
  slow: text('bytes a second at which the body drips'),
  'lose-answer': flag('do what was asked, then reset the connection'),
  'stale-tag': flag('let another writer change the publication first'),
  times: text('how often it acts (default once)'),
  ttl: text('how long it lasts on the clock of the world: PT5M, or seconds'),
  note: text('whatever you want to remember'),
}

const MOST = Number.MAX_SAFE_INTEGER

/** Rules that disturb exchanges on purpose. */
export const fault: Command = remoteCommand({
  name: 'fault',
  summary: 'Disturb exchanges on purpose: every rule ends by itself, after --times or --ttl.',
  verbs: {
    add: {
      summary: 'Make a rule: which exchanges, and what becomes of them.',
      example: 'playa fault add --operation publications.create --status 503 --times 2',
      options: OPTIONS,
      run: ({ remote, args }) =>
        remote.tell({ method: 'POST', path: remote.inWorld('faults'), body: ruleOf(args) }, FaultView, (rule) =>
          table([rule]),
        ),
    },
    list: {
      summary: 'All rules, those that ended included.',
      example: 'playa fault list',
      run: ({ remote }) => remote.tell({ path: remote.inWorld('faults') }, z.array(FaultView), table),
    },
    clear: {
      takes: '[ID]',
      summary: 'Delete a rule, or all of them.',
      example: 'playa fault clear f1',
      run: ({ remote, words: [id] }) =>
        id === undefined
          ? remote.done({ method: 'DELETE', path: remote.inWorld('faults') }, 'No fault is left.')
          : remote.done({ method: 'DELETE', path: remote.inWorld('faults', id) }, `Deleted ${id}.`),
    },
  },
})

/** Options that say what becomes of an exchange. */
const ACTS = ['status', 'retry-after', 'delay', 'reset', 'truncate', 'slow', 'lose-answer', 'stale-tag']

/** The server judges what is in the rule; here it is only seen that something is to happen, and the forms of numbers are read. */
const ruleOf = (args: Arguments): object => {
  if (!ACTS.some((name) => args.values[name] !== undefined))
    throw new UsageError(`What is to happen? Give at least one of ${ACTS.map((name) => `--${name}`).join(', ')}.`)
  const ttl = textOption(args, 'ttl')
  return {
    operation: textOption(args, 'operation'),
    path: textOption(args, 'path'),
    method: textOption(args, 'method'),
    agency: textOption(args, 'agency'),
    nth: numberOption(args, 'nth', 1, MOST),
    probability: decimalOption(args, 'probability', 0, 1),
    status: numberOption(args, 'status', 100, 599),
    retryAfter: numberOption(args, 'retry-after', 0, MOST),
    delay: delayOf(textOption(args, 'delay')),
    reset: args.values['reset'],
    truncate: args.values['truncate'],
    slow: numberOption(args, 'slow', 1, MOST),
    loseAnswer: args.values['lose-answer'],
    staleTag: args.values['stale-tag'],
    times: numberOption(args, 'times', 1, MOST),
    ttl: ttl !== undefined && /^\d+(\.\d+)?$/.test(ttl) ? Number(ttl) : ttl,
    note: textOption(args, 'note'),
  }
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const FIXED = new RegExp(`^${NUMBER}$`)
const UNIFORM = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`)
const LOGNORMAL = new RegExp(`^${NUMBER}~${NUMBER}$`)

const delayOf = (said: string | undefined): object | undefined => {
  if (said === undefined) return undefined
  const [, ms] = FIXED.exec(said) ?? []
  if (ms !== undefined) return { ms: Number(ms) }
  const [, min, max] = UNIFORM.exec(said) ?? []
  if (min !== undefined) return { uniform: { min: Number(min), max: Number(max) } }
  const [, median, sigma] = LOGNORMAL.exec(said) ?? []
  if (median !== undefined) return { lognormal: { median: Number(median), sigma: Number(sigma) } }
  throw new UsageError(`--delay takes milliseconds: 250, 100..900 or 300~0.8, not ${JSON.stringify(said)}.`)
}

const table = (rules: readonly Rule[]): string => {
  if (rules.length === 0) return 'There is no fault.'
  const paint = painter()
  return columns(rules.map((rule) => cells(rule, paint)))
}

const cells = (rule: Rule, paint: Paint): string[] => [
  paint('bold', rule.id),
  rule.armed ? paint('yellow', 'armed') : paint('dim', 'ended'),
  oneLine(whenText(rule.match)),
  oneLine(actText(rule.act)),
  oneLine(endText(rule)),
  `matched ${rule.seen}, acted ${rule.acted}`,
  ...(rule.note === null ? [] : [oneLine(rule.note)]),
]

const whenText = ({ method, operation, path, agency, nth, probability }: Rule['match']): string => {
  const parts = [
    method,
    operation,
    path,
    agency === undefined ? undefined : `of ${agency}`,
    nth === undefined ? undefined : `number ${nth}`,
    probability === undefined ? undefined : `with chance ${probability}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'everything' : parts.join(' ')
}

const actText = ({ delay, status, retryAfter, reset, truncate, slow, loseAnswer, staleTag }: Rule['act']): string =>
  [
    delay === undefined ? undefined : `delay ${delayText(delay)}`,
    staleTag ? 'stale tag' : undefined,
    status === undefined ? undefined : `answer ${status}`,
    retryAfter === undefined ? undefined : `Retry-After ${retryAfter}`,
    reset ? 'reset' : undefined,
    loseAnswer ? 'lose the answer' : undefined,
    truncate ? 'truncate' : undefined,
    slow === undefined ? undefined : `drip ${slow} bytes/s`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')

const delayText = (delay: NonNullable<Rule['act']['delay']>): string => {
  if (typeof delay === 'number') return `${delay} ms`
  if ('ms' in delay) return `${delay.ms} ms`
  if ('uniform' in delay) return `${delay.uniform.min}..${delay.uniform.max} ms`
  return `${delay.lognormal.median}~${delay.lognormal.sigma} ms`
}

const endText = ({ armed, left, until }: Rule): string => {
  if (!armed) return ''
  const parts = [...(left === null ? [] : [`${left} left`]), ...(until === null ? [] : [`until ${until}`])]
  return parts.join(', ')
}
