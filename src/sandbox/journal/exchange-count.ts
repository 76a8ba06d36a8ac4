import { type CriterionDifference, type JournalCriteria, matcherFor } from './journal-criteria.ts'
import type { JournalEntry } from './journal-entry.ts'
import { refusalSummary } from './refusal-summary.ts'
import { requestDetails, requestHeader, responseHeader } from './request-details.ts'

/** Number of matching exchanges; without one, the nearest misses. */
export interface CountResult {
  readonly count: number
  /** Numbers of the matching entries. */
  readonly matched: readonly number[]
  /** Present only when nothing matched. */
  readonly nearest?: readonly NearMiss[]
}

/** An exchange that matches most criteria. */
export interface NearMiss {
  readonly n: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly differs: readonly CriterionDifference[]
  /** What matched, what differed and what explains it, in one sentence. */
  readonly sentence: string
}

const MAX_NEAREST = 3

/** Exchanges that a step compares: each may have a body of 64 KiB. */
const COMPARED_PER_STEP = 16

/** Counts the exchanges that match the criteria, in steps. */
export function* countExchanges(
  entries: readonly JournalEntry[],
  criteria: JournalCriteria,
): Generator<void, CountResult> {
  const { names, compare } = matcherFor(criteria)
  const compared: { readonly entry: JournalEntry; readonly differs: readonly CriterionDifference[] }[] = []
  for (const entry of entries) {
    compared.push({ entry, differs: compare(entry) })
    if (compared.length % COMPARED_PER_STEP === 0) yield
  }
  const matched = compared.filter(({ differs }) => differs.length === 0).map(({ entry }) => entry.n)
  if (matched.length > 0) return { count: matched.length, matched }
  const nearest = compared
    // An exchange that matches no criterion would mislead, unless there is only one criterion.
    .filter(({ differs }) => differs.length < names.length || names.length === 1)
    .map((candidate) => ({ ...candidate, distance: distanceOf(candidate.differs) }))
    // First by how many criteria agree, then by how much of path and body does, then the latest.
    .sort((a, b) => a.differs.length - b.differs.length || a.distance - b.distance || b.entry.n - a.entry.n)
    .slice(0, MAX_NEAREST)
  return {
    count: 0,
    matched,
    nearest: nearest.map(({ entry, differs }) => nearMissOf(entry, differs, names)),
  }
}

/** Returns how much of the path and of the body that were asked for does not agree. */
const distanceOf = (differs: readonly CriterionDifference[]): number =>
  differs.reduce((sum, { agreement = 1 }) => sum + 1 - agreement, 0)

const nearMissOf = (
  entry: JournalEntry,
  differs: readonly CriterionDifference[],
  names: readonly string[],
): NearMiss => {
  const { path, query } = requestDetails(entry)
  const isDiffering = (name: string) =>
    differs.some(({ what }) => what === name || what.startsWith(`${name} `))
  const matched = names.filter((name) => !isDiffering(name))
  const parts = [
    ...(matched.length > 0 ? [`${matched.join(', ')} matched`] : []),
    ...differs.map(
      ({ what, expected, got }) => `${what} was ${shortText(got)}, expected ${shortText(expected)}`,
    ),
    ...explanations(entry, differs),
  ]
  return {
    n: entry.n,
    method: entry.request.method,
    path: query === '' ? path : `${path}?${query}`,
    status: entry.response.status,
    differs: differs.map(({ what, expected, got = null }) => ({ what, expected, got })),
    sentence: `${parts.join('; ')}.`,
  }
}

const MAX_SHOWN_LENGTH = 200

const shortText = (value: unknown): string => {
  if (value === null || value === undefined) return 'absent'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text
}

/** Returns phrases that explain an unexpected status. */
const explanations = (entry: JournalEntry, differs: readonly CriterionDifference[]): string[] => {
  if (!differs.some(({ what }) => what === 'status')) return []
  const { detail, errors } = refusalSummary(entry)
  return [
    ...conditionRemark(entry, differs),
    ...missingHeader(entry),
    ...(entry.injectedFault ? [`a fault was injected: ${entry.injectedFault.how.join(', ')}`] : []),
    ...(detail === null ? [] : [`the response says: ${detail.replace(/\.$/, '')}`]),
    ...(errors
      ? Object.entries(errors).map(
          ([name, sentences]) => `${name}: ${sentences.join(' ').replace(/\.$/, '')}`,
        )
      : []),
  ]
}

const conditionRemark = (entry: JournalEntry, differs: readonly CriterionDifference[]): string[] => {
  const { operation } = requestDetails(entry)
  if (!operation) return []
  const statuses = [
    String(entry.response.status),
    ...differs.map(({ what, expected }) => (what === 'status' ? `${expected}` : '')),
  ]
  if (operation.tagGuarded && statuses.some((status) => status === '412' || status === '428'))
    return [conditionText(entry, 'If-Match')]
  const reads = operation.method === 'GET' && statuses.includes('304')
  return reads ? [conditionText(entry, 'If-None-Match')] : []
}

const conditionText = (entry: JournalEntry, name: string): string => {
  const sent = requestHeader(entry, name.toLowerCase())
  const current = responseHeader(entry, 'etag')
  if (sent === null) return `\`${name}\` was absent`
  return `\`${name}\` was ${sent}${current === null ? '' : ` and the ETag ${current}`}`
}

const EXPECTED_HEADERS: Readonly<Record<number, string>> = {
  401: 'Authorization',
  406: 'Accept',
  415: 'Content-Type',
}

const missingHeader = (entry: JournalEntry): string[] => {
  const name = EXPECTED_HEADERS[entry.response.status]
  if (name === undefined) return []
  const sent = requestHeader(entry, name.toLowerCase())
  return [sent === null ? `\`${name}\` was absent` : `\`${name}\` was ${sent}`]
}
