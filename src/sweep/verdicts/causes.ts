import { isCounted, type SweepReport, type SweptFault, type SweptOption, variantId } from './findings.ts'
import { PERMANENT } from './refusals.ts'

/** Findings that one change of the client is likely to fix. */
export interface Cause {
  /** Key of the group; for a single finding, its id. */
  readonly id: string
  /** Ids of the findings, with ranges of ordinals: `503@publications.read#1-5`. */
  readonly ids: readonly string[]
  /** Number of the findings. */
  readonly count: number
  /** The finding whose evidence represents all. */
  readonly first: SweptOption | SweptFault
  /** Findings that fail in another way, with the line of output that shows it. */
  readonly otherFailures: readonly (readonly [id: string, line: string])[]
}

/** Returns the causes of all findings that count; those that requests prove come first. */
export const countedCauses = ({ assumptions, faults }: SweepReport): Cause[] =>
  certainFirst(causesOf([...assumptions, ...faults].filter(isCounted)))

/** Puts causes that requests prove first; otherwise the order is kept. */
const certainFirst = (causes: readonly Cause[]): Cause[] => {
  const isCertain = ({ id, first }: Cause) =>
    id === NO_RETRY || id === UNNOTICED || Boolean(first.evidence?.conduct)
  return [...causes.filter(isCertain), ...causes.filter((cause) => !isCertain(cause))]
}

/** Groups findings by cause, in the order of their first findings. */
export const causesOf = (entries: readonly (SweptOption | SweptFault)[]): Cause[] => {
  // An equal request later may come from another test, so it is not a retry.
  const notRepeated = new Set(entries.filter(({ evidence }) => evidence?.gaveUp).map(faultName))
  const reset = new Set(entries.filter(({ evidence }) => evidence?.gaveUp).map(operationOf))
  return grouped(entries, (entry) => {
    const word = faultName(entry)
    const conduct = entry.evidence?.conduct ?? ''
    if (RETRIES.test(conduct)) return word
    const isGivenUp = LOST.has(word) && GIVES_UP.test(conduct)
    // A client that never retries does not do so after a lost answer either.
    if (!notRepeated.has(word) && !(isGivenUp && reset.has(operationOf(entry)))) return causeKey(entry, word)
    return isUnnoticed(entry) ? UNNOTICED : NO_RETRY
  })
}

const LOST: ReadonlySet<string> = new Set(['answer-lost', '504'])
const GIVES_UP = /^gives up | was not done$/
const RETRIES =
  /^(?:gives up too soon after |does not wait as long as Retry-After |sends the request again before )/

/** Returns the operation that a fault acts on. */
const operationOf = (entry: SweptOption | SweptFault): string =>
  'fault' in entry ? entry.exchange.replace(/#\d+$/, '') : ''

/**
 * Groups advice by fault and by what the client does about it. What it does about permanent refusals is one
 * group, whatever is refused.
 */
export const advisedCauses = ({ advice }: SweepReport): Cause[] =>
  certainFirst(
    grouped(advice.filter(isCounted), (entry) => {
      const [word, habit] = [faultName(entry), habitOf(entry)]
      const family = ADVISED_FAMILIES[word]
      if (family !== undefined) return family
      if (habit === '') return word
      // Each crash has its own place in the client.
      if (/^crashes/.test(habit)) return `${habit}: ${lineShape(failureLine(entry))}`
      return PERMANENT.has(word) ? habit : `${word}: ${habit}`
    }),
  )

/** Returns what a client does, without numbers and names. */
const habitOf = ({ evidence }: SweptOption | SweptFault): string =>
  evidence?.conduct?.replace(/:.*/s, '').replaceAll(/\d+/g, '#') ?? ''

const grouped = (
  entries: readonly (SweptOption | SweptFault)[],
  keyOf: (entry: SweptOption | SweptFault) => string,
): Cause[] => {
  const groups = new Map<string, (SweptOption | SweptFault)[]>()
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry])
  return [...groups].flatMap(([key, found]) => {
    const first = found.find((entry) => 'fault' in entry) ?? found[0]
    if (first === undefined) return []
    const isNamed = found.length > 1 || key === NO_RETRY || key === UNNOTICED
    const ids = shortened(found.map(variantId))
    return [
      {
        id: isNamed ? key : variantId(first),
        ids,
        count: found.length,
        first,
        otherFailures: otherFailures(first, found),
      },
    ]
  })
}

/** Returns whether a failure is treated as success, so that only the world shows it. */
const isUnnoticed = ({ evidence }: SweptOption | SweptFault): boolean =>
  evidence !== null && evidence.output === '' && evidence.tests.length === 0 && evidence.world.length > 0

const MAX_OTHERS = 3

const otherFailures = (
  first: SweptOption | SweptFault,
  found: readonly (SweptOption | SweptFault)[],
): Cause['otherFailures'] => {
  const linesOf = (entry: SweptOption | SweptFault) =>
    [failureLine(entry), entry.evidence?.world[0] ?? ''].filter((line) => line !== '')
  const seen = new Set(linesOf(first).map(lineShape))
  return found
    .flatMap((entry): Cause['otherFailures'] => {
      // A rate limit may hit any exchange, so its output differs anyway.
      const ways = 'fault' in entry ? linesOf(entry) : []
      const line = ways.find((way) => !seen.has(lineShape(way)))
      for (const way of ways) seen.add(lineShape(way))
      return line === undefined ? [] : [[variantId(entry), line]]
    })
    .slice(0, MAX_OTHERS)
}

const failureLine = ({ evidence }: SweptOption | SweptFault): string =>
  evidence?.output
    .split('\n')
    .find((line) => /[\p{L}\d]{2}/u.test(line))
    ?.trim() ?? ''

/**
 * Returns a line without details that differ between runs; a line about the world without record and values.
 */
const lineShape = (line: string): string =>
  line
    .replace(/^(publication|agency|webhook) \S+?(:?) (?:(.+?) is .* instead of .*|(.+))$/s, '$1$2 $3$4')
    .replaceAll(/(?<![\da-f])[a-f]*\d[\da-f]*/gi, '#')

/** Id of the cause that refused or reset requests are never retried. */
export const NO_RETRY = 'no retry'

/** Id of the cause that refused or reset requests are treated as success. */
export const UNNOTICED = 'failure unnoticed'

/** Faults that a client handles in one place for all requests. */
const FAULTS_OF_ANY_REQUEST = new Set(['429-retry-after', '429-bare', '503', 'reset', 'slow'])

/** Returns the name of a fault; a rate limit counts as `429-retry-after`. */
const faultName = (entry: SweptOption | SweptFault): string =>
  'fault' in entry ? entry.fault : entry.id === 'limits/rate' ? '429-retry-after' : entry.id

/** Variants that show the same weakness under several names: lost answers, tags, dates. */
const FAMILIES: Readonly<Record<string, string>> = {
  'answer-lost': 'lost',
  '504': 'lost',
  'year-end': 'calendar',
  'month-end': 'calendar',
  'leap-day': 'calendar',
  'stale-tag': 'tag',
  'publications/precondition-required': 'tag',
}

/** Matches how the answer to a write was lost; the client's reaction is the same weakness. */
const HOW_LOST = / (?:whose answer was lost|that a gateway answered with 504)(?=$|,| was not)/

/** Advice that shows the same weakness under several names. */
const ADVISED_FAMILIES: Readonly<Record<string, string>> = {
  'ids-in-other-case': 'case of ids',
  'publications/external-id-shown': 'case of ids',
}

/** Matches a write without a tag, at first or after a refusal. */
const WITHOUT_TAG = /^writes (?:again )?with(?:out (?:the tag|If-Match)| If-Match: \*)/

/** Faults that change earlier inquiries or all: a client that crashes on one crashes on the other. */
const LEAD_FAULT_FAMILIES: Readonly<Record<string, string>> = {
  nulls: 'nulls',
  'bare-leads': 'nulls',
  'new-words': 'new words',
  'leads-in-new-words': 'new words',
}

/** Variants that change the order of a list. */
const ORDER_VARIANTS: ReadonlySet<string> = new Set([
  'publications/order',
  'inquiries/order',
  'lists-reordered',
])

const causeKey = (entry: SweptOption | SweptFault, word: string): string => {
  if (FAULTS_OF_ANY_REQUEST.has(word)) return word
  const { evidence, id } = entry
  const conduct = evidence?.conduct ?? ''
  if (WITHOUT_TAG.test(conduct)) return 'tag: none'
  const family = FAMILIES[word]
  if (family !== undefined && conduct !== '') return `${family}: ${conduct.replace(HOW_LOST, '')}`
  if (ORDER_VARIANTS.has(word) && evidence?.parts) return `order: ${evidence.parts}`
  if (LEAD_FAULT_FAMILIES[word] !== undefined)
    return `${LEAD_FAULT_FAMILIES[word]}: ${lineShape(failureLine(entry))}`
  return id.replace(/#\d+$/, '')
}

/** Writes the ordinals of a fault at an operation as ranges. */
const shortened = (ids: readonly string[]): string[] => {
  const ordinals = new Map<string, number[]>()
  for (const id of ids) {
    const [, stem = id, ordinal] = /^(.+)#(\d+)$/.exec(id) ?? []
    ordinals.set(stem, [...(ordinals.get(stem) ?? []), ...(ordinal === undefined ? [] : [Number(ordinal)])])
  }
  return [...ordinals].map(([stem, numbers]) => (numbers.length === 0 ? stem : `${stem}#${ranges(numbers)}`))
}

const ranges = (numbers: readonly number[]): string =>
  numbers
    .map((number, at) => {
      const [isAfter, isBefore] = [numbers[at - 1] === number - 1, numbers[at + 1] === number + 1]
      return isAfter && isBefore ? '' : isAfter ? `-${number}` : `,${number}`
    })
    .join('')
    .slice(1)
