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
import { FORMER_PRICE, LEFT_OUT } from '../faults/price-faults.ts'
import { isOwnInquiry } from '../faults/receiver-faults.ts'
import { isNamed, leavesForms } from '../faults/unsaid-faults.ts'
import type { Contrast, WorldFault } from '../faults/world-fault.ts'
import {
  ANOTHER,
  beforeToday,
  isFurtherPage,
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
  /** True: what it shows is advice, and does not count. */
  readonly advises?: true
  /** Present: the variant beside which alone it shows its effect; id and option name both. */
  readonly companion?: Variant
  readonly injection: FaultInjection
  /** Present: it is not swept, for this reason. */
  readonly left?: string
}

/** A fault at one exchange, or of the whole run. */
export interface FaultVariant {
  readonly kind: 'fault'
  /** `fault@exchange`, or the fault's word alone. */
  readonly id: string
  readonly fault: ExchangeFaultKind | WorldFaultKind
  /** Id and ordinal of the operation; `*` for the whole run. */
  readonly exchange: string
  readonly means: string
  readonly weakness: string
  readonly rank: number
  readonly replays: boolean
  /** True: another world is no finding. */
  readonly saysOther?: true
  /** True: what it shows is advice, and does not count. */
  readonly advises?: true
  /** True: giving up is no finding, something twice is. */
  readonly harms?: true
  /**
   * True: advice, but where the client needs a value that is missing, it counts. `as-advice`: it does not,
   * since the value may be the client's own.
   */
  readonly crashCounts?: true | 'as-advice'
  /** True: the undisturbed requests show it, so that the client need not run. */
  readonly fromJournal?: true
  /** Present: surviving this means something if the client does not survive others. */
  readonly contrastRuns?: readonly Contrast[]
  /** The same fault of one half of the inquiries, and of the other. */
  readonly halves?: readonly FaultInjection[]
  /** Id of the variant that the client must survive before this one can show anything. */
  readonly after?: string | undefined
  readonly injection: FaultInjection
  readonly left?: string
}

/** What variants are made from. */
export interface VariantSource {
  /** The profile that the undisturbed worlds have. */
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
      ? wordsOf(entry, source.profile, source.calls).map((option) => optionVariant(entry, option, source))
      : [],
  )

const wordsOf = (entry: Assumption, profile: Profile, calls: readonly ClientCall[]): string[] => {
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

/**
 * Returns a value under which the client's requests reveal the option: several pages, two thirds of the
 * requests.
 */
const revealingNumber = (id: string, example: number, calls: readonly ClientCall[]): number => {
  if (id === 'limits/rate')
    return revealingRate(calls.filter(({ operation, headers }) => operation && !isExempt(headers)).length)
  return id === 'inquiries/page-size' ? revealingPageSize(calls, example) : example
}

/** Returns a rate that refuses once: a client that waits is done in the following minute, with some room. */
const revealingRate = (requests: number): number =>
  Math.max(1, Math.min(requests - 1, Math.ceil((requests * 2) / 3)))

const MOST_PAGES = 60
const REVEALING_PAGES = 20

const revealingPageSize = (calls: readonly ClientCall[], example: number): number => {
  const all = calls.flatMap(({ response }) => totalOf(response?.body))
  const totals = all.filter((total) => total > 1)
  // One entry has a second page together with one from another client.
  if (totals.length === 0) return all.includes(1) ? 1 : example
  const [most, least] = [Math.max(...totals), Math.min(...totals)]
  // Half of a list often has the same newest, dearest or most frequent entry as the whole.
  const revealing = Math.min(Math.ceil(most / REVEALING_PAGES), Math.floor(least / 2))
  return Math.max(1, Math.ceil(most / MOST_PAGES), revealing)
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
  ...leftOption(id, calls),
})

/** The scheme is agreed with the operator of the service, so a client without credentials is not at fault. */
const leftOption = (id: string, calls: readonly ClientCall[]): { left?: string } => {
  const signs = calls.some(({ headers }) => headers.some(([name]) => name.toLowerCase() === 'authorization'))
  return id === 'auth/scheme' && !signs ? { left: 'the client sends no credentials' } : {}
}

/**
 * Options that very few services take, or without which no client can do what it is for: a careful one need
 * not expect them.
 */
const ADVISING = new Set([
  // A full edit writes back what it was shown, null too, and the last day may be asked for in any zone.
  'common/null-members',
  'common/template-syntax',
  'common/vendor',
  'events/method',
  'events/signature-algorithm',
  'events/topics',
  'inquiries/hasta-future',
  'publications/external-id-shown',
  'publications/optional-absent',
  // 404 is for a publication that does not exist, and an archived one has a state.
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
      // The keys of the table are the kinds.
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
  const isMeant = (other: ClientCall) => fault.actsOn(other) && fault.suits?.(other, calls) !== false
  if (!isMeant(call)) return []
  const isEach = fault.perOperation === 'writes' ? !isRead(call) : fault.perOperation
  const isLike = (other: ClientCall) =>
    isMeant(other) && isRead(other) === isRead(call) && (!isEach || other.operation === call.operation)
  // Advice is given once.
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
  const left = leftFault(kind, source)
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
    ...(left !== undefined && { left }),
  }
}

/** Faults that act on inquiries from before the run. */
const OF_INQUIRIES = new Set<WorldFaultKind>(['new-words', 'nulls', 'odd-texts'])

/** Lets a fault meet what the undisturbed run of this client has not. */
const adapted = (
  kind: WorldFaultKind,
  { calls, nowMs }: VariantSource,
  injection: FaultInjection,
): Partial<FaultVariant> => {
  const needsPages = kind === 'fewer-links'
  // A client that turns pages by itself meets the page that moves at its own page size.
  if (needsPages || (kind === 'page-moved' && !calls.some((call) => isFurtherPage(call)))) {
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
  return OF_INQUIRIES.has(kind) && isEveryListOfToday({ calls, nowMs })
    ? {
        after: ANOTHER,
        replays: false,
        // One inquiry has no halves.
        halves: [],
        injection: beforeToday(kind, nowMs),
      }
    : {}
}

/** Tells of each list of inquiries whether it shows none from before the run. */
const listsOfToday = ({ calls, nowMs }: Pick<VariantSource, 'calls' | 'nowMs'>): boolean[] =>
  calls
    .filter(({ operation }) => operation === 'inquiries.list')
    .map(({ response }) =>
      (response?.body.match(/(?<="Momento":")[^"]+/g) ?? []).every((at) => Date.parse(at) >= nowMs),
    )

const isEveryListOfToday = (source: Pick<VariantSource, 'calls' | 'nowMs'>): boolean => {
  const lists = listsOfToday(source)
  return lists.length > 0 && lists.every(Boolean)
}

/** Tells whether a client reads a list in which it sees none but the inquiries of its tests. */
export const hasListOfToday = (source: Pick<VariantSource, 'calls' | 'nowMs'>): boolean =>
  listsOfToday(source).includes(true)

/** Faults that change how inquiries are written: what was there before is compared with what comes. */
const OF_COMPARISONS = new Set<WorldFaultKind>(['utc-times', 'mixed-offsets', 'ids-falling'])

/** Returns a fault combined with another person's inquiry, for lists that are otherwise empty. */
const inhabitedVariant = (kind: WorldFaultKind, source: VariantSource): FaultVariant[] => {
  const isMeant = OF_INQUIRIES.has(kind) ? !isEveryListOfToday(source) : OF_COMPARISONS.has(kind)
  if (!isMeant || !hasListOfToday(source)) return []
  const { halves: _, ...variant } = worldVariant(kind, source)
  return [
    {
      ...variant,
      id: besideAnotherId(kind),
      means: `${variant.means}; one from another person has arrived a minute before the run`,
      after: ANOTHER,
      replays: false,
      injection: beforeToday(kind, source.nowMs),
    },
  ]
}

const besideAnotherId = (kind: WorldFaultKind): string => `${kind}+${ANOTHER}`

const leftFault = (kind: WorldFaultKind, { calls, hasDeliveries }: VariantSource): string | undefined => {
  if (kind.startsWith('webhook-')) return hasDeliveries ? undefined : 'no webhook is sent'
  if (
    kind === 'other-titles' &&
    !hasDeliveries &&
    !calls.some(({ response }) => response?.body.includes('"title"'))
  )
    return 'no title is read'
  if (kind === ANOTHER && !calls.some(({ operation }) => operation === 'inquiries.list'))
    return 'no inquiries are read'
  if (kind === FORMER_PRICE && !calls.some(({ operation }) => operation === 'publications.list'))
    return 'no list of publications is read'
  if (kind === 'other-prices' || kind === FORMER_PRICE) {
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
    return 'nothing that the client has made is read again and edited'
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
    const lists = calls.filter(({ operation }) => operation === 'inquiries.list')
    return lists.some(({ response }) => totalOf(response?.body).some((total) => total > 1))
      ? undefined
      : 'no list of several inquiries is read'
  }
  return undefined
}

/** True for a control call by which a test makes views, and expects them. */
const isOwnVisit = ({ operation, method, target }: ClientCall): boolean =>
  operation === undefined && method === 'POST' && /\/visits$/.test(target)

/** True for what a client does that brings publications in line with a list. */
const isSyncStep = ({ operation }: ClientCall): boolean =>
  /^publications\.(?:create|edit|amend|archive|suspend)$/.test(operation ?? '')

/** True where a list shows what the client has made. */
const readsOwnAgain = (calls: readonly ClientCall[]): boolean => {
  const made = calls.flatMap((call) =>
    isCreate(call) ? [JSON.stringify(membersIn(bodyText(call.body))['ExternalId'])] : [],
  )
  return calls.some(
    ({ operation, response }) =>
      operation === 'publications.list' && made.some((id) => response?.body.includes(`"ExternalId":${id}`)),
  )
}

/** True where a list of publications is read twice without a control call in between. */
const readsListAgain = (calls: readonly ClientCall[]): boolean => {
  let count = 0
  return calls.some(({ operation, target }) => {
    if (operation === undefined) count = 0
    if (operation === 'publications.list' && !/[?&]pagina=(?!1(?:&|$))/.test(target)) count += 1
    return count > 1
  })
}
