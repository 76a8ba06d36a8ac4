import { declaredStatuses } from '../http/declared-statuses.ts'
import type { Operation } from '../http/operation.ts'
import { operations } from '../resources/index.ts'
import { closestWords } from '../text/did-you-mean.ts'
import { matchesWildcard } from '../text/wildcard.ts'
import { agenciesInOrder } from '../world/agency.ts'
import { type FaultDelay, type FaultEffect, type FaultRule, type FaultTrigger, noFault } from '../world/fault-rule.ts'
import { agencyByMail, type World } from '../world/world.ts'
import { conflictingParts } from './effect-conflicts.ts'
import { canRespondWith, hasEntityTag } from './fault-target.ts'
import {
  ACT_MEMBERS,
  type ActInput,
  type FaultRuleInput,
  MATCH_MEMBERS,
  type MatchInput,
  ttlMs,
} from './rule-schema.ts'

/** Problem sentences by member, as the caller wrote it. */
export type FaultRuleProblems = Readonly<Record<string, readonly string[]>>

export type NewFaultRule = Omit<FaultRule, 'number' | 'seen' | 'acted'>

/** The rule that was meant, or all that is wrong with it. `nowMs` is the world's time. */
export const readFaultRule = (
  body: FaultRuleInput,
  world: World,
  nowMs: number,
): { readonly rule: NewFaultRule } | { readonly problems: FaultRuleProblems } => {
  const problems = new Map<string, string[]>()
  const add = (member: string, sentence: string) =>
    void problems.set(member, [...(problems.get(member) ?? []), sentence])
  for (const [part, members] of [
    ['match', MATCH_MEMBERS],
    ['act', ACT_MEMBERS],
  ] as const) {
    const inside: object = body[part] ?? {}
    for (const member of members)
      if (body[member] !== undefined && member in inside) add(member, `It is said under ${part} already; say it once.`)
  }
  const reading = { body, world, add }
  const when = readTrigger(reading)
  const act = readEffect(reading, when)
  if (when.nth !== null && (body.times ?? 1) > 1)
    add('times', `Expected 1 or nothing: ${memberPath(body, 'nth')} means one exchange alone.`)
  if (problems.size > 0) return { problems: Object.fromEntries(problems) }
  const times = body.times ?? (body.ttl === undefined ? 1 : null)
  const untilMs = body.ttl === undefined ? null : nowMs + ttlMs(body.ttl)
  return { rule: { when, act, times, untilMs, note: body.note ?? null } }
}

interface RuleReader {
  readonly body: FaultRuleInput
  readonly world: World
  add(member: string, sentence: string): void
}

type Member = keyof MatchInput | keyof ActInput

/** The member's path where the caller wrote it: inside, as it is told, or at the top. */
const memberPath = (body: FaultRuleInput, member: Member): string => {
  if (body[member] !== undefined) return member
  return MATCH_MEMBERS.some((known) => known === member) ? `match.${member}` : `act.${member}`
}

const readTrigger = ({ body, world, add }: RuleReader): FaultTrigger => {
  const input: MatchInput = { ...body, ...body.match }
  const { operation = null, method = null, path = null, agency = null, nth = null, probability = null } = input
  const ids = operations.all.map(({ id }) => id)
  const knownOperation = operation === null || ids.some((id) => matchesWildcard(operation, id))
  if (!knownOperation) add(memberPath(body, 'operation'), unknownSentence('operation', operation, ids))
  const templates = [...new Set(operations.all.map((entry) => entry.path))]
  const knownPath = path === null || !path.includes('{') || templates.includes(path)
  if (!knownPath) add(memberPath(body, 'path'), unknownSentence('path template', path, templates))
  if (agency !== null && !agencyByMail(world, agency)) {
    const mails = agenciesInOrder(world.agencies).map(({ adminMail }) => adminMail)
    add(memberPath(body, 'agency'), unknownSentence('agency', agency, mails))
  }
  const when = { operation, method, path, agency, nth, probability }
  const leadsNowhere = path !== null && knownPath && !/[*{]/.test(path) && !operations.match(path)
  if (leadsNowhere)
    add(memberPath(body, 'path'), `There is nothing at ${path}. Expected a path of the API, with * for any characters.`)
  else if (operation !== null && knownOperation && knownPath && matchedOperations(when).length === 0)
    add(memberPath(body, method === null ? 'path' : 'method'), `${operation} is never asked for so: nothing could match.`)
  return when
}

const unknownSentence = (what: string, word: string, known: readonly string[]): string => {
  const near = closestWords(word, known)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Expected one of ${abbreviatedList(known)}.`
  return `There is no ${what} ${word}. ${hint}`
}

const MAX_LISTED = 40

const abbreviatedList = (known: readonly string[]): string =>
  known.length <= MAX_LISTED ? known.join(', ') : `${known.slice(0, MAX_LISTED).join(', ')}, ...`

/** The operations that the rule can meet. A path pattern is taken to lead anywhere. */
const matchedOperations = ({ operation, method, path }: FaultTrigger): readonly Operation[] => {
  const asked = method === 'HEAD' ? 'GET' : method
  const exact = path === null || path.includes('*') ? undefined : (operations.match(path)?.at.path ?? path)
  return operations.all.filter(
    (entry) =>
      (operation === null || matchesWildcard(operation, entry.id)) &&
      (asked === null || asked === entry.method) &&
      (exact === undefined || exact === entry.path),
  )
}

const readEffect = ({ body, add }: RuleReader, when: FaultTrigger): FaultEffect => {
  const input: ActInput = { ...body, ...body.act }
  const { delay, retryAfter, slow } = input
  const status = input.status ?? (retryAfter === undefined ? null : 429)
  const act: FaultEffect = {
    delay: delay === undefined ? null : readDelay(delay),
    status,
    retryAfterS: retryAfter ?? null,
    reset: input.reset ?? false,
    loseAnswer: input.loseAnswer ?? false,
    truncate: input.truncate ?? false,
    slowBytesPerS: slow ?? null,
    staleTag: input.staleTag ?? false,
  }
  // Both were made with the members in one order.
  if (JSON.stringify(act) === JSON.stringify(noFault)) add('act', `Expected at least one of ${ACT_MEMBERS.join(', ')}.`)
  const clash = conflictingParts(act)
  if (clash) {
    const [one, other] = clash.map((part) => (part === 'slowBytesPerS' ? 'slow' : part))
    add('act', `${one} and ${other} exclude each other: make two rules, or choose one.`)
  }
  const meant = matchedOperations(when)
  if (status !== null && meant.length > 0 && !meant.some((entry) => canRespondWith(entry, status)))
    add(memberPath(body, 'status'), undeclaredSentence(status, meant))
  if (act.staleTag && meant.length > 0 && !meant.some(hasEntityTag)) {
    const guarded = operations.all.filter(hasEntityTag).map(({ id }) => id)
    add(memberPath(body, 'staleTag'), `Expected an operation whose target has an entity tag: ${guarded.join(', ')}.`)
  }
  return act
}

const undeclaredSentence = (status: number, meant: readonly Operation[]): string => {
  const declared = meant.flatMap((entry) => declaredStatuses(entry).map((answer) => answer.status))
  const valid = [...new Set(declared)].filter((one) => one >= 400).sort((a, b) => a - b)
  const who = meant.length === 1 ? meant[0]!.id : 'any operation that is meant'
  return `${status} is no answer of ${who}. Expected ${valid.join(', ')}, or any 5xx such as 500, 502, 503 or 504.`
}

const readDelay = (input: NonNullable<ActInput['delay']>): FaultDelay => {
  if (typeof input === 'number') return { kind: 'fixed', ms: input }
  if ('ms' in input) return { kind: 'fixed', ms: input.ms }
  if ('uniform' in input) return { kind: 'uniform', minMs: input.uniform.min, maxMs: input.uniform.max }
  return { kind: 'lognormal', medianMs: input.lognormal.median, sigma: input.lognormal.sigma }
}
