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
import { FORGED, UNSIGNED } from '../faults/delivery-faults.ts'
import type { Variant } from '../plan/variants.ts'

/**
 * Returns what the client did wrong under a variant, as a clause without its subject; undefined if its
 * requests prove nothing. `isUnnoticed` says that its test notices no failure.
 */
export const conductUnder = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  isUnnoticed = false,
): string | undefined => {
  if (variant.kind === 'option') return underOption(variant.assumption, calls, undisturbed)
  const { fault, exchange } = variant
  const at = calls.findIndex((call) => call.exchange === exchange)
  const met = calls[at]
  if (!met) return undefined
  const next = undisturbed[undisturbed.findIndex((call) => call.exchange === exchange) + 1]
  // A control call is a step of the test, not of the client.
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

const underOption = (
  assumption: string,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  if (assumption === 'publications/precondition-required')
    return calls.some(({ response }) => response?.status === 428) ? WITHOUT_TAG : undefined
  if (assumption !== 'inquiries/page-size') return undefined
  return takesForLast(calls, undisturbed) ?? onlyFirstPages(calls) ?? stopsEarly(calls) ?? movesPages(calls)
}

/** Names the lists of which a client reads only the first page; undefined if there are none. */
export const onlyFirstPages = (calls: readonly ClientCall[]): string | undefined => {
  const pages = firstPages(calls)
  if (pages.length === 0) return undefined
  const lists = new Set(pages.map(({ operation = '' }) => operation.replace(/\.list$/, '')))
  // Who asks for page 1 means to ask for the next ones.
  const conduct = pages.every(({ target }) => /[?&]pagina=1(?:&|$)/.test(target))
    ? 'counts pages itself, instead of following next, and stops after the first'
    : 'reads only the first page of a list'
  return `${conduct}: ${[...lists].join(', ')}`
}

/** Reports a client that reads further pages only if a page has as many entries as it expects. */
const takesForLast = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const [list] = firstPages(calls)
  return undisturbed.some((call) => isLaterPage(call) && call.operation === list?.operation)
    ? 'takes a page with fewer entries than it expects for the last one, although it has a link next'
    : undefined
}

const stopsEarly = (calls: readonly ClientCall[]): string | undefined =>
  lastPageRead(calls) ? 'stops before the last page of a list' : undefined

/** Reports a client that changes entries of a list between two of its pages. */
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

/** Returns a first page that has a next one, which the client does not read. */
const firstUnfollowedPage = (calls: readonly ClientCall[]): ClientCall | undefined => firstPages(calls)[0]

const firstPages = (calls: readonly ClientCall[]): ClientCall[] => {
  const followed = new Set(calls.filter(isLaterPage).map(({ target }) => pathOfTarget(target)))
  const isUnfollowed = (call: ClientCall) => hasNext(call) && !followed.has(pathOfTarget(call.target))
  return calls.filter((call) => call.operation?.endsWith('.list') && isUnfollowed(call))
}

/** Returns a key that is the same for all pages of a list. */
const listOf = ({ target }: ClientCall): string => target.replace(/([?&])pagina=\d+&?/, '$1')

/** Returns the last page that is read of a list with more pages. */
const lastPageRead = (calls: readonly ClientCall[]): ClientCall | undefined => {
  const lastOf = new Map<string, ClientCall>()
  // A test may read the first page once more.
  for (const call of calls)
    if (call.operation?.endsWith('.list') && isLaterPage(call)) lastOf.set(listOf(call), call)
  return [...lastOf.values()].find(hasNext)
}

/** Returns the exchange after which pages are not read; undefined for other options. */
export const unreadPage = (variant: Variant, calls: readonly ClientCall[]): string | undefined =>
  variant.kind === 'option' && variant.assumption === 'inquiries/page-size'
    ? (firstUnfollowedPage(calls) ?? lastPageRead(calls))?.exchange
    : undefined

const isLaterPage = ({ target }: ClientCall): boolean => /[?&]pagina=(?!1(?:&|$))/.test(target)
const hasNext = ({ response }: ClientCall): boolean => response?.body.includes('"next":{"href"') === true

const WITHOUT_TAG = 'writes without If-Match'

/** The request that a fault acts on, with earlier and later ones, and the next one of the undisturbed run. */
interface Met {
  readonly met: ClientCall
  readonly later: readonly ClientCall[]
  readonly before: readonly ClientCall[]
  readonly usual: ClientCall | undefined
  readonly undisturbed: readonly ClientCall[]
  readonly isUnnoticed: boolean
}

type Conduct = (met: Met) => string | undefined

/** Returns the leading requests that match. */
const leadOf = (
  calls: readonly ClientCall[],
  isAffected: (call: ClientCall) => boolean,
): readonly ClientCall[] => {
  const end = calls.findIndex((call) => !isAffected(call))
  return end < 0 ? calls : calls.slice(0, end)
}

/** Returns what a client does about a write that was done without its knowledge. */
const afterDone =
  (how: string): Conduct =>
  ({ met, later, usual }) => {
    const what = `a ${writeNoun(met)} ${how}`
    // Requests about something else are another step of the client, or of another test.
    const lead = leadOf(later, (call) => isAbout(met, call))
    const again = lead.find((call) => isRepeated(met, call))
    const looks = lead.findIndex(isRead)
    const next = lead[0]
    if (!again) {
      // A read that also occurs undisturbed comes from the test.
      const isOwnLook = looks === 0 && next && !(usual && callKey(usual) === callKey(next))
      return isOwnLook
        ? `assumes that ${what} was not done`
        : `gives up on ${what}, and does not check whether it was done`
    }
    if (!hasSucceeded(again)) {
      const { response } = again
      const isOther = (call: ClientCall) =>
        isRepeated(met, call) && hasSucceeded(call) && idInBody(call) !== idInBody(met)
      if (met.method === 'POST' && lead.some(isOther))
        return `repeats ${what}, and after ${response?.status ?? 'that'} once more under another ExternalId`
      return response === null
        ? undefined
        : `repeats ${what}, and does not conclude from ${response.status} that it was done`
    }
    if (idInBody(again) !== idInBody(met)) return `repeats ${what}, under another ExternalId`
    if (callKey(again) === callKey(met))
      return met.method === 'POST' ? `repeats ${what}, so that it is done twice` : undefined
    const isSeen = looks >= 0 && looks < lead.indexOf(again)
    return `${isSeen ? 'reads again after' : 'continues after'} ${what}, and writes something else`
  }

const afterRival: Conduct = ({ met, later, before, usual, isUnnoticed }) => {
  if (hasSucceeded(met)) return hasTag(met) ? undefined : WITHOUT_TAG
  if (met.response?.status !== 412) return undefined
  const lead = leadOf(later, (call) => ownPath(call) === ownPath(met))
  const again = lead.find((call) => !isRead(call) && targetKey(call) === targetKey(met))
  // A read that also occurs undisturbed comes from the test.
  const seen = lead.some((call) => isRead(call) && !(usual && callKey(usual) === callKey(call)))
  // A client may read a list instead, and so may a later test.
  if (lead.length === 0 && later.some((call) => !isRead(call) && targetKey(call) === targetKey(met)))
    return undefined
  if (!again && seen) return 'reads again after 412, and does not write'
  if (!again) return isUnnoticed ? 'treats 412 as success' : 'gives up on 412'
  if (!hasTag(again)) return 'writes again without If-Match after 412'
  if (tagOf(again) === '*') return 'writes again with If-Match: * after 412'
  if (tagOf(again) === tagOf(met)) return 'sends the same tag again after 412'
  const isSame = bodyText(again.body) === bodyText(met.body)
  // A body that does not depend on a read cannot be outdated.
  const isBuilt = before.some((call) => isRead(call) && isAbout(met, call))
  return hasSucceeded(again) && isSame && isBuilt
    ? 'takes the new tag after 412, and writes its old body'
    : undefined
}

/** Returns what a client does that retries a refused request without success. */
const afterFailure =
  (what: string, tooSoon = `gives up too soon after ${what}`): Conduct =>
  ({ met, later, before, usual, undisturbed }) => {
    const usually = new Set(undisturbed.map(callKey))
    // A request that is also sent twice undisturbed is not a retry.
    if (usual && callKey(usual) === callKey(met)) return undefined
    const isSame = (call: ClientCall) =>
      callKey(call) === callKey(met) || (isRepeated(met, call) && !usually.has(callKey(call)))
    // Several tests may begin with the same request.
    const others = undisturbed.filter(isSame).length - before.filter(isSame).length - 1
    const lead = leadOf(later, isSame)
    const further = later.filter(isSame).length - Math.max(0, others)
    const same = lead.slice(0, Math.max(0, Math.min(lead.length, further)))
    if (same.length === 0)
      return lead.length === 0 && later.some(isSame) ? undefined : `does not retry after ${what}`
    if (same.some((call) => hasSucceeded(call))) return undefined
    const tookMs = Math.round((same.at(-1)?.atMs ?? met.atMs) - met.atMs)
    return `${tooSoon}: it sends the request again ${same.length === 1 ? 'once' : `${same.length} times`} in ${tookMs} ms`
  }

/** Returns what a client does when the connection for its next request is refused. */
const afterRefusedConnection: Conduct = ({ later, usual }) =>
  usual && !later.some((call) => callKey(call) === callKey(usual))
    ? 'does not retry after a refused connection, although it does after a reset'
    : undefined

/** Names the signatures that a receiver accepts, given the advice about its answers; undefined if unclear. */
export const acceptedSignatures = (adviceLines: readonly string[] = []): string | undefined => {
  const [isUnsigned, isForged] = [UNSIGNED, FORGED].map((line) => adviceLines.includes(line))
  if (isUnsigned === isForged) return undefined
  return isUnsigned ? 'accepts webhooks without a signature' : 'accepts webhooks with a wrong signature'
}

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

/** Returns a noun for a write; only a create can create duplicates. */
const writeNoun = ({ method }: ClientCall): string => (method === 'POST' ? 'create' : 'write')

const tagOf = ({ headers }: ClientCall): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'if-match')?.[1]

const hasTag = (call: ClientCall): boolean => tagOf(call) !== undefined

/** Returns whether a call repeats a write; a repeated create may have another id. */
const isRepeated = (met: ClientCall, call: ClientCall): boolean => {
  if (call.method !== met.method || targetKey(call) !== targetKey(met)) return false
  return met.method !== 'POST' || callKey(call) === callKey(met) || withoutId(call) === withoutId(met)
}

/** Returns whether a call is about the written resource, or reads its list. */
const isAbout = (met: ClientCall, call: ClientCall): boolean => {
  const [written, other] = [ownPath(met), ownPath(call)]
  const isOfEntry = met.method === 'POST' && other === `${written}/${idInBody(met)}`
  return written === other || isOfEntry || (isRead(call) && written.startsWith(`${other}/`))
}
