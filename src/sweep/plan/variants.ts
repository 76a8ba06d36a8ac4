import type { Assumption } from '../../assumptions/assumption.ts'
import { formatOption } from '../../assumptions/option-text.ts'
import { optionWords } from '../../assumptions/options.ts'
import { assumptions, optionText, type Profile } from '../../assumptions/profile.ts'
import { bodyText, type ClientCall, isCreate, isEdit, isExempt, isRead } from '../faults/client-call.ts'
import type { ExchangeFault } from '../faults/exchange-fault.ts'
import { type FaultInjection, limitedRate } from '../faults/fault-injection.ts'
import { type ExchangeFaultKind, exchangeFaults, faultAt } from '../faults/fault-kinds.ts'
import { membersIn } from '../faults/json-walk.ts'
import { CHANGED_OWN } from '../faults/own-changes.ts'
import { FORMER_PRICE, LEFT_OUT, OTHER_PRICES } from '../faults/price-faults.ts'
import { isOwnInquiry } from '../faults/receiver-faults.ts'
import { isNamed, leavesForms } from '../faults/undocumented-faults.ts'
import type { Contrast, WorldFault } from '../faults/world-fault.ts'
import {
  ANOTHER,
  beforeToday,
  isLaterPage,
  type WorldFaultKind,
  worldFaults,
} from '../faults/world-faults.ts'

/** One change of the world under which the client's command runs. */
export type Variant = OptionVariant | FaultVariant

/** Another option of an assumption. */
export interface OptionVariant {
  readonly kind: 'option'
  /** `assumption=option`. */
  readonly id: string
  readonly assumption: string
  readonly option: string
  /** True: its findings are advice, and do not count. */
  readonly advises?: true
  /** The variant without which the option has no effect; id and option name both. */
  readonly companion?: Variant
  readonly injection: FaultInjection
  /** Why the variant is not swept; absent if it is. */
  readonly skipReason?: string
}

/** A fault at one exchange, or of the whole run. */
export interface FaultVariant {
  readonly kind: 'fault'
  /** `fault@exchange`, or only the name of the fault. */
  readonly id: string
  readonly fault: ExchangeFaultKind | WorldFaultKind
  /** Id and ordinal of the operation; `*` for the whole run. */
  readonly exchange: string
  readonly means: string
  readonly weakness: string
  readonly rank: number
  readonly replays: boolean
  /** True: answers have other content, so a different world is not a finding. */
  readonly changesContent?: true
  /** True: its findings are advice, and do not count. */
  readonly advises?: true
  /** True: giving up is not a finding; only what the client does is. */
  readonly harms?: true
  /**
   * True: advice, but a crash because of a missing value counts. `as-advice`: the crash does not count
   * either, since the client may have written the value itself.
   */
  readonly crashCounts?: true | 'as-advice'
  /** True: the undisturbed requests show it, so the client need not run. */
  readonly fromJournal?: true
  /** Runs to compare with: surviving this fault is a finding if the client fails in one of them. */
  readonly contrastRuns?: readonly Contrast[]
  /** The same fault for each half of the inquiries. */
  readonly halves?: readonly FaultInjection[]
  /** Id of the variant that the client must survive before this one is meaningful. */
  readonly after?: string | undefined
  readonly injection: FaultInjection
  readonly skipReason?: string
}

/** The input for making variants. */
export interface VariantSource {
  /** The profile of the undisturbed worlds. */
  readonly profile: Profile
  readonly nowMs: number
  /** Requests of the first undisturbed run. */
  readonly calls: readonly ClientCall[]
  /** Exchanges that every undisturbed run has. */
  readonly exchanges: ReadonlySet<string>
  readonly hasDeliveries: boolean
}

/** Returns every other option of every switchable assumption. */
export const optionVariants = (source: VariantSource): OptionVariant[] =>
  assumptions.flatMap((entry: Assumption) =>
    entry.switchable
      ? optionsOf(entry, source.profile, source.calls).map((option) => optionVariant(entry, option, source))
      : [],
  )

const optionsOf = (entry: Assumption, profile: Profile, calls: readonly ClientCall[]): string[] => {
  // `assumptions` holds entries of exactly these ids.
  const current = optionText(profile, entry.id as Parameters<typeof optionText>[1])
  return optionWords(entry)
    .map((word) => {
      const takes = entry.options[word]?.value
      if (takes === undefined) return formatOption({ word })
      const value = takes.kind === 'integer' ? revealingNumber(entry.id, takes.example, calls) : takes.example
      return formatOption({ word, value })
    })
    .filter((option) => option !== current)
}

/** Returns a value at which the client notices the option: several pages, or two thirds of its requests. */
const revealingNumber = (id: string, example: number, calls: readonly ClientCall[]): number => {
  if (id === 'limits/rate')
    return revealingRate(calls.filter(({ operation, headers }) => operation && !isExempt(headers)).length)
  return id === 'inquiries/page-size' ? revealingPageSize(calls, example) : example
}

/** Returns a rate that refuses once: a client that waits can finish within the next minute. */
const revealingRate = (requests: number): number =>
  Math.max(1, Math.min(requests - 1, Math.ceil((requests * 2) / 3)))

const MAX_PAGES = 60
const REVEALING_PAGES = 20

const revealingPageSize = (calls: readonly ClientCall[], example: number): number => {
  const all = calls.flatMap(({ response }) => totalOf(response?.body))
  const totals = all.filter((total) => total > 1)
  // A single entry gets a second page with another client's inquiry.
  if (totals.length === 0) return all.includes(1) ? 1 : example
  const [most, least] = [Math.max(...totals), Math.min(...totals)]
  // Half of a list often has the same newest, dearest or most frequent entry as the whole list.
  const revealing = Math.min(Math.ceil(most / REVEALING_PAGES), Math.floor(least / 2))
  return Math.max(1, Math.ceil(most / MAX_PAGES), revealing)
}

const totalOf = (body = ''): number[] => {
  const total = /"Total":(\d+)/.exec(body)?.[1]
  return total === undefined ? [] : [Number(total)]
}

const optionVariant = (
  { id }: Assumption,
  option: string,
  { calls, nowMs }: VariantSource,
): OptionVariant => ({
  kind: 'option',
  id: `${id}=${option}`,
  assumption: id,
  option,
  injection: {
    options: { [id]: option },
    ...(id === 'limits/rate' && option !== 'off' && limitedRate(nowMs)),
  },
  ...(ADVISING.has(id) && { advises: true }),
  ...skippedOption(id, calls),
})

/** The scheme is agreed with the service's operator, so a client without credentials is not at fault. */
const skippedOption = (id: string, calls: readonly ClientCall[]): { skipReason?: string } => {
  const signs = calls.some(({ headers }) => headers.some(([name]) => name.toLowerCase() === 'authorization'))
  return id === 'auth/scheme' && !signs ? { skipReason: 'the client sends no credentials' } : {}
}

/**
 * Options that very few services choose, or that leave a client nothing to do: even a careful client may not
 * handle them.
 */
const ADVISING = new Set([
  // A full edit writes back what it was shown, including null, and a client may ask for the last day in any
  // zone.
  'common/null-members',
  'common/template-syntax',
  'common/vendor',
  'events/method',
  'events/signature-algorithm',
  'events/topics',
  'inquiries/hasta-future',
  'publications/external-id-shown',
  'publications/optional-absent',
  // 404 means that a publication does not exist, and an archived one has a state.
  'publications/read-archived',
  'publications/version-absent',
])

/** Returns every fault at every exchange, and the faults of the whole run. */
export const faultVariants = (source: VariantSource): FaultVariant[] => {
  const swept = source.calls.filter(
    ({ exchange, operation, response, headers }) =>
      operation !== undefined &&
      !isExempt(headers) &&
      exchange !== undefined &&
      response !== null &&
      source.exchanges.has(exchange),
  )
  return [
    ...swept.flatMap((call) =>
      // The keys of the table are its kinds.
      (Object.keys(exchangeFaults) as ExchangeFaultKind[]).flatMap((kind) =>
        exchangeVariant(kind, call, { swept, calls: source.calls }),
      ),
    ),
    // As above.
    ...(Object.keys(worldFaults) as WorldFaultKind[]).flatMap((kind) => [
      worldVariant(kind, source),
      ...inhabitedVariant(kind, source),
    ]),
  ]
}

const READ_RANK = 4

const exchangeVariant = (
  kind: ExchangeFaultKind,
  call: ClientCall,
  { swept, calls }: { readonly swept: readonly ClientCall[]; readonly calls: readonly ClientCall[] },
): FaultVariant[] => {
  const fault: ExchangeFault = exchangeFaults[kind]
  const isAffected = (other: ClientCall) => fault.actsOn(other) && fault.suits?.(other, calls) !== false
  if (!isAffected(call)) return []
  const isEach = fault.perOperation === 'writes' ? !isRead(call) : fault.perOperation
  const isLike = (other: ClientCall) =>
    isAffected(other) && isRead(other) === isRead(call) && (!isEach || other.operation === call.operation)
  // Advice is given only once.
  if (fault.advises && swept.find(isLike) !== call) return []
  const { exchange = '', method } = call
  const isFirst = exchange.endsWith('#1')
  const after = fault.after?.(call, calls)
  return [
    {
      ...fault,
      kind: 'fault',
      id: `${kind}@${exchange}`,
      fault: kind,
      exchange,
      rank: fault.rank + (method === 'GET' ? READ_RANK : 0) + (isFirst ? 0 : READ_RANK),
      replays: false,
      after: after?.includes('@') === false ? `${after}@${exchange}` : after,
      ...(fault.contrasts && { contrastRuns: fault.contrasts(call) }),
      injection: faultAt(kind, call),
    },
  ]
}

const HALVES = [0, 1] as const

const worldVariant = (kind: WorldFaultKind, source: VariantSource): FaultVariant => {
  const fault: WorldFault = worldFaults[kind]
  const skipReason = skippedFault(kind, source)
  const injection = fault.injection(source.nowMs)
  return {
    ...fault,
    kind: 'fault',
    id: kind,
    fault: kind,
    exchange: '*',
    injection,
    ...(fault.contrasts && { contrastRuns: fault.contrasts(source.nowMs) }),
    ...(fault.inWebhooks && source.hasDeliveries && { replays: false }),
    ...(fault.hasHalves && { halves: HALVES.map((half) => fault.injection(source.nowMs, half)) }),
    ...adapted(kind, source, injection),
    ...(skipReason !== undefined && { skipReason }),
  }
}

/** Faults that act on inquiries received before the run. */
const INQUIRY_CONTENT_FAULTS = new Set<WorldFaultKind>(['new-words', 'nulls', 'odd-texts'])

/** Adapts a fault to a client whose undisturbed run would not meet it. */
const adapted = (
  kind: WorldFaultKind,
  { calls, nowMs }: VariantSource,
  injection: FaultInjection,
): Partial<FaultVariant> => {
  const needsPages = kind === 'fewer-links'
  // A client that already reads several pages meets the moving page at its own page size.
  if (needsPages || (kind === 'page-moved' && !calls.some((call) => isLaterPage(call)))) {
    const size = `size:${revealingPageSize(calls, 20)}`
    return {
      after: `inquiries/page-size=${size}`,
      injection: { ...injection, options: { 'inquiries/page-size': size } },
    }
  }
  const create = calls.find(({ operation }) => operation === 'publications.create')
  if (
    kind === 'conflict-of-entry' &&
    create?.exchange &&
    calls.every(({ response }) => response?.status !== 409)
  ) {
    const lost = faultAt('answer-lost', create)
    return {
      replays: false,
      after: `answer-lost@${create.exchange}`,
      injection: {
        open: (world) => lost.open?.(world),
        before: (world, call) => {
          void lost.before?.({ ...world, mark: () => {} }, call)
          return injection.before?.(world, call)
        },
      },
    }
  }
  return INQUIRY_CONTENT_FAULTS.has(kind) && isEveryListOfToday({ calls, nowMs })
    ? {
        after: ANOTHER,
        replays: false,
        // A single inquiry has no halves.
        halves: [],
        injection: beforeToday(kind, nowMs),
      }
    : {}
}

const isListOfInquiries = ({ operation }: ClientCall): boolean => operation === 'inquiries.list'

/** Returns for each list of inquiries whether all of them arrived during the run. */
const listsOfToday = ({ calls, nowMs }: Pick<VariantSource, 'calls' | 'nowMs'>): boolean[] =>
  calls
    .filter(isListOfInquiries)
    .map(({ response }) =>
      (response?.body.match(/(?<="Momento":")[^"]+/g) ?? []).every((at) => Date.parse(at) >= nowMs),
    )

const isEveryListOfToday = (source: Pick<VariantSource, 'calls' | 'nowMs'>): boolean => {
  const lists = listsOfToday(source)
  return lists.length > 0 && lists.every(Boolean)
}

/** Returns whether a client reads a list that has only the inquiries of its tests. */
export const hasListOfToday = (source: Pick<VariantSource, 'calls' | 'nowMs'>): boolean =>
  listsOfToday(source).includes(true)

/** Faults that change the form of inquiries, and show when earlier and new ones are compared. */
const INQUIRY_FORM_FAULTS = new Set<WorldFaultKind>(['utc-times', 'mixed-offsets', 'ids-falling'])

/** Returns a fault combined with another person's inquiry, for lists without earlier inquiries. */
const inhabitedVariant = (kind: WorldFaultKind, source: VariantSource): FaultVariant[] => {
  const isAffected = INQUIRY_CONTENT_FAULTS.has(kind)
    ? !isEveryListOfToday(source)
    : INQUIRY_FORM_FAULTS.has(kind)
  if (!isAffected || !hasListOfToday(source)) return []
  const { halves: _, ...variant } = worldVariant(kind, source)
  return [
    {
      ...variant,
      id: withAnotherId(kind),
      means: `${variant.means}; another person's inquiry arrived a minute before the run`,
      after: ANOTHER,
      replays: false,
      injection: beforeToday(kind, source.nowMs),
    },
  ]
}

const withAnotherId = (kind: WorldFaultKind): string => `${kind}+${ANOTHER}`

const skippedFault = (kind: WorldFaultKind, { calls, hasDeliveries }: VariantSource): string | undefined => {
  if (kind.startsWith('webhook-')) return hasDeliveries ? undefined : 'no webhook is sent'
  if (
    kind === 'other-titles' &&
    !hasDeliveries &&
    !calls.some(({ response }) => response?.body.includes('"title"'))
  )
    return 'no title is read'
  if ((kind === ANOTHER || kind === 'midnight-in-utc') && !calls.some(isListOfInquiries))
    return 'no inquiries are read'
  if (kind === FORMER_PRICE && !calls.some(({ operation }) => operation === 'publications.list'))
    return 'no list of publications is read'
  if (OTHER_PRICES.test(kind) || kind === FORMER_PRICE) {
    const edits = calls.filter(isEdit)
    return edits.some(({ body }) => bodyText(body).includes('"Precio"')) ? undefined : 'no price is edited'
  }
  if (kind === 'any-tag' && !calls.some(({ headers }) => headers.some(([name]) => /^if-match$/i.test(name))))
    return 'no write has a tag'
  if (
    kind === 'amount-decimals' &&
    !calls.some((call) => !isRead(call) && bodyText(call.body).includes('"Importe"'))
  )
    return 'no amount is written'
  if (kind === 'branch-members' && !calls.some(({ operation }) => operation === 'branches.edit'))
    return 'no branch is edited'
  if (kind === 'operator-members' && !calls.some(({ operation }) => operation === 'operators.edit'))
    return 'no administrator is edited'
  if (kind === 'unsigned-webhooks' && !calls.some(({ body }) => bodyText(body).includes('"Callback"')))
    return 'no webhook is configured'
  if (kind === 'ref-by-default' && !leavesForms(calls)) return 'the client says which form it wants'
  if (kind === 'plus-signs' && !calls.some(({ target }) => /[?&]operador=/.test(target)))
    return 'no request names an operator'
  if (kind === 'other-names' && !calls.some(isNamed)) return 'no name is written'
  if (kind === 'no-views' && calls.some(isOwnVisit)) return 'a test makes views'
  if (kind === 'archived-first' && !calls.some(({ operation }) => operation === 'publications.archive'))
    return 'nothing is archived'
  const isWhole = ({ operation }: ClientCall) =>
    /^(?:publications|branches|notifications|webhooks)\.edit$/.test(operation ?? '')
  if (kind === 'awkward-values' && !calls.some(isEdit)) return 'nothing is edited'
  if (kind === 'same-second' && !calls.some(isOwnInquiry)) return 'no test makes an inquiry'
  if (
    /^(?:ids-in-other-case|changed-between)$/.test(kind) &&
    !(readsListAgain(calls) && calls.some(isSyncStep))
  )
    return 'no list of publications is read again and acted on'
  if (kind === CHANGED_OWN && !(calls.some(isEdit) && readsOwnAgain(calls)))
    return 'no publication that the client created is read again and edited'
  if ((kind === LEFT_OUT || kind === 'wiped-unseen') && !calls.some(isWhole))
    return 'the client sends no full edit'
  if (
    kind === 'others-members' &&
    !calls.some(({ operation }) =>
      /^(?:publications\.(?:edit|amend)|notifications\.edit)$/.test(operation ?? ''),
    )
  )
    return 'nothing is edited'
  if (kind === 'page-moved') {
    const lists = calls.filter(isListOfInquiries)
    return lists.some(({ response }) => totalOf(response?.body).some((total) => total > 1))
      ? undefined
      : 'no list of several inquiries is read'
  }
  return undefined
}

/** Returns whether a call is a control call with which a test creates views. */
const isOwnVisit = ({ operation, method, target }: ClientCall): boolean =>
  operation === undefined && method === 'POST' && /\/visits$/.test(target)

/** Returns whether a call may be part of a synchronisation of publications. */
const isSyncStep = ({ operation }: ClientCall): boolean =>
  /^publications\.(?:create|edit|amend|archive|suspend)$/.test(operation ?? '')

/** Returns whether a list shows publications that the client created. */
const readsOwnAgain = (calls: readonly ClientCall[]): boolean => {
  const made = calls.flatMap((call) =>
    isCreate(call) ? [JSON.stringify(membersIn(bodyText(call.body))['ExternalId'])] : [],
  )
  return calls.some(
    ({ operation, response }) =>
      operation === 'publications.list' && made.some((id) => response?.body.includes(`"ExternalId":${id}`)),
  )
}

/** Returns whether a list of publications is read twice without a control call in between. */
const readsListAgain = (calls: readonly ClientCall[]): boolean => {
  let count = 0
  return calls.some(({ operation, target }) => {
    if (operation === undefined) count = 0
    if (operation === 'publications.list' && !/[?&]pagina=(?!1(?:&|$))/.test(target)) count += 1
    return count > 1
  })
}
