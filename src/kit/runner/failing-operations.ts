import type { DescribedOperation } from '../../api/operations.ts'
import { requestedOperation } from '../../api/requested-operation.ts'
import { membersOf } from '../../lib/unknown-values.ts'
import type { FoundSample } from '../sample/sample-publication.ts'
import { type Exchange, tryParseJson, type WireRequest } from '../target/exchange.ts'
import { truncated } from './clause-context.ts'
import type { ClauseResult } from './clause-run.ts'
import {
  type CommonCause,
  documentedOperations,
  type LostRequest,
  nameOf,
  operationOf,
} from './operations.ts'

/** What a run knows when it ends. */
export interface RunEvidence {
  readonly exchanges: readonly Exchange[]
  readonly lost: readonly LostRequest[]
  /** The last refusal, if every create of the search for an accepted one was refused. */
  readonly refusal?: FoundSample['refusal']
  /** Returns whether the target has answered a create under the `ExternalId` with success. */
  wasCreated(externalId: string): boolean
}

/** Finds the operations whose responses are all wrong in one way, in the order of the description. */
export const commonCausesOf = (run: RunEvidence): readonly CommonCause[] => {
  const [answers, lost] = [byOperation(run.exchanges), byOperation(run.lost)]
  return documentedOperations.flatMap((operation) => {
    const found = causeIn(operation, answers.get(operation.id) ?? [], lost.get(operation.id) ?? [], run)
    return found ? [{ operation, ...found }] : []
  })
}

const byOperation = <T extends { readonly request: WireRequest }>(
  all: readonly T[],
): ReadonlyMap<string | undefined, readonly T[]> => {
  const groups = new Map<string | undefined, T[]>()
  for (const one of all) {
    const id = operationOf(one.request)?.id
    groups.set(id, groups.get(id) ?? [])
    groups.get(id)?.push(one)
  }
  return groups
}

const causeIn = (
  operation: DescribedOperation,
  answers: readonly Exchange[],
  lost: readonly LostRequest[],
  run: RunEvidence,
): Omit<CommonCause, 'operation'> | undefined => {
  const name = nameOf(operation)
  const statuses = [...new Set(answers.map(({ response }) => response.status))].sort()
  const shown = statuses.join(' or ')
  if (lost.length > 0 && (answers.length === 0 || lost.length >= MANY_LOST)) {
    const since = answers.length > 0 ? `, after ${answers.length} answers` : ''
    return { kind: 'silent', sentence: `${name} is not answered${since}: ${lost[0]?.message}` }
  }
  if (answers.length === 0) return undefined
  if (statuses.every((status) => NOT_IMPLEMENTED.includes(status))) {
    const asked = answers.filter((answer) => answer.response.status !== 404 || isAboutSomething(answer, run))
    if (asked.length === 0) return undefined
    return { kind: 'missing', sentence: `${name} is not implemented: every request is answered ${shown}` }
  }
  if (statuses.every((status) => status >= 500))
    return { kind: 'failing', sentence: `${name} fails: every request is answered ${shown}` }
  if (operation.id === 'publications.create' && run.refusal && !FORBIDDEN.includes(run.refusal.status))
    return { kind: 'refused', sentence: refusalSentence(run.refusal) }
  const successes = answers.filter(({ response }) => response.status >= 200 && response.status < 300)
  if (successes.length > 0 && successes.every(hasNoJson))
    return { kind: 'no-json', sentence: `${name} answers ${successes[0]?.response.status} without JSON` }
  return undefined
}

const NOT_IMPLEMENTED = [404, 405, 501]
/** A 403 means that the app may only read, which is a service that conforms. */
const FORBIDDEN = [401, 403]

/** Returns why no create was accepted: what the last one sent in the members that were blamed. */
const refusalSentence = ({ status, blamed, exchange }: NonNullable<FoundSample['refusal']>): string => {
  const sent = membersOf(tryParseJson(exchange.request.body ?? ''))
  const named = blamed.map((member) => `${member}, sent as ${JSON.stringify(sent[member]) ?? 'nothing'}`)
  const on = named.length > 0 ? ` on ${named.join('; ')}` : `: ${truncated(exchange.response.body.trim())}`
  return `No publication could be created: every attempt was refused, the last with ${status}${on}`
}

/** Lost requests of an operation that was answered before, after which the run does not wait for it again. */
const MANY_LOST = 3

/**
 * Returns whether a 404 says that the operation is missing: nothing else of the path may be unknown. A
 * webhook that was never configured is answered 404 too (EVT-02, EVT-03).
 */
const isAboutSomething = ({ request }: Exchange, run: RunEvidence): boolean => {
  const { externalid, topic, id, sid } = requestedOperation(request)?.parameters ?? {}
  if (externalid !== undefined) return run.wasCreated(externalid)
  if (topic !== undefined) return false
  const { pathname } = new URL(request.url)
  const isOfOne = id !== undefined || sid !== undefined
  return !isOfOne || run.exchanges.some(({ response }) => response.body.includes(pathname))
}

const hasNoJson = ({ json, response }: Exchange): boolean => json === undefined && response.body !== ''

/** Returns the cause of a failed or skipped clause, if one explains it. */
export const causeOf = (result: ClauseResult, causes: readonly CommonCause[]): CommonCause | undefined => {
  const { verdict, violation, lost, because, exchanges } = result
  if (verdict !== 'failed' && verdict !== 'skipped' && verdict !== 'advised') return undefined
  if (lost) return causes.find(({ kind, operation }) => kind === 'silent' && isOf(operation, lost.request))
  const exchange = violation ? violation.exchange : (because ?? exchanges.at(-1))
  if (!exchange) return undefined
  return causes.find(
    ({ kind, operation }) =>
      isOf(operation, exchange.request) && shows(kind, exchange) && !(kind === 'refused' && violation),
  )
}

const isOf = ({ id }: DescribedOperation, request: WireRequest): boolean => operationOf(request)?.id === id

const shows = (kind: CommonCause['kind'], exchange: Exchange): boolean => {
  const { status } = exchange.response
  switch (kind) {
    case 'missing':
      return NOT_IMPLEMENTED.includes(status)
    case 'failing':
      return status >= 500
    case 'no-json':
      return status < 300 && hasNoJson(exchange)
    case 'refused':
      return status >= 400 && status < 500
    case 'silent':
      return false
  }
}
