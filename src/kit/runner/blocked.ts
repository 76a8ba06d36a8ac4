import type { ClauseResult } from './clause-run.ts'

/**
 * Leaves one failure for one fault: clauses that failed with the same answer to the same kind of request, for
 * the same reason, are skipped as blocked by the first of them. The first clause has the fault in its own
 * rule.
 */
export const withoutDependents = (results: readonly ClauseResult[]): readonly ClauseResult[] => {
  const first = new Map<string, ClauseResult>()
  return results.map((result) => {
    const fault = faultOf(result)
    if (fault === undefined) return result
    const root = first.get(fault)
    if (root === undefined) {
      first.set(fault, result)
      return result
    }
    const { violation: _, ...rest } = result
    const reason = `blocked by ${root.clause.id}, which fails in the same way`
    return { ...rest, verdict: 'skipped', reason, blockedBy: root.clause.id }
  })
}

/** Names a fault by the kind of request, what was expected and what came; undefined when nothing failed. */
const faultOf = ({ verdict, violation }: ClauseResult): string | undefined => {
  const exchange = violation?.exchange
  if (verdict !== 'failed' || !violation || !exchange) return undefined
  // Only an answer that breaks off the clause blocks others: a status, or no answer that can be read.
  if (!/^status |^an answer$|^the header |^a JSON object$/.test(violation.expected)) return undefined
  const { method, url } = exchange.request
  return [method, kindOfPath(url), violation.expected, violation.got, exchange.response.status].join(' ')
}

/** Returns a path with its ids, addresses and query left out. */
const kindOfPath = (url: string): string =>
  new URL(url).pathname
    .split('/')
    .map((segment) => (/^[a-z]+(-[a-z]+)*$/.test(segment) || segment === 'v3' ? segment : '*'))
    .join('/')
