import { declaredStatuses } from '../../api/declared-statuses.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { matchesWildcard } from '../../lib/text/wildcard.ts'
import type { Operation } from '../../model/http/operation.ts'
import { operations } from '../../model/resources/index.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import {
  type FaultDelay,
  type FaultEffect,
  type FaultRule,
  type FaultTrigger,
  noFault,
} from '../../model/world/fault-rule.ts'
import { agencyByMail, type World } from '../../model/world/world.ts'
import { conflictingParts } from './effect-parts.ts'
import { canRespondWith, hasEntityTag } from './fault-target.ts'
import {
  ACT_MEMBERS,
  type ActInput,
  type FaultRuleInput,
  MATCH_MEMBERS,
  type MatchInput,
  ttlMs,
} from './rule-schema.ts'

/** Problem sentences by member path, as in the request. */
export type FaultRuleProblems = Readonly<Record<string, readonly string[]>>

/** A validated rule before it has a number. */
export type NewFaultRule = Omit<FaultRule, 'number' | 'seen' | 'acted'>

/** Validates a rule against the world; returns the rule, or all its problems. `nowMs` is the world's time. */
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
      if (body[member] !== undefined && member in inside)
        add(member, `Already given under ${part}; give it once.`)
  }
  const reader = { body, world, add }
  const when = readTrigger(reader)
  const act = readEffect(reader, when)
  if (when.nth !== null && (body.times ?? 1) > 1)
    add('times', `Expected 1, or absent: ${memberPath(body, 'nth')} selects a single exchange.`)
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

/** Returns the member's path as in the request: at the top, or inside `match` or `act`. */
const memberPath = (body: FaultRuleInput, member: Member): string => {
  if (body[member] !== undefined) return member
  return MATCH_MEMBERS.some((known) => known === member) ? `match.${member}` : `act.${member}`
}

const readTrigger = ({ body, world, add }: RuleReader): FaultTrigger => {
  const input: MatchInput = { ...body, ...body.match }
  const {
    operation = null,
    method = null,
    path = null,
    agency = null,
    nth = null,
    probability = null,
  } = input
  const ids = operations.all.map(({ id }) => id)
  const isKnownOperation = operation === null || ids.some((id) => matchesWildcard(operation, id))
  if (!isKnownOperation) add(memberPath(body, 'operation'), unknownSentence('operation', operation, ids))
  const templates = [...new Set(operations.all.map((entry) => entry.path))]
  const isKnownPath = path === null || !path.includes('{') || templates.includes(path)
  if (!isKnownPath) add(memberPath(body, 'path'), unknownSentence('path template', path, templates))
  if (agency !== null && !agencyByMail(world, agency)) {
    const mails = agenciesInOrder(world.agencies).map(({ adminMail }) => adminMail)
    add(memberPath(body, 'agency'), unknownSentence('agency', agency, mails))
  }
  const when = { operation, method, path, agency, nth, probability }
  const hasNoOperation = path !== null && isKnownPath && !/[*{]/.test(path) && !operations.match(path)
  if (hasNoOperation)
    add(
      memberPath(body, 'path'),
      `There is nothing at ${path}. Expected a path of the API, with * for any characters.`,
    )
  else if (operation !== null && isKnownOperation && isKnownPath && matchedOperations(when).length === 0)
    add(
      memberPath(body, method === null ? 'path' : 'method'),
      `${operation} has no such request: nothing can match.`,
    )
  return when
}

const unknownSentence = (what: string, word: string, known: readonly string[]): string => {
  const hint = suggestionSentence(closestWords(word, known)) || ` Expected one of ${abbreviatedList(known)}.`
  return `There is no ${what} ${word.slice(0, MAX_SHOWN_LENGTH)}.${hint}`
}

const MAX_LISTED = 40
/** Longer names are shown cut. */
const MAX_SHOWN_LENGTH = 200

const abbreviatedList = (known: readonly string[]): string =>
  known.length <= MAX_LISTED ? known.join(', ') : `${known.slice(0, MAX_LISTED).join(', ')}, ...`

/** Returns the operations that the rule can match. A path pattern counts as matching any operation. */
const matchedOperations = ({ operation, method, path }: FaultTrigger): readonly Operation[] => {
  const routedMethod = method === 'HEAD' ? 'GET' : method
  const exact =
    path === null || path.includes('*') ? undefined : (operations.match(path)?.template.path ?? path)
  return operations.all.filter(
    (entry) =>
      (operation === null || matchesWildcard(operation, entry.id)) &&
      (routedMethod === null || routedMethod === entry.method) &&
      (exact === undefined || exact === entry.path),
  )
}

const readEffect = ({ body, add }: RuleReader, when: FaultTrigger): FaultEffect => {
  const input: ActInput = { ...body, ...body.act }
  const { delay, retryAfter, slow } = input
  const status = input.status ?? (retryAfter === undefined ? null : 429)
  const effect: FaultEffect = {
    delay: delay === undefined ? null : readDelay(delay),
    status,
    retryAfterS: retryAfter ?? null,
    reset: input.reset ?? false,
    loseAnswer: input.loseAnswer ?? false,
    truncate: input.truncate ?? false,
    slowBytesPerS: slow ?? null,
    staleTag: input.staleTag ?? input.rivalMember !== undefined,
    rivalMember: input.rivalMember ?? null,
    respond: input.respond ? { ...input.respond, headers: input.respond.headers ?? {} } : null,
    rewrite: input.rewrite ?? null,
    delivery: input.delivery ?? null,
  }
  // Both have their members in the same order.
  if (JSON.stringify(effect) === JSON.stringify(noFault))
    add('act', `Expected at least one of ${ACT_MEMBERS.join(', ')}.`)
  const conflict = conflictingParts(effect)
  if (conflict) {
    const [one, other] = conflict.map((part) => (part === 'slowBytesPerS' ? 'slow' : part))
    add('act', `${one} and ${other} exclude each other: create two rules, or choose one.`)
  }
  if (effect.delivery)
    for (const member of ['operation', 'path', 'method'] as const)
      if (when[member] !== null)
        add(memberPath(body, member), 'Expected to be absent: `delivery` acts on webhooks, of any operation.')
  const matched = matchedOperations(when)
  if (status !== null && matched.length > 0 && !matched.some((entry) => canRespondWith(entry, status)))
    add(memberPath(body, 'status'), undeclaredSentence(status, matched))
  if (effect.staleTag && matched.length > 0 && !matched.some(hasEntityTag)) {
    const guarded = operations.all.filter(hasEntityTag).map(({ id }) => id)
    add(
      memberPath(body, 'staleTag'),
      `Expected an operation whose target has an entity tag: ${guarded.join(', ')}.`,
    )
  }
  return effect
}

const undeclaredSentence = (status: number, matched: readonly Operation[]): string => {
  const declared = matched.flatMap((entry) => declaredStatuses(entry).map((item) => item.status))
  const valid = [...new Set(declared)].filter((one) => one >= 400).sort((a, b) => a - b)
  const subject = matched.length === 1 ? matched[0]!.id : 'any matching operation'
  return `${status} is not a status of ${subject}. Expected ${valid.join(', ')}, or any 5xx such as 500, 502, 503 or 504.`
}

const readDelay = (input: NonNullable<ActInput['delay']>): FaultDelay => {
  if (typeof input === 'number') return { kind: 'fixed', ms: input }
  if ('ms' in input) return { kind: 'fixed', ms: input.ms }
  if ('uniform' in input) return { kind: 'uniform', minMs: input.uniform.min, maxMs: input.uniform.max }
  return { kind: 'lognormal', medianMs: input.lognormal.median, sigma: input.lognormal.sigma }
}
