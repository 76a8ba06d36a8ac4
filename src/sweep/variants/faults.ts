import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { type RewriteName, RIVAL_MEMBERS, type RivalMember } from '../../model/world/fault-rule.ts'
import { faultTarget } from '../../sandbox/faults/fault-target.ts'
import { addValues, rewriteMeans, rewriteResponse } from '../../sandbox/faults/rewrites.ts'
import type { FaultRuleInput } from '../../sandbox/faults/rule-schema.ts'
import { bodyMembers, type ClientCall, isClients, isRead, pathOfTarget } from '../runs/client-call.ts'
import type { Comparison, Variant, VariantSource } from './variant.ts'

/** A row of the table: one transient fault, or one allowed change. */
interface FaultRow {
  readonly name: string
  /** Where it acts: at one exchange, in all responses that it changes, or in webhooks. */
  readonly at: Role | 'answers' | 'webhooks'
  /** The rule that the control API would take. */
  readonly rule: FaultRuleInput
  /** What happens, as a clause; `{operation}` is the operation at which it happens. */
  readonly when: string
  /** What a careful client does. */
  readonly careful: string
  readonly comparison: Comparison
}

/** Exchanges on which a fault can act. */
type Role = keyof typeof ROLES

const isTagGuarded = ({ method, target }: ClientCall): boolean =>
  faultTarget(method, pathOfTarget(target)).isTagGuarded

const hasSucceeded = ({ response }: ClientCall): boolean => response !== null && response.status < 300

/** Returns the path of the publication that a request is about, in lower case. */
const publicationPath = ({ target }: ClientCall): string =>
  decodedUri(pathOfTarget(target))
    .replace(/\/(?:suspender|archivar)$/, '')
    .toLowerCase()

const isWriteOf = (path: string) => (call: ClientCall) =>
  !isRead(call) && isTagGuarded(call) && publicationPath(call) === path

const ROLES = {
  requests: () => true,
  writes: (call) => !isRead(call) && hasSucceeded(call),
  'reads with a response': (call) => isRead(call) && (call.response?.body.length ?? 0) > 0,
  'writes of a publication': (call) => !isRead(call) && isTagGuarded(call) && hasSucceeded(call),
  'reads of a publication that is written later': (call, calls) =>
    call.operation === 'publications.read' &&
    call.response?.status === 200 &&
    calls.slice(calls.indexOf(call)).some(isWriteOf(publicationPath(call))),
} as const satisfies Readonly<Record<string, (call: ClientCall, calls: readonly ClientCall[]) => boolean>>

/** Seconds in `Retry-After`. */
const RETRY_AFTER_S = 1
/** How long a slow response takes, in milliseconds. */
const SLOW_MS = 1_200
const FOR_THE_RUN = 1_000_000

const TRIES_AGAIN = 'A careful client waits, longer each time, and tries again.'
const rewritten = (rewrite: RewriteName, careful: string): FaultRow => ({
  name: rewrite,
  at: 'answers',
  rule: { rewrite, times: FOR_THE_RUN },
  when: rewriteMeans(rewrite),
  careful,
  comparison: 'not-compared',
})
const webhooks = (
  delivery: NonNullable<FaultRuleInput['delivery']>,
  when: string,
  careful: string,
): FaultRow => ({
  name: `webhook-${delivery}`,
  at: 'webhooks',
  rule: { delivery, times: FOR_THE_RUN },
  when,
  careful,
  comparison: 'same',
})

/** All faults, the most informative first. */
export const FAULTS: readonly FaultRow[] = [
  {
    name: 'answer-lost',
    at: 'writes',
    rule: { loseAnswer: true },
    when: 'the response to {operation} is lost',
    careful: 'A careful client reads whether the write was done, and repeats it under the same id if not.',
    comparison: 'same',
  },
  {
    name: 'rival-before-write',
    at: 'writes of a publication',
    rule: { staleTag: true },
    when: 'another writer changes the publication right before {operation}',
    careful: 'A careful client writes under If-Match; after 412 it reads again and repeats its change.',
    comparison: 'with-rival',
  },
  {
    name: 'rival-after-read',
    at: 'reads of a publication that is written later',
    rule: { staleTag: true },
    when: 'another writer changes the publication right after {operation}',
    careful: 'A careful client writes under If-Match; after 412 it reads again and repeats its change.',
    comparison: 'with-rival',
  },
  {
    name: '503',
    at: 'requests',
    rule: { status: 503 },
    when: '{operation} is answered once with 503',
    careful: TRIES_AGAIN,
    comparison: 'same',
  },
  {
    name: 'reset',
    at: 'requests',
    rule: { reset: true },
    when: 'the connection is reset before {operation} is handled',
    careful: TRIES_AGAIN,
    comparison: 'same',
  },
  {
    name: '429',
    at: 'requests',
    rule: { status: 429, retryAfter: RETRY_AFTER_S },
    when: `{operation} is answered once with 429 and Retry-After: ${RETRY_AFTER_S}`,
    careful: 'A careful client waits as long as Retry-After says, and tries again.',
    comparison: 'same',
  },
  {
    name: '429-without-retry-after',
    at: 'requests',
    rule: { status: 429, rewrite: 'no-retry-after' },
    when: '{operation} is answered once with 429 without Retry-After',
    careful: TRIES_AGAIN,
    comparison: 'same',
  },
  {
    name: 'truncated',
    at: 'reads with a response',
    rule: { truncate: true },
    when: 'the connection breaks in the middle of the response to {operation}',
    careful: 'A careful client notices that the body is not whole, and reads again.',
    comparison: 'same',
  },
  {
    name: 'slow',
    at: 'requests',
    rule: { delay: SLOW_MS },
    when: `the response to {operation} takes ${SLOW_MS / 1_000} s`,
    careful: 'A careful client waits several seconds for a response.',
    comparison: 'same',
  },
  webhooks(
    'twice',
    'every webhook arrives twice, under one Notification-Hook-ID',
    'A careful receiver handles each Notification-Hook-ID once.',
  ),
  webhooks('late', 'every webhook arrives 0.8 s late', 'A careful client does not expect a webhook at once.'),
  webhooks(
    'out-of-order',
    'every other webhook is overtaken by the next one',
    'A careful receiver reads the current state of what a webhook names.',
  ),
  rewritten('further-members', 'A careful client ignores members that it does not know.'),
  rewritten('members-reordered', 'A careful client reads members by their names.'),
  rewritten('json-spelling', 'A careful client parses JSON.'),
  rewritten('amounts-with-decimals', 'A careful client reads amounts as numbers.'),
  rewritten('header-case', 'A careful client compares names of headers in any case.'),
  rewritten('chunked', 'A careful client reads a body to its end before it decodes it.'),
  rewritten('fewer-links', 'A careful client follows next until there is none.'),
  rewritten('templates', 'A careful client expands URI templates by the names of their variables.'),
  rewritten('fractional-seconds', 'A careful client parses every form of ISO 8601.'),
  rewritten('other-offsets', 'A careful client compares instants, not their texts.'),
  rewritten('new-words', 'A careful client copes with words that it does not know.'),
  rewritten('unusual-texts', 'A careful client escapes texts where it writes them.'),
  rewritten('nulls', 'A careful client copes with null where the description allows it.'),
]

/**
 * Returns the variants of every fault, in the order of the table: at each exchange of the baseline where it
 * can act, or one for all responses and webhooks that it changes. `[]` for a fault that changes nothing.
 */
export const faultVariants = (source: VariantSource): (readonly Variant[])[] => {
  const calls = source.calls.filter(
    (call) => isClients(call) && call.exchange !== undefined && source.exchanges.has(call.exchange),
  )
  const sent = valuesSent(source.calls)
  return FAULTS.map((row) => {
    const { name, at } = row
    if (at === 'answers') {
      const first = calls.find((call) => isChanged(call, row.rule.rewrite, sent))
      return first ? [variantOf(row, { id: name, exchange: first.exchange ?? null })] : []
    }
    if (at === 'webhooks') return source.hasDeliveries ? [variantOf(row, { id: name, exchange: null })] : []
    return calls
      .filter((call) => ROLES[at](call, calls))
      .flatMap((call) => exchangeVariant(row, call, source.calls))
  })
}

const exchangeVariant = (row: FaultRow, call: ClientCall, calls: readonly ClientCall[]): Variant[] => {
  const { exchange = '', operation = '' } = call
  const made = variantOf(row, { id: `${row.name}@${exchange}`, exchange, operation })
  if (row.comparison !== 'with-rival') return [{ ...made, injection: { rule: row.rule, at: exchange } }]
  const rivalMember = freeMember(call, calls)
  // Where the client writes every text itself, the other writer changes the entity tag alone.
  if (rivalMember === undefined) return [{ ...made, injection: { rule: row.rule, at: exchange } }]
  const when = made.when.replace('the publication', `${rivalMember} of the publication`)
  return [{ ...made, when, injection: { rule: { ...row.rule, rivalMember }, at: exchange } }]
}

const variantOf = (
  { name, rule, when, careful, comparison }: FaultRow,
  place: { readonly id: string; readonly exchange: string | null; readonly operation?: string },
): Variant => ({
  kind: 'fault',
  id: place.id,
  exchange: place.exchange,
  when: when.replace('{operation}', place.operation ?? name),
  careful,
  comparison,
  injection: { rule },
})

/** Returns whether a rewrite changes the recorded response to a call. */
const isChanged = (
  { response }: ClientCall,
  rewrite: RewriteName | undefined,
  sent: ReadonlySet<string>,
): boolean => {
  if (response === null || rewrite === undefined) return false
  // Names of headers are recorded in lower case, and framing is not recorded.
  if (rewrite === 'header-case') return true
  if (rewrite === 'chunked') return response.body !== ''
  return rewriteResponse(rewrite, response, sent).body !== response.body
}

const valuesSent = (calls: readonly ClientCall[]): ReadonlySet<string> => {
  const sent = new Set<string>()
  for (const { target, body } of calls) {
    for (const part of decodedUri(target).split(/[/?&=]/)) sent.add(part)
    addValues(bodyMembers(body), sent)
  }
  return sent
}

/**
 * Returns a text member that no request about the publication names, except with the value that the service
 * had just shown: what is there at the end then shows whether another writer's change survived.
 */
const freeMember = (call: ClientCall, calls: readonly ClientCall[]): RivalMember | undefined => {
  const path = publicationPath(call)
  const id = path.split('/').at(-1) ?? ''
  const named = new Set<string>()
  let shown: Readonly<Record<string, unknown>> = {}
  for (const { method, target, body, response, operation } of calls) {
    const isSamePublication = publicationPath({ ...call, target }) === path
    const isCreate = operation === 'publications.create' && text(bodyMembers(body)['ExternalId']) === id
    if (!isSamePublication && !isCreate) continue
    if (!isRead({ method }))
      for (const [name, value] of Object.entries(bodyMembers(body)))
        if (!Object.hasOwn(shown, name) || shown[name] !== value) named.add(name)
    if (isSamePublication && response && response.status < 300) shown = bodyMembers(response.body)
  }
  return RIVAL_MEMBERS.find((member) => !named.has(member))
}

const text = (value: unknown): string => String(value).toLowerCase()
