import { isCounted, type SweepReport, type SweptFault, type SweptOption, variantId } from './findings.ts'

/** Findings that most likely go away together. */
export interface Cause {
  /** What they have in common; a finding alone has its own id. */
  readonly id: string
  /** Ids of the findings, with ordinals together: `503@publications.read#1-5`. */
  readonly ids: readonly string[]
  /** The one whose evidence stands for all. */
  readonly first: SweptOption | SweptFault
}

/** Returns the causes of all findings of a report that count. */
export const countedCauses = ({ assumptions, faults }: SweepReport): Cause[] =>
  causesOf([...assumptions, ...faults].filter(isCounted))

/** Puts findings together by their cause, in the order of the first of each. */
export const causesOf = (entries: readonly (SweptOption | SweptFault)[]): Cause[] => {
  const groups = new Map<string, (SweptOption | SweptFault)[]>()
  // A test may send an equal request later, which is no repetition.
  const notRepeated = new Set(entries.filter(({ evidence }) => evidence?.gaveUp).map(faultWord))
  for (const entry of entries) {
    const word = faultWord(entry)
    const key = notRepeated.has(word) ? NO_RETRY : causeKey(entry, word)
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups].flatMap(([key, found]) => {
    const first = found.find((entry) => 'fault' in entry) ?? found[0]
    const id = found.length > 1 || key === NO_RETRY ? key : undefined
    return first ? [{ id: id ?? variantId(first), ids: shortened(found.map(variantId)), first }] : []
  })
}

/** Id of the cause that what is refused or reset is not sent again. */
export const NO_RETRY = 'no retry'

/** Faults that a client meets in one place for all its requests. */
const OF_ALL_REQUESTS = new Set(['429-retry-after', '429-bare', '503', 'reset', 'slow'])

/** A rate that is exceeded is met as `429-retry-after`. */
const faultWord = (entry: SweptOption | SweptFault): string =>
  'fault' in entry ? entry.fault : entry.id === 'limits/rate' ? '429-retry-after' : entry.id

const causeKey = ({ id }: SweptOption | SweptFault, word: string): string =>
  OF_ALL_REQUESTS.has(word) ? word : id.replace(/#\d+$/, '')

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
