import { contentHash } from '../../lib/random/content-hash.ts'
import { closestWords, suggestionEnding } from '../../lib/text/did-you-mean.ts'
import { agencyAssumptions } from './agencies.ts'
import type { Assumption } from './assumption.ts'
import { authAssumptions } from './auth.ts'
import { catalogueAssumptions } from './catalogue.ts'
import { commonAssumptions } from './common.ts'
import { errorAssumptions } from './errors.ts'
import { eventAssumptions } from './events.ts'
import { inquiryAssumptions } from './inquiries.ts'
import { type ChoiceValue, formatOption, type OptionChoice, readOption } from './option-text.ts'
import { defaultWord } from './options.ts'
import { publicationAssumptions } from './publications.ts'

/** All assumptions, in the order of the sections. */
export const assumptions = [
  ...commonAssumptions,
  ...authAssumptions,
  ...catalogueAssumptions,
  ...agencyAssumptions,
  ...publicationAssumptions,
  ...inquiryAssumptions,
  ...eventAssumptions,
  ...errorAssumptions,
] as const

const ids = assumptions.map(({ id }) => id)

/** Id of an assumption. */
export type AssumptionId = (typeof ids)[number]

type Entries = { readonly [Entry in (typeof assumptions)[number] as Entry['id']]: Entry }

/** Option words of an assumption. */
export type OptionWord<Id extends AssumptionId> = Extract<keyof Entries[Id]['options'], string>

/** Type of the values of an assumption's options; `undefined` when none takes one. */
export type ChosenValue<Id extends AssumptionId> =
  | (Entries[Id] extends Assumption<string, string, infer Kind> ? ValueTypes[Kind] : never)
  | undefined

interface ValueTypes {
  readonly integer: number
  readonly word: string
  readonly words: readonly string[]
}

/** Origin of an option: the default, the scenario, the user who started the world, or the contract kit. */
export type OptionSource = 'default' | 'scenario' | 'given' | 'learned'

/** A chosen option for every assumption, as a frozen value. */
export interface Profile {
  readonly words: Readonly<Record<AssumptionId, string>>
  /** Present exactly for chosen options that take a value. */
  readonly values: Readonly<Partial<Record<AssumptionId, ChoiceValue>>>
  readonly sources: Readonly<Record<AssumptionId, OptionSource>>
  /** Empty for the defaults, otherwise a hash of the differences; it salts entity tags. */
  readonly fingerprint: string
}

/** Returns the option in force, typed as one of the assumption's words. */
export const chosen = <Id extends AssumptionId>(profile: Profile, id: Id): OptionWord<Id> =>
  // `withOptions` stores only option words of the same assumption.
  profile.words[id] as OptionWord<Id>

/** Returns what a table of all options of an assumption has for the option in force. */
export const byOption = <Id extends AssumptionId, Table extends OptionTable<Id>>(
  profile: Profile,
  id: Id,
  table: Table,
): Table[OptionWord<Id>] => table[chosen(profile, id)]

/** A value for each option of an assumption. */
export type OptionTable<Id extends AssumptionId> = Readonly<Record<OptionWord<Id>, unknown>>

/**
 * Returns whether `word` is the option in force of an assumption with two options. A third option makes each
 * of these calls an error, so that the compiler names every place that has to decide about it.
 */
export const isChosen = <Id extends AssumptionId, Word extends OptionWord<Id>>(
  profile: Profile,
  id: Id,
  word: OneOfTwo<Id, Word>,
): boolean => profile.words[id] === word

/** `Word`, when its assumption has exactly one other option; otherwise a type that says what to do. */
export type OneOfTwo<Id extends AssumptionId, Word extends OptionWord<Id>> =
  IsUnion<Exclude<OptionWord<Id>, Word>> extends true
    ? { readonly hasMoreOptions: 'read it by a table of all options, or a switch' }
    : Word

type IsUnion<T, All = T> = T extends All ? ([All] extends [T] ? false : true) : false

/** Returns the value of the option in force; undefined when it takes none. */
export const chosenValue = <Id extends AssumptionId>(profile: Profile, id: Id): ChosenValue<Id> =>
  // `withOptions` stores only values of the kind that the chosen option takes.
  profile.values[id] as ChosenValue<Id>

/** Thrown for invalid options; each problem says what was expected. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Maximum number of problems that are named. */
const MAX_PROBLEMS = 20
/** Maximum number of unknown ids for which similar ones are suggested. */
const MAX_SUGGESTIONS = 5

/**
 * Returns a profile with other options, given as texts such as `per-minute:60` by assumption id. Throws a
 * `ProfileError` with all problems, or the first twenty.
 */
export const withOptions = (
  base: Profile,
  choices: Readonly<Record<string, unknown>>,
  source: OptionSource,
): Profile => {
  const words = { ...base.words }
  const values = { ...base.values }
  const sources = { ...base.sources }
  const problems: string[] = []
  for (const [id, given] of Object.entries(choices)) {
    const choice = readChoice(id, given, problems.length < MAX_SUGGESTIONS)
    if ('problem' in choice) {
      problems.push(choice.problem)
      if (problems.length >= MAX_PROBLEMS) break
      continue
    }
    words[choice.id] = choice.word
    sources[choice.id] = source
    if (choice.value === undefined) delete values[choice.id]
    else values[choice.id] = choice.value
  }
  if (problems.length > 0) throw new ProfileError(problems)
  return freezeProfile(words, values, sources)
}

/** An option of a profile with its origin, as a store holds it. */
export interface StoredOption {
  readonly id: string
  readonly text: string
  readonly source: OptionSource
}

/** Returns the options in which a profile differs from another, or has them from elsewhere. */
export const optionsBeyond = (base: Profile, profile: Profile): StoredOption[] =>
  base === profile
    ? []
    : ids
        .filter(
          (id) =>
            base.sources[id] !== profile.sources[id] || optionText(base, id) !== optionText(profile, id),
        )
        .map((id) => ({ id, text: optionText(profile, id), source: profile.sources[id] }))

/** Returns the profile that differs by these options. Throws a `ProfileError` for one that is not known. */
export const withStoredOptions = (base: Profile, options: readonly StoredOption[]): Profile =>
  options.reduce((profile, { id, text, source }) => withOptions(profile, { [id]: text }, source), base)

/** Formats the option in force as the text that `withOptions` parses. */
export const optionText = (profile: Profile, id: AssumptionId): string =>
  formatChoice(profile.words, profile.values, id)

/** Returns an option as profiles write it; undefined when the assumption has no such option. */
export const writtenOption = (id: AssumptionId, option: string): string | undefined => {
  try {
    return optionText(withOptions(defaultProfile, { [id]: option }, 'learned'), id)
  } catch (error) {
    if (error instanceof ProfileError) return undefined
    throw error
  }
}

/** Returns one row per assumption, in order, for display. */
export const describeProfile = (profile: Profile): ProfileRow[] =>
  assumptions.map((entry) => ({
    id: entry.id,
    option: optionText(profile, entry.id),
    source: profile.sources[entry.id],
    default: defaultWord(entry),
    switchable: entry.switchable,
  }))

/** The option in force of an assumption. */
export interface ProfileRow {
  readonly id: AssumptionId
  readonly option: string
  readonly source: OptionSource
  readonly default: string
  readonly switchable: boolean
}

const formatChoice = (words: Profile['words'], values: Profile['values'], id: AssumptionId): string => {
  const value = values[id]
  return formatOption(value === undefined ? { word: words[id] } : { word: words[id], value })
}

const freezeProfile = (
  words: Profile['words'],
  values: Profile['values'],
  sources: Profile['sources'],
): Profile => {
  const differences = assumptions.flatMap((entry) => {
    const text = formatChoice(words, values, entry.id)
    return text === defaultWord(entry) ? [] : [`${entry.id}=${text}`]
  })
  return Object.freeze({
    words: Object.freeze(words),
    values: Object.freeze(values),
    sources: Object.freeze(sources),
    fingerprint: differences.length === 0 ? '' : contentHash(differences.join('\n')),
  })
}

const entryOf = new Map<string, Assumption<AssumptionId>>(assumptions.map((entry) => [entry.id, entry]))

/** Builds a record with a value for every assumption. */
const forEach = <T>(value: (entry: Assumption) => T): Record<AssumptionId, T> =>
  // Object.fromEntries loses the key type.
  Object.fromEntries(assumptions.map((entry) => [entry.id, value(entry)])) as Record<AssumptionId, T>

/** The profile of all defaults. */
export const defaultProfile: Profile = freezeProfile(
  forEach(defaultWord),
  {},
  forEach((): OptionSource => 'default'),
)

const readChoice = (
  id: string,
  given: unknown,
  suggests: boolean,
): (OptionChoice & { id: AssumptionId }) | { problem: string } => {
  const entry = entryOf.get(id)
  if (entry === undefined) return { problem: unknownId(id, suggests) }
  const choice = readOption(entry, given)
  if ('problem' in choice) return choice
  if (entry.switchable || choice.word === defaultWord(entry)) return { ...choice, id: entry.id }
  const problem = `${id}: ${choice.word} is a tolerance of the contract kit only; the sandbox always does ${defaultWord(entry)}`
  return { problem }
}

const unknownId = (id: string, suggests: boolean): string => {
  const near = suggests ? closestWords(id, ids) : []
  const guesses = near.length > 0 || !suggests ? near : suggestFromOtherSections(id)
  return `${id}: no such assumption${suggestionEnding(guesses)} (playa assumptions lists them all)`
}

/**
 * Suggests ids with a similar word in other sections, since a wrong section makes the whole id too different.
 */
const suggestFromOtherSections = (id: string): string[] => {
  const tail = (of: string) => of.slice(of.indexOf('/') + 1)
  const tails = closestWords(tail(id), [...new Set(ids.map(tail))])
  return tails.flatMap((word) => ids.filter((candidate) => tail(candidate) === word)).slice(0, 3)
}
