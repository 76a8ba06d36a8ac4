import { declaredStatuses } from '../http/declared-statuses.ts'
import type { Operation } from '../http/operation.ts'
import { operations } from '../resources/index.ts'
import { closestWords } from '../text/did-you-mean.ts'
import { matchesWildcard } from '../text/wildcard.ts'
import { agenciesInOrder } from '../world/agency.ts'
import { type FaultDelay, type FaultEffect, type FaultRule, type FaultTrigger, noFault } from '../world/fault-rule.ts'
import { agencyByMail, type World } from '../world/world.ts'
import { conflictWithin } from './act-conflicts.ts'
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
  const when = readMatch(reading)
  const act = readAct(reading, when)
  if (when.nth !== null && (body.times ?? 1) > 1)
    add('times', `Expected 1 or nothing: ${nameOf(body, 'nth')} means one exchange alone.`)
  if (problems.size > 0) return { problems: Object.fromEntries(problems) }
  const times = body.times ?? (body.ttl === undefined ? 1 : null)
  const untilMs = body.ttl === undefined ? null : nowMs + ttlMs(body.ttl)
  return { rule: { when, act, times, untilMs, note: body.note ?? null } }
}

interface Reading {
  readonly body: FaultRuleInput
  readonly world: World
  add(member: string, sentence: string): void
}

type Member = keyof MatchInput | keyof ActInput

/** The member's path where the caller wrote it: inside, as it is told, or at the top. */
const nameOf = (body: FaultRuleInput, member: Member): string => {
  if (body[member] !== undefined) return member
  return MATCH_MEMBERS.some((known) => known === member) ? `match.${member}` : `act.${member}`
}

const readMatch = ({ body, world, add }: Reading): FaultTrigger => {
  const said: MatchInput = { ...body, ...body.match }
  const { operation = null, method = null, path = null, agency = null, nth = null, probability = null } = said
  const ids = operations.all.map(({ id }) => id)
  const knownOperation = operation === null || ids.some((id) => matchesWildcard(operation, id))
  if (!knownOperation) add(nameOf(body, 'operation'), unknown('operation', operation, ids))
  const templates = [...new Set(operations.all.map((entry) => entry.path))]
  const knownPath = path === null || !path.includes('{') || templates.includes(path)
  if (!knownPath) add(nameOf(body, 'path'), unknown('path template', path, templates))
  if (agency !== null && !agencyByMail(world, agency)) {
    const mails = agenciesInOrder(world.agencies).map(({ adminMail }) => adminMail)
    add(nameOf(body, 'agency'), unknown('agency', agency, mails))
  }
  const when = { operation, method, path, agency, nth, probability }
  const leadsNowhere = path !== null && knownPath && !/[*{]/.test(path) && !operations.match(path)
  if (leadsNowhere)
    add(nameOf(body, 'path'), `There is nothing at ${path}. Expected a path of the API, with * for any characters.`)
  else if (operation !== null && knownOperation && knownPath && meantBy(when).length === 0)
    add(nameOf(body, method === null ? 'path' : 'method'), `${operation} is never asked for so: nothing could match.`)
  return when
}

const unknown = (what: string, word: string, known: readonly string[]): string => {
  const near = closestWords(word, known)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Expected one of ${shortened(known)}.`
  return `There is no ${what} ${word}. ${hint}`
}

const MOST_NAMED = 40

const shortened = (known: readonly string[]): string =>
  known.length <= MOST_NAMED ? known.join(', ') : `${known.slice(0, MOST_NAMED).join(', ')}, ...`

/** The operations that the rule can meet. A path pattern is taken to lead anywhere. */
const meantBy = ({ operation, method, path }: FaultTrigger): readonly Operation[] => {
  const asked = method === 'HEAD' ? 'GET' : method
  const exact = path === null || path.includes('*') ? undefined : (operations.match(path)?.at.path ?? path)
  return operations.all.filter(
    (entry) =>
      (operation === null || matchesWildcard(operation, entry.id)) &&
      (asked === null || asked === entry.method) &&
      (exact === undefined || exact === entry.path),
  )
}

const readAct = ({ body, add }: Reading, when: FaultTrigger): FaultEffect => {
  const said: ActInput = { ...body, ...body.act }
  const { delay, retryAfter, slow } = said
  const status = said.status ?? (retryAfter === undefined ? null : 429)
  const act: FaultEffect = {
    delay: delay === undefined ? null : delayOf(delay),
    status,
    retryAfterS: retryAfter ?? null,
    reset: said.reset ?? false,
    loseAnswer: said.loseAnswer ?? false,
    truncate: said.truncate ?? false,
    slowBytesPerS: slow ?? null,
    staleTag: said.staleTag ?? false,
  }
  // Both were made with the members in one order.
  if (JSON.stringify(act) === JSON.stringify(noFault)) add('act', `Expected at least one of ${ACT_MEMBERS.join(', ')}.`)
  const clash = conflictWithin(act)
  if (clash) {
    const [one, other] = clash.map((part) => (part === 'slowBytesPerS' ? 'slow' : part))
    add('act', `${one} and ${other} exclude each other: make two rules, or choose one.`)
  }
  const meant = meantBy(when)
  if (status !== null && meant.length > 0 && !meant.some((entry) => canRespondWith(entry, status)))
    add(nameOf(body, 'status'), undeclared(status, meant))
  if (act.staleTag && meant.length > 0 && !meant.some(hasEntityTag)) {
    const guarded = operations.all.filter(hasEntityTag).map(({ id }) => id)
    add(nameOf(body, 'staleTag'), `Expected an operation whose target has an entity tag: ${guarded.join(', ')}.`)
  }
  return act
}

const undeclared = (status: number, meant: readonly Operation[]): string => {
  const declared = meant.flatMap((entry) => declaredStatuses(entry).map((answer) => answer.status))
  const valid = [...new Set(declared)].filter((one) => one >= 400).sort((a, b) => a - b)
  const who = meant.length === 1 ? meant[0]!.id : 'any operation that is meant'
  return `${status} is no answer of ${who}. Expected ${valid.join(', ')}, or any 5xx such as 500, 502, 503 or 504.`
}

const delayOf = (said: NonNullable<ActInput['delay']>): FaultDelay => {
  if (typeof said === 'number') return { kind: 'fixed', ms: said }
  if ('ms' in said) return { kind: 'fixed', ms: said.ms }
  if ('uniform' in said) return { kind: 'uniform', minMs: said.uniform.min, maxMs: said.uniform.max }
  return { kind: 'lognormal', medianMs: said.lognormal.median, sigma: said.lognormal.sigma }
}
