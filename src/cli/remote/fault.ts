import * as z from 'zod'
import { controlApi } from '../../control/table.ts'
import { jsonOrText } from '../../lib/text/parse-json.ts'
import type { Paint } from '../../lib/text/terminal-style.ts'
import { isJsonObject } from '../../lib/unknown-values.ts'
import { ACT_MEMBERS, FaultView } from '../../sandbox/faults/rule-schema.ts'
import { UsageError } from '../support/errors.ts'
import { columns, oneLine, painter } from '../support/terminal-text.ts'
import { printed, type VerbExtensions } from './verb-extension.ts'

type FaultRow = z.infer<typeof FaultView>

/** What `playa fault` adds: the short forms of delays and times to live, and one line for each rule. */
export const faultVerbs: VerbExtensions = {
  'fault add': {
    prepare: (input) => {
      const { delay, ttl, respond } = input
      if (!ACT_MEMBERS.some((member) => input[member] !== undefined))
        throw new UsageError(
          `fault add needs something to do: give at least one of ${ACT_FLAGS}.`,
          'fault add',
        )
      return {
        ...input,
        ...(isJsonObject(respond) && { respond: respondOf(respond) }),
        ...(typeof delay === 'string' && { delay: delayOf(delay) }),
        ...(typeof ttl === 'string' && /^\d+(\.\d+)?$/.test(ttl) && { ttl: Number(ttl) }),
      }
    },
    print: printed(FaultView, (rule) => table([rule])),
  },
  'fault list': { print: printed(z.array(FaultView), (rules) => table(rules)) },
  'fault clear': {
    extend: (command) => command.argument('[id]', 'id of the rule; default: all'),
    run: async ({ remote, words: [id] }) => {
      if (id === undefined) await remote.send(controlApi.faults.clear)
      else await remote.send(controlApi.faults.delete, { fault: id })
      if (!remote.isJson) remote.print(id === undefined ? 'No fault is left.' : `Deleted ${id}.`)
      return 0
    },
  },
}

/** Flags that say what is done to an exchange. */
const ACT_FLAGS = ACT_MEMBERS.map(
  (member) => `--${member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
).join(', ')

/** Reads `--respond`, `--body`, which is JSON or else a text, and each `--header`, which is `Name: value`. */
const respondOf = ({ status, body, headers = [] }: Readonly<Record<string, unknown>>): object => {
  if (status === undefined)
    throw new UsageError('--body and --header need --respond, the status of the response.', 'fault add')
  const lines = Array.isArray(headers) ? headers.map(String) : []
  const pairs = lines.map((line) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--header takes 'Name: value', not ${JSON.stringify(line)}.`, 'fault add')
    return [name, value]
  })
  return {
    status,
    ...(typeof body === 'string' && { body: jsonOrText(body) }),
    ...(pairs.length > 0 && { headers: Object.fromEntries(pairs) }),
  }
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const FIXED = new RegExp(`^${NUMBER}$`)
const UNIFORM = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`)
const LOGNORMAL = new RegExp(`^${NUMBER}~${NUMBER}$`)

/** Reads milliseconds: `250`, `100..900` (uniform) or `300~0.8` (lognormal: median~sigma). */
const delayOf = (text: string): object => {
  const [, ms] = FIXED.exec(text) ?? []
  if (ms !== undefined) return { ms: Number(ms) }
  const [, min, max] = UNIFORM.exec(text) ?? []
  if (min !== undefined) return { uniform: { min: Number(min), max: Number(max) } }
  const [, median, sigma] = LOGNORMAL.exec(text) ?? []
  if (median !== undefined) return { lognormal: { median: Number(median), sigma: Number(sigma) } }
  throw new UsageError(`--delay takes milliseconds: 250, 100..900 or 300~0.8, not ${JSON.stringify(text)}.`)
}

const table = (rules: readonly FaultRow[]): string => {
  if (rules.length === 0) return 'There is no fault.'
  const paint = painter()
  return columns(rules.map((rule) => cells(rule, paint)))
}

const cells = (rule: FaultRow, paint: Paint): string[] => [
  paint('bold', rule.id),
  rule.armed ? paint('yellow', 'armed') : paint('dim', 'ended'),
  oneLine(whenText(rule.match)),
  oneLine(actText(rule.act)),
  oneLine(endText(rule)),
  `matched ${rule.seen}, acted ${rule.acted}`,
  ...(rule.note === null ? [] : [oneLine(rule.note)]),
]

const whenText = ({ method, operation, path, agency, nth, probability }: FaultRow['match']): string => {
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

const actText = ({
  delay,
  status,
  retryAfter,
  reset,
  truncate,
  slow,
  loseAnswer,
  staleTag,
  rivalMember,
  respond,
  rewrite,
  delivery,
}: FaultRow['act']): string =>
  [
    delay === undefined ? undefined : `delay ${delayText(delay)}`,
    staleTag ? 'stale tag' : undefined,
    status === undefined ? undefined : `answer ${status}`,
    respond === undefined ? undefined : `respond ${respond.status}`,
    retryAfter === undefined ? undefined : `Retry-After ${retryAfter}`,
    reset ? 'reset' : undefined,
    loseAnswer ? 'lose the response' : undefined,
    truncate ? 'truncate' : undefined,
    slow === undefined ? undefined : `drip ${slow} bytes/s`,
    rivalMember === undefined ? undefined : `another ${rivalMember}`,
    rewrite === undefined ? undefined : `rewrite ${rewrite}`,
    delivery === undefined ? undefined : `webhook ${delivery}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')

const delayText = (delay: NonNullable<FaultRow['act']['delay']>): string => {
  if (typeof delay === 'number') return `${delay} ms`
  if ('ms' in delay) return `${delay.ms} ms`
  if ('uniform' in delay) return `${delay.uniform.min}..${delay.uniform.max} ms`
  return `${delay.lognormal.median}~${delay.lognormal.sigma} ms`
}

const endText = ({ armed, left, until }: FaultRow): string => {
  if (!armed) return ''
  const parts = [...(left === null ? [] : [`${left} left`]), ...(until === null ? [] : [`until ${until}`])]
  return parts.join(', ')
}
