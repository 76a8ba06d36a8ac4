import { isCounted, type SweepReport, type SweptFault, type SweptOption, variantId } from './findings.ts'
import { FOR_GOOD } from './refusals.ts'

/** Findings that most likely go away together. */
export interface Cause {
  /** What they have in common; a finding alone has its own id. */
  readonly id: string
  /** Ids of the findings, with ordinals together: `503@publications.read#1-5`. */
  readonly ids: readonly string[]
  /** Number of the findings. */
  readonly count: number
  /** The one whose evidence represents all. */
  readonly first: SweptOption | SweptFault
  /** Others that fail in another way, with the line of output that shows it. */
  readonly otherFailures: readonly (readonly [id: string, line: string])[]
}

/** Returns the causes of all findings of a report that count, those first that requests show for certain. */
export const countedCauses = ({ assumptions, faults }: SweepReport): Cause[] =>
  certainFirst(causesOf([...assumptions, ...faults].filter(isCounted)))

/** Puts what the requests of a client show before what may have several causes; both keep their order. */
const certainFirst = (causes: readonly Cause[]): Cause[] => {
  const isCertain = ({ id, first }: Cause) =>
    id === NO_RETRY || id === UNNOTICED || Boolean(first.evidence?.conduct)
  return [...causes.filter(isCertain), ...causes.filter((cause) => !isCertain(cause))]
}

/** Puts findings together by their cause, in the order of the first of each. */
export const causesOf = (entries: readonly (SweptOption | SweptFault)[]): Cause[] => {
  // A test may send an equal request later, which is no repetition.
  const notRepeated = new Set(entries.filter(({ evidence }) => evidence?.gaveUp).map(faultWord))
  const reset = new Set(entries.filter(({ evidence }) => evidence?.gaveUp).map(operationOf))
  return grouped(entries, (entry) => {
    const word = faultWord(entry)
    const conduct = entry.evidence?.conduct ?? ''
    if (RETRIES.test(conduct)) return word
    const isGivenUp = LOST.has(word) && GIVES_UP.test(conduct)
    // Who sends nothing again does not do so after a lost answer either.
    if (!notRepeated.has(word) && !(isGivenUp && reset.has(operationOf(entry)))) return causeKey(entry, word)
    return isUnnoticed(entry) ? UNNOTICED : NO_RETRY
  })
}

const LOST: ReadonlySet<string> = new Set(['answer-lost', '504'])
const GIVES_UP = /^gives up | for not done$/
const RETRIES =
  /^(?:gives up too soon after |does not wait as long as Retry-After |sends the request again before )/

/** Returns the operation that a fault meets. */
const operationOf = (entry: SweptOption | SweptFault): string =>
  'fault' in entry ? entry.exchange.replace(/#\d+$/, '') : ''

/**
 * Puts advice together by what happens and what the client does about it; what it does about refusals for
 * good is one habit, whatever is refused.
 */
export const advisedCauses = ({ advice }: SweepReport): Cause[] =>
  certainFirst(
    grouped(advice.filter(isCounted), (entry) => {
      const [word, habit] = [faultWord(entry), habitOf(entry)]
      const family = ADVISED_FAMILIES[word]
      if (family !== undefined) return family
      if (habit === '') return word
      return FOR_GOOD.has(word) ? habit : `${word}: ${habit}`
    }),
  )

/** Returns what a client does, without its figures and names. */
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

/** True where a failure is taken for success: only the world shows it. */
const isUnnoticed = ({ evidence }: SweptOption | SweptFault): boolean =>
  evidence !== null && evidence.output === '' && evidence.tests.length === 0 && evidence.world.length > 0

const MOST_WAYS = 3

const otherFailures = (
  first: SweptOption | SweptFault,
  found: readonly (SweptOption | SweptFault)[],
): Cause['otherFailures'] => {
  const waysOf = (entry: SweptOption | SweptFault) =>
    [failureLine(entry), entry.evidence?.world[0] ?? ''].filter((line) => line !== '')
  const seen = new Set(waysOf(first).map(wayOf))
  return found
    .flatMap((entry): Cause['otherFailures'] => {
      // A limited rate is met by each exchange, too.
      const ways = 'fault' in entry ? waysOf(entry) : []
      const line = ways.find((way) => !seen.has(wayOf(way)))
      for (const way of ways) seen.add(wayOf(way))
      return line === undefined ? [] : [[variantId(entry), line]]
    })
    .slice(0, MOST_WAYS)
}

const failureLine = ({ evidence }: SweptOption | SweptFault): string =>
  evidence?.output
    .split('\n')
    .find((line) => /[\p{L}\d]{2}/u.test(line))
    ?.trim() ?? ''

/** Returns a line without what differs between runs; one about the world without its record and values. */
const wayOf = (line: string): string =>
  line
    .replace(/^(publication|agency|webhook) \S+?(:?) (?:(.+?) is .* instead of .*|(.+))$/s, '$1$2 $3$4')
    .replaceAll(/(?<![\da-f])[a-f]*\d[\da-f]*/gi, '#')

/** Id of the cause that what is refused or reset is not sent again. */
export const NO_RETRY = 'no retry'

/** Id of the cause that what is refused or reset is taken for done. */
export const UNNOTICED = 'failure unnoticed'

/** Faults that a client meets in one place for all its requests. */
const OF_ALL_REQUESTS = new Set(['429-retry-after', '429-bare', '503', 'reset', 'slow'])

/** A rate that is exceeded is met as `429-retry-after`. */
const faultWord = (entry: SweptOption | SweptFault): string =>
  'fault' in entry ? entry.fault : entry.id === 'limits/rate' ? '429-retry-after' : entry.id

/**
 * Findings that show the same of a client under several names: writes that were done, tags, the order of
 * entries.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  'answer-lost': 'lost',
  '504': 'lost',
  'year-end': 'calendar',
  'month-end': 'calendar',
  'leap-day': 'calendar',
  'stale-tag': 'tag',
  'publications/precondition-required': 'tag',
}

/** How a client is left without the answer to a write: what it does about it is one thing. */
const HOW_LOST = / (?:whose answer was lost|that a gateway answered with 504)(?=$|,| for)/

/** Advice that shows the same of a client under several names. */
const ADVISED_FAMILIES: Readonly<Record<string, string>> = {
  'ids-in-other-case': 'case of ids',
  'publications/external-id-shown': 'case of ids',
}

/** A write that is not guarded, from the start or after it was refused. */
const WITHOUT_TAG = /^writes (?:again )?with(?:out (?:the tag|If-Match)| If-Match: \*)/

/** What inquiries say, in those of before or in all: who breaks off at one does so at the other. */
const OF_LEADS: Readonly<Record<string, string>> = {
  nulls: 'nulls',
  'bare-leads': 'nulls',
  'new-words': 'new words',
  'leads-in-new-words': 'new words',
}

/** The order of a list, whichever way it is another. */
const OF_ORDER: ReadonlySet<string> = new Set(['publications/order', 'inquiries/order', 'lists-reordered'])

const causeKey = (entry: SweptOption | SweptFault, word: string): string => {
  if (OF_ALL_REQUESTS.has(word)) return word
  const { evidence, id } = entry
  const conduct = evidence?.conduct ?? ''
  if (WITHOUT_TAG.test(conduct)) return 'tag: none'
  const family = FAMILIES[word]
  if (family !== undefined && conduct !== '') return `${family}: ${conduct.replace(HOW_LOST, '')}`
  if (OF_ORDER.has(word) && evidence?.parts) return `order: ${evidence.parts}`
  if (OF_LEADS[word] !== undefined) return `${OF_LEADS[word]}: ${wayOf(failureLine(entry))}`
  return id.replace(/#\d+$/, '')
}

/** Writes the ordinals of one fault and operation as ranges. */
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
