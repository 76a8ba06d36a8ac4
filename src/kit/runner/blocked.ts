import { ruleOf } from './clause.ts'
import type { ClauseResult } from './clause-run.ts'

/**
 * Leaves one failure for each fault: clauses that failed in the same way, by any of the `waysOf` a failure,
 * are skipped as blocked by the first one, whose rule covers the fault.
 */
export const withoutDependents = (results: readonly ClauseResult[]): readonly ClauseResult[] => {
  const first = new Map<string, ClauseResult>()
  return results.map((result) => {
    const ways = waysOf(result)
    const root = ways.map((way) => first.get(way)).find((found) => found !== undefined)
    for (const way of ways) if (!first.has(way)) first.set(way, root ?? result)
    if (root === undefined) return result
    const { violation: _, ...rest } = result
    const reason = `blocked by ${root.clause.id}, which fails in the same way`
    return { ...rest, verdict: 'skipped', reason, blockedBy: root.clause.id }
  })
}

/**
 * Describes how a clause failed: a member without its shape, wherever it is shown; else the kind of request
 * with its answer, and the broken rule. Empty when nothing failed.
 */
const waysOf = ({ verdict, violation, clause }: ClauseResult): readonly string[] => {
  const exchange = violation?.exchange
  if (verdict !== 'failed' || !violation || !exchange) return []
  const { expected, got } = violation
  const [, path, shape] = /^([A-Za-z_]\w*(?:\.\w+)*): (.+)/.exec(expected) ?? []
  if (path !== undefined) return [`${memberAt(path)}: ${shape}`]
  const { method, url, headers } = exchange.request
  const { status } = exchange.response
  const request = `${method} ${kindOfPath(url)}`
  // An unexpected refusal is one fault, whatever each clause expects instead.
  if (status >= 400 && got.replace(/^status /, '') === `${status}`) {
    const subjects = [request, ruleOf(clause), ...(status === 406 ? [`Accept ${headers['Accept']}`] : [])]
    return subjects.map((subject) => `${subject} is refused with ${status}`)
  }
  const how = `${withoutValues(expected)}, got ${withoutValues(got)} ${status}`
  const fault = status >= 400 ? problemFault(expected, got) : successFault({ expected, got, request })
  return [`${request} ${how}`, `${ruleOf(clause)} ${how}`, ...(fault === undefined ? [] : [fault])]
}

/** Returns what is wrong with a member of a problem: one fault, whichever operation refuses (ERR-01). */
const problemFault = (expected: string, got: string): string | undefined => {
  const [member] = /\b(?:Type|Title|Status|Detail|Instance|Errors)\b/.exec(expected) ?? []
  const found = /^(?:\[\]|\{\})$/.test(got) ? 'nothing' : withoutValues(got)
  return member && `${member} of problems, got ${found}`
}

interface Success {
  readonly expected: string
  readonly got: string
  readonly request: string
}

/** Describes a wrong success that is one fault, whatever each clause expects. */
const successFault = ({ expected, got, request }: Success): string | undefined => {
  if (/^(?:status )?404\b/.test(expected)) return `${request} finds what is missing`
  if (/^(?:a new|another) ETag\b/.test(expected)) return 'the ETag stays after a change'
  const [, member] = /^([A-Z]\w+) \S/.exec(expected) ?? []
  const isLost = member !== undefined && [/^null$/, /^\{"\w+":null\}$/].some((empty) => empty.test(got))
  return isLost ? `${request} loses ${member}` : undefined
}

/** Returns the last name of a path such as `_entries.0.Telefonos.1`. */
const memberAt = (path: string): string =>
  path
    .split('.')
    .filter((segment) => !/^(?:\d+|\[\])$/.test(segment))
    .at(-1) ?? path

/** Replaces the parts that differ between clauses: quoted values, and words with digits except statuses. */
const withoutValues = (sentence: string): string =>
  sentence.replace(/"[^"]*"/g, '""').replace(/\b(?![1-5]\d\d\b)\w*\d\w*/g, '#')

/** Returns a path with its ids, addresses and query left out. */
const kindOfPath = (url: string): string =>
  new URL(url).pathname
    .split('/')
    .map((segment) => (/^[a-z]+(-[a-z]+)*$/.test(segment) || segment === 'v3' ? segment : '*'))
    .join('/')
