import { ruleOf } from './clause.ts'
import type { ClauseResult } from './clause-run.ts'
import { causeOf } from './failing-operations.ts'
import { type CommonCause, operationOf } from './operations.ts'

/**
 * Reports one failure for each fault. Clauses that share a failure key or a cause are skipped as blocked by
 * the clause that names the fault best. A clause that only saw a success with another status keeps its other
 * verdict.
 */
export const withBlockedClauses = (
  results: readonly ClauseResult[],
  causes: readonly CommonCause[] = [],
): readonly ClauseResult[] => {
  const groups = new Map<string, ClauseResult[]>()
  const groupOf = new Map<ClauseResult, ClauseResult[]>()
  const causeOfGroup = new Map<ClauseResult[], CommonCause>()
  for (const result of results) {
    const cause = causeOf(result, causes)
    const ways = cause ? [cause.sentence] : failureKeys(result)
    if (ways.length === 0) continue
    const group = ways.map((way) => groups.get(way)).find((found) => found !== undefined) ?? []
    for (const way of ways) if (!groups.has(way)) groups.set(way, group)
    group.push(result)
    groupOf.set(result, group)
    if (cause) causeOfGroup.set(group, cause)
  }
  const leads = new Map([...new Set(groupOf.values())].map((group) => [group, representativeOf(group)]))
  return results.map((result) => {
    const group = groupOf.get(result)
    const lead = group && leads.get(group)
    const cause = group && causeOfGroup.get(group)
    const { violation: _, ...rest } = result
    // Advice about an operation that fails as a whole says nothing.
    if (!lead && cause) return { ...rest, verdict: 'skipped', reason: cause.sentence }
    if (!lead) return result
    if (cause?.kind === 'refused') return { ...result, reason: cause.sentence }
    if (result === lead) return cause === undefined ? result : asRepresentative(result, cause)
    if (result.otherwise !== undefined && cause === undefined) return { ...rest, verdict: result.otherwise }
    const reason = cause?.sentence ?? `blocked by ${lead.clause.id}, which fails in the same way`
    return { ...rest, verdict: 'skipped', reason, blockedBy: lead.clause.id }
  })
}

/**
 * Returns the clause of a group that names its fault best: the one whose request was lost first, else one
 * whose title says the expected status, best one on the operation itself, else the first that failed.
 */
const representativeOf = (group: readonly ClauseResult[]): ClauseResult | undefined => {
  const failed = group.filter(({ verdict }) => verdict === 'failed')
  const lost = failed.filter((one) => one.lost).sort((a, b) => (a.lost?.number ?? 0) - (b.lost?.number ?? 0))
  const naming = failed.filter(({ clause, otherwise, violation }) => {
    const [status] = otherwise === undefined ? [] : (/\d{3}/.exec(violation?.expected ?? '') ?? [])
    return status !== undefined && clause.title.includes(status)
  })
  const own = naming.find(({ clause, violation }) => {
    const operation = violation?.exchange && operationOf(violation.exchange.request)
    return clause.statements.some((id) => id === operation?.statements[0])
  })
  return lost[0] ?? own ?? naming[0] ?? failed[0] ?? group.find(({ verdict }) => verdict !== 'advised')
}

/** Returns a clause as the failure that represents a cause, also when it was skipped because of it. */
const asRepresentative = (result: ClauseResult, cause: CommonCause): ClauseResult => {
  if (result.violation) return { ...result, cause }
  const { reason: _, ...rest } = result
  const exchange = result.because ?? result.exchanges.at(-1)
  const violation = { expected: 'a response that the description gives', got: cause.sentence, exchange }
  return { ...rest, cause, verdict: 'failed', violation }
}

/**
 * Describes how a clause failed: a member without its shape, wherever it is shown; else the kind of request
 * with its response, and the broken rule. Empty when nothing failed.
 */
const failureKeys = ({ verdict, violation, clause, lost }: ClauseResult): readonly string[] => {
  // After the first lost request, the service may have ended because of it.
  if (lost) return lost.number === 1 || /nothing listens/.test(violation?.got ?? '') ? [GONE] : []
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

const GONE = 'nothing is answered any more'

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
