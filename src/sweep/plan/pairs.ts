import { parseJson } from '../../text/parse-json.ts'
import type { OptionVariant, Variant } from './variants.ts'

/** Options that let a client see more of the service: more pages, publications in other states. */
const MORE_ENTRIES: ReadonlySet<string> = new Set(['inquiries/page-size', 'publications/list'])
/**
 * Faults after which a client that retries, or reads again, sees a refusal or a state that it never sees
 * undisturbed.
 */
const REFUSING: ReadonlySet<string> = new Set(['answer-lost', 'stale-tag', 'suspended'])

/** Returns whether a variant may let an option show an effect that no undisturbed exchange shows. */
export const isCompanion = (variant: Variant): boolean =>
  variant.kind === 'option'
    ? MORE_ENTRIES.has(variant.assumption) && variant.companion === undefined
    : REFUSING.has(variant.fault) && variant.exchange.endsWith('#1')

/** Returns whether an option only changes answers: no clock, no rate, no webhook, no advice. */
export const isPairable = (variant: Variant): variant is OptionVariant =>
  variant.kind === 'option' &&
  !variant.advises &&
  variant.skipReason === undefined &&
  !variant.assumption.startsWith('events/') &&
  variant.injection.before === undefined &&
  variant.injection.startMs === undefined

/** Returns an option together with the companion that lets it show its effect. */
export const pairOf = (option: OptionVariant, companion: Variant): OptionVariant => ({
  ...option,
  id: `${option.id}${AND}${companion.id}`,
  option: `${option.option}${AND}${companion.id}`,
  companion,
  injection: {
    ...companion.injection,
    options: { ...companion.injection.options, ...option.injection.options },
  },
})

const AND = '+'

/** Returns the ids of both parts of a pair; undefined for the id of another variant. */
export const pairIds = (id: string): readonly [option: string, companion: string] | undefined => {
  const [, option, companion] = /^([^=@]+=.+)\+([^+]+)$/s.exec(id) ?? []
  return option === undefined || companion === undefined ? undefined : [option, companion]
}

/**
 * Returns the variant whose rules apply to a run. For a pair this is the fault, which the client survives
 * alone: a failure is then due to the option.
 */
export const judgedAs = (variant: Variant, keepsRecords = false): Variant => {
  const { companion } = variant.kind === 'option' ? variant : {}
  if (companion?.kind !== 'fault') return variant
  return keepsRecords ? companion : { ...companion, changesContent: true }
}

/** Groups companions that one replay can combine: faults of one kind, and all options. */
export const companionBundles = (companions: readonly Variant[]): Variant[][] => {
  const bundles = new Map<string, Variant[]>()
  for (const companion of companions) {
    const key = companion.kind === 'option' ? 'options' : companion.fault
    bundles.set(key, [...(bundles.get(key) ?? []), companion])
  }
  return [...bundles.values()]
}

/** The operation of a request, and its answer in a replay. */
export interface AnsweredCall {
  readonly operation: string | undefined
  readonly answer: string
}

/** What a client sees: values by operation, status and position in the answer. */
type Facts = ReadonlyMap<string, readonly string[]>

/** Members whose values are states that a client distinguishes. */
const STATES: ReadonlySet<string> = new Set(['EstadoActual'])
const SEEN_HEADERS: ReadonlySet<string> = new Set(['content-type', 'etag', 'location'])

/** Returns the positions at which answers have values. */
export const placesOf = (calls: readonly AnsweredCall[]): ReadonlySet<string> =>
  new Set(calls.flatMap((call) => [kindOf(call), ...factsOf(call).keys()]))

/**
 * Returns whether answers have a position that is not among the usual ones. Without one, no option shows
 * more.
 */
export const hasNewPlaces = (usual: ReadonlySet<string>, calls: readonly AnsweredCall[]): boolean =>
  [...placesOf(calls)].some((place) => !usual.has(place))

/** Returns whether an option changes a value at a position that is not among the usual ones. */
export const showsMore = (
  usual: ReadonlySet<string>,
  plain: readonly AnsweredCall[],
  changed: readonly AnsweredCall[],
): boolean =>
  plain.some((call, at) => {
    const other = changed[at]
    if (other === undefined || other.answer === call.answer) return false
    const [facts, otherFacts] = [factsOf(call), factsOf(other)]
    if (!usual.has(kindOf(call))) return kindOf(other) !== kindOf(call) || !isSame(facts, otherFacts)
    return [...facts].some(
      ([place, values]) => !usual.has(place) && otherFacts.get(place)?.join() !== values.join(),
    )
  })

const isSame = (one: Facts, other: Facts): boolean => textOf(one) === textOf(other)
const textOf = (facts: Facts): string => JSON.stringify([...facts])

const kindOf = ({ operation, answer }: AnsweredCall): string =>
  `${operation} ${answer.slice(0, Math.max(0, answer.indexOf('\n')))}`

const factsOf = (call: AnsweredCall): Facts => {
  const facts = new Map<string, string[]>()
  const kind = kindOf(call)
  const add = (place: string, value: unknown) => {
    const key = `${kind} ${place}`
    facts.set(key, [...(facts.get(key) ?? []), String(value)])
  }
  const [head = '', ...rest] = call.answer.split('\n\n')
  for (const line of head.split('\n').slice(1)) {
    const [name = '', value] = line.split(': ', 2)
    if (SEEN_HEADERS.has(name)) add(name, value)
  }
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) add(path, 'empty')
    else if (Array.isArray(value)) for (const inner of value) walk(inner, `${path}[]`)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        walk(inner, `${path}.${name}${STATES.has(name) ? `=${inner}` : ''}`)
    else add(path, value)
  }
  const body = rest.join('\n\n')
  walk(parseJson(body) ?? body, '')
  return facts
}
