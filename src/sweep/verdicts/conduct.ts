import {
  bodyText,
  type ClientCall,
  callKey,
  hasSucceeded,
  idInBody,
  isRead,
  ownPath,
  pathOfTarget,
  targetKey,
  upToControl,
  withoutId,
} from '../faults/client-call.ts'
import type { Variant } from '../plan/variants.ts'

/**
 * Returns what the client did wrong under a variant, as its requests show it: a clause without its subject.
 * Undefined where they show nothing certain. `isUnnoticed` says that its test knows of no failure.
 */
export const conductUnder = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  isUnnoticed = false,
): string | undefined => {
  if (variant.kind === 'option') return underOption(variant.assumption, calls)
  const { fault, exchange } = variant
  const at = calls.findIndex((call) => call.exchange === exchange)
  const met = calls[at]
  if (!met) return undefined
  const next = undisturbed[undisturbed.findIndex((call) => call.exchange === exchange) + 1]
  // A step of the test is none of the client.
  const usual = next?.operation === undefined ? undefined : next
  return CONDUCTS[fault]?.({
    met,
    later: upToControl(calls.slice(at + 1)),
    before: calls.slice(0, at),
    usual,
    undisturbed,
    isUnnoticed,
  })
}

const underOption = (assumption: string, calls: readonly ClientCall[]): string | undefined => {
  if (assumption === 'publications/precondition-required')
    return calls.some(({ response }) => response?.status === 428) ? WITHOUT_TAG : undefined
  if (assumption !== 'inquiries/page-size') return undefined
  return onlyFirstPages(calls) ?? stopsEarly(calls) ?? movesPages(calls)
}

/** Names the lists of which a client reads the first page alone; undefined where there are none. */
export const onlyFirstPages = (calls: readonly ClientCall[]): string | undefined => {
  const lists = new Set(firstPages(calls).map(({ operation = '' }) => operation.replace(/\.list$/, '')))
  return lists.size > 0 ? `reads only the first page of a list: ${[...lists].join(', ')}` : undefined
}

const stopsEarly = (calls: readonly ClientCall[]): string | undefined =>
  lastPageRead(calls) ? 'stops before the last page of a list' : undefined

/** Tells of a client that changes entries of a list between two of its pages. */
const movesPages = (calls: readonly ClientCall[]): string | undefined => {
  const isBetween = (call: ClientCall, at: number): boolean => {
    if (isRead(call) || !hasSucceeded(call)) return false
    const isItsList = (other: ClientCall) =>
      other.operation?.endsWith('.list') === true && ownPath(call).startsWith(`${ownPath(other)}/`)
    const former = calls.slice(0, at).findLast(isItsList)
    const next = calls.slice(at).find(isItsList)
    return former !== undefined && next !== undefined && hasNext(former) && isLaterPage(next)
  }
  return calls.some(isBetween)
    ? 'changes entries of a list between two of its pages, so that others move to a page that it has read'
    : undefined
}

/** Returns the first page of a list that is read up to it, although it has more. */
const firstPageAlone = (calls: readonly ClientCall[]): ClientCall | undefined => firstPages(calls)[0]

const firstPages = (calls: readonly ClientCall[]): ClientCall[] => {
  const followed = new Set(calls.filter(isLaterPage).map(({ target }) => pathOfTarget(target)))
  return calls.filter((call) => hasNext(call) && !followed.has(pathOfTarget(call.target)))
}

/** Returns the last page that is read of a list that has more. */
const lastPageRead = (calls: readonly ClientCall[]): ClientCall | undefined => {
  const lastOf = new Map<string, ClientCall>()
  for (const call of calls) if (call.operation?.endsWith('.list')) lastOf.set(pathOfTarget(call.target), call)
  return [...lastOf.values()].find(hasNext)
}

/** Returns the exchange that shows pages left unread; undefined for other options. */
export const leftPage = (variant: Variant, calls: readonly ClientCall[]): string | undefined =>
  variant.kind === 'option' && variant.assumption === 'inquiries/page-size'
    ? (firstPageAlone(calls) ?? lastPageRead(calls))?.exchange
    : undefined

const isLaterPage = ({ target }: ClientCall): boolean => /[?&]pagina=(?!1(?:&|$))/.test(target)
const hasNext = ({ response }: ClientCall): boolean => response?.body.includes('"next":{"href"') === true

const WITHOUT_TAG = 'writes without If-Match'

/** The request that a fault meets, with what came before and after it, and what comes next undisturbed. */
interface Met {
  readonly met: ClientCall
  readonly later: readonly ClientCall[]
  readonly before: readonly ClientCall[]
  readonly usual: ClientCall | undefined
  readonly undisturbed: readonly ClientCall[]
  readonly isUnnoticed: boolean
}

type Conduct = (met: Met) => string | undefined

/** Returns the requests at the beginning that are of a kind. */
const leadOf = (
  calls: readonly ClientCall[],
  isAffected: (call: ClientCall) => boolean,
): readonly ClientCall[] => {
  const end = calls.findIndex((call) => !isAffected(call))
  return end < 0 ? calls : calls.slice(0, end)
}

/** Returns what a client does about a write that was done, and of which it does not know. */
const afterDone =
  (how: string): Conduct =>
  ({ met, later, usual }) => {
    const what = `a ${writeWord(met)} ${how}`
    // What is about something else is another step of the client, or another test.
    const lead = leadOf(later, (call) => isAbout(met, call))
    const again = lead.find((call) => isRepeated(met, call))
    const looks = lead.findIndex(isRead)
    const next = lead[0]
    if (!again) {
      // What is read there undisturbed, too, is read by the test.
      const isOwnLook = looks === 0 && next && !(usual && callKey(usual) === callKey(next))
      return isOwnLook
        ? `takes ${what} for not done`
        : `gives up on ${what}, and does not look whether it is done`
    }
    if (!hasSucceeded(again)) {
      const { response } = again
      const isOther = (call: ClientCall) =>
        isRepeated(met, call) && hasSucceeded(call) && idInBody(call) !== idInBody(met)
      if (met.method === 'POST' && lead.some(isOther))
        return `repeats ${what}, and after ${response?.status ?? 'that'} once more under another ExternalId`
      return response === null
        ? undefined
        : `repeats ${what}, and does not see in the answer ${response.status} that it is done`
    }
    if (idInBody(again) !== idInBody(met)) return `repeats ${what}, under another ExternalId`
    if (callKey(again) === callKey(met))
      return met.method === 'POST' ? `repeats ${what}, so that it is done twice` : undefined
    const isSeen = looks >= 0 && looks < lead.indexOf(again)
    return `${isSeen ? 'reads again after' : 'goes on after'} ${what}, and writes something else`
  }

const afterRival: Conduct = ({ met, later, before, usual, isUnnoticed }) => {
  if (hasSucceeded(met)) return hasTag(met) ? undefined : WITHOUT_TAG
  if (met.response?.status !== 412) return undefined
  const lead = leadOf(later, (call) => ownPath(call) === ownPath(met))
  const again = lead.find((call) => !isRead(call) && targetKey(call) === targetKey(met))
  // What is read undisturbed, too, is read by the test.
  const seen = lead.some((call) => isRead(call) && !(usual && callKey(usual) === callKey(call)))
  // A client may look in a list, as a later test of it does.
  if (lead.length === 0 && later.some((call) => !isRead(call) && targetKey(call) === targetKey(met)))
    return undefined
  if (!again && seen) return 'reads again after 412, and does not write'
  if (!again) return isUnnoticed ? 'treats 412 as success' : 'gives up on 412'
  if (!hasTag(again)) return 'writes again without If-Match after 412'
  if (tagOf(again) === '*') return 'writes again with If-Match: * after 412'
  if (tagOf(again) === tagOf(met)) return 'sends the tag again that was refused with 412'
  const isSame = bodyText(again.body) === bodyText(met.body)
  // What was its own from the beginning is no answer to what it read.
  const isBuilt = before.some((call) => isRead(call) && isAbout(met, call))
  return hasSucceeded(again) && isSame && isBuilt
    ? 'takes the new tag after 412, and writes its old body'
    : undefined
}

/** Returns what a client does that sends a refused request again, and does not get through. */
const afterFailure =
  (what: string, tooSoon = `gives up too soon after ${what}`): Conduct =>
  ({ met, later, before, usual, undisturbed }) => {
    const usually = new Set(undisturbed.map(callKey))
    // What is sent twice undisturbed, too, is no second try.
    if (usual && callKey(usual) === callKey(met)) return undefined
    const isSame = (call: ClientCall) =>
      callKey(call) === callKey(met) || (isRepeated(met, call) && !usually.has(callKey(call)))
    // Each of several tests may begin with it.
    const others = undisturbed.filter(isSame).length - before.filter(isSame).length - 1
    const lead = leadOf(later, isSame)
    const further = later.filter(isSame).length - Math.max(0, others)
    const same = lead.slice(0, Math.max(0, Math.min(lead.length, further)))
    if (same.length === 0)
      return lead.length === 0 && later.some(isSame) ? undefined : `sends nothing again after ${what}`
    if (same.some((call) => hasSucceeded(call))) return undefined
    const tookMs = Math.round((same.at(-1)?.atMs ?? met.atMs) - met.atMs)
    return `${tooSoon}: it sends the request again ${same.length === 1 ? 'once' : `${same.length} times`} in ${tookMs} ms`
  }

/** Returns what a client does whose connection for the next request is refused. */
const afterRefusedConnection: Conduct = ({ later, usual }) =>
  usual && !later.some((call) => callKey(call) === callKey(usual))
    ? 'sends nothing again where a connection is refused, although it does so after a reset'
    : undefined

const CONDUCTS: Readonly<Record<string, Conduct>> = {
  'answer-lost': afterDone('whose answer was lost'),
  '504': afterDone('that a gateway answered with 504'),
  'stale-tag': afterRival,
  'stale-twice': afterRival,
  '429-retry-after': afterFailure('429', 'does not wait as long as Retry-After says'),
  '429-bare': afterFailure('429'),
  '503': afterFailure('503'),
  reset: afterFailure('a reset connection'),
  'connect-refused': afterRefusedConnection,
}

/** A create is distinguished from other writes: only it makes something twice. */
const writeWord = ({ method }: ClientCall): string => (method === 'POST' ? 'create' : 'write')

const tagOf = ({ headers }: ClientCall): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'if-match')?.[1]

const hasTag = (call: ClientCall): boolean => tagOf(call) !== undefined

/** True for the same write; a create may have another id the next time. */
const isRepeated = (met: ClientCall, call: ClientCall): boolean => {
  if (call.method !== met.method || targetKey(call) !== targetKey(met)) return false
  return met.method !== 'POST' || callKey(call) === callKey(met) || withoutId(call) === withoutId(met)
}

/** True for a request about what was written, or for the list in which it is. */
const isAbout = (met: ClientCall, call: ClientCall): boolean => {
  const [written, other] = [ownPath(met), ownPath(call)]
  const isOfEntry = met.method === 'POST' && other === `${written}/${idInBody(met)}`
  return written === other || isOfEntry || (isRead(call) && written.startsWith(`${other}/`))
}
