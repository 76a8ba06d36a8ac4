import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Assumption } from './assumption.ts'
import { optionWords } from './options.ts'
import {
  type AssumptionId,
  assumptions,
  chosen,
  chosenValue,
  defaultProfile,
  describeProfile,
  isChosen,
  optionText,
  ProfileError,
  withOptions,
} from './profile.ts'

const given = (choices: Readonly<Record<string, unknown>>) => withOptions(defaultProfile, choices, 'given')

const problemsOf = (choices: Readonly<Record<string, unknown>>): string[] => {
  try {
    given(choices)
  } catch (error) {
    if (error instanceof ProfileError) return error.problems
    throw error
  }
  return []
}

/** Every option that the sandbox implements. */
const switchableOptions = assumptions
  .filter((entry) => entry.switchable)
  .flatMap((entry) => optionWords(entry).map((word) => ({ id: entry.id, word })))

it('every switchable option is chosen by its word and read back from its printed text', () => {
  for (const { id, word } of switchableOptions) {
    const profile = given({ [id]: word })
    expect(profile.words[id]).toBe(word)
    expect(given({ [id]: optionText(profile, id) })).toEqual(profile)
  }
})

it('any mixture of options is read back from its printed texts', () => {
  fc.assert(
    fc.property(fc.subarray(switchableOptions), (picked) => {
      const profile = given(Object.fromEntries(picked.map(({ id, word }) => [id, word])))
      const texts = Object.fromEntries(picked.map(({ id }) => [id, optionText(profile, id)]))
      expect(given(texts)).toEqual(profile)
    }),
    { seed: 3, numRuns: 50 },
  )
})

it('any integer within the bounds is read back and any beyond is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 1100 }), (size) => {
      if (size < 1 || size > 1000) {
        expect(problemsOf({ 'inquiries/page-size': size })).toHaveLength(1)
        return
      }
      const profile = given({ 'inquiries/page-size': `size:${size}` })
      expect(chosenValue(profile, 'inquiries/page-size')).toBe(size)
      expect(given({ 'inquiries/page-size': optionText(profile, 'inquiries/page-size') })).toEqual(profile)
    }),
    { seed: 5, examples: [[0], [1], [1000], [1001]] },
  )
})

it('the defaults are the first option as written, statuses included', () => {
  expect(chosen(defaultProfile, 'publications/write-to-archived')).toBe('409')
  expect(chosen(defaultProfile, 'common/unknown-members')).toBe('ignored')
  expect(chosen(defaultProfile, 'publications/package-exhausted')).toBe('409')
  expect(optionWords(byId('publications/package-exhausted'))).toEqual(['409', '403', 'suspended'])
})

it('a comparison with a word that is not an option is a type error', () => {
  // @ts-expect-error '410' is not an option of this assumption.
  expect(isChosen(defaultProfile, 'publications/write-to-archived', '410')).toBe(false)
  // @ts-expect-error There is no such assumption.
  expect(() => chosen(defaultProfile, 'publications/nothing')).not.toThrow()
})

it('the value of an option has the type of its kind', () => {
  const profile = given({
    'limits/rate': 60,
    'common/vendor': 'acme',
    'publications/state-literals': 'A,B,C',
  })
  const rate: number | undefined = chosenValue(profile, 'limits/rate')
  const vendor: string | undefined = chosenValue(profile, 'common/vendor')
  const literals: readonly string[] | undefined = chosenValue(profile, 'publications/state-literals')
  const none: undefined = chosenValue(profile, 'publications/read-archived')
  expect([rate, vendor, literals, none]).toEqual([60, 'acme', ['A', 'B', 'C'], undefined])
})

it('a bare value stands for the only option that takes one', () => {
  const profile = given({ 'limits/rate': '60', 'auth/clock-tolerance': 5, 'events/topics': ['uno', 'dos'] })
  expect(optionText(profile, 'limits/rate')).toBe('per-minute:60')
  expect(optionText(profile, 'auth/clock-tolerance')).toBe('seconds:5')
  expect(optionText(profile, 'events/topics')).toBe('list:uno,dos')
})

it('an option word wins over a bare value of the same spelling', () => {
  expect(optionText(given({ 'inquiries/page-size': 100 }), 'inquiries/page-size')).toBe('100')
})

it('an option that takes a value uses its example when none is given', () => {
  expect(optionText(given({ 'limits/rate': 'per-minute' }), 'limits/rate')).toBe('per-minute:60')
})

it('numbers and null spell option words', () => {
  const profile = given({ 'publications/write-to-archived': 403, 'events/secret-shown': null })
  expect(chosen(profile, 'publications/write-to-archived')).toBe('403')
  expect(chosen(profile, 'events/secret-shown')).toBe('null')
})

it('a boolean spells an option word even where the sandbox does the default only', () => {
  expect(chosen(given({ 'publications/activa-null': true }), 'publications/activa-null')).toBe('true')
})

it('returning to the default drops the value and the fingerprint', () => {
  const limited = given({ 'limits/rate': 60 })
  const back = withOptions(limited, { 'limits/rate': 'off' }, 'given')
  expect(chosenValue(back, 'limits/rate')).toBeUndefined()
  expect(back.fingerprint).toBe('')
  expect(chosenValue(limited, 'limits/rate')).toBe(60)
})

it('an unknown id is answered with the nearest ones and with where to find all', () => {
  const [problem] = problemsOf({ 'publications/write-to-archive': '403' })
  expect(problem).toContain('did you mean publications/write-to-archived')
  expect(problem).toContain('playa assumptions')
  expect(problemsOf({ 'write-to-archived': '403' })[0]).toContain(
    'did you mean publications/write-to-archived',
  )
  expect(problemsOf({ constructor: '403' })[0]).toContain('no such assumption')
})

it('an unknown option is answered with the options, the default first', () => {
  expect(problemsOf({ 'publications/package-exhausted': '410' })).toEqual([
    'publications/package-exhausted: expected one of 409, 403, suspended, got "410"',
  ])
  expect(problemsOf({ 'limits/rate': 'fast' })[0]).toContain('off, per-minute:<an integer from 1 to 1000000>')
  expect(problemsOf({ 'limits/rate': 'toString' })).toHaveLength(1)
  expect(problemsOf({ 'limits/rate': undefined })).toHaveLength(1)
  expect(problemsOf({ 'limits/rate': { 'per-minute': 60 } })).toHaveLength(1)
})

it('an error lists all problems and chooses no option', () => {
  const problems = problemsOf({ 'no/such-thing': 'x', 'errors/how-many': 'some', 'errors/keys': 'paths' })
  expect(problems).toHaveLength(2)
  expect(() => given({ 'no/such-thing': 'x', 'errors/how-many': 'some' })).toThrow(
    /no\/such-thing.*\n.*errors\/how-many/,
  )
})

it('values out of bounds and values for options without one are refused', () => {
  const refused: [AssumptionId, unknown][] = [
    ['limits/rate', 0],
    ['limits/rate', -1],
    ['limits/rate', 1.5],
    ['limits/rate', 'per-minute:'],
    ['limits/rate', 'off:3'],
    ['limits/rate', ['60']],
    ['auth/clock-tolerance', 86401],
    ['common/vendor', 'Acme'],
    ['common/vendor', 'a b'],
    ['publications/state-literals', 'Activa,Pausada'],
    ['publications/state-literals', 'Activa,activa,Cerrada'],
    ['publications/state-literals', ['Activa', 'Pausada', 3]],
    ['publications/state-literals', 'Activa,,Cerrada'],
    ['events/topics', []],
    ['events/topics', 3],
    ['events/topics', true],
    ['events/topics', 'list:con espacio'],
  ]
  for (const [id, value] of refused) expect(problemsOf({ [id]: value }), `${id}=${value}`).toHaveLength(1)
})

it('a tolerance of the contract kit cannot be chosen, its default can', () => {
  for (const entry of assumptions.filter(({ switchable }) => !switchable)) {
    const [first, ...tolerances] = optionWords(entry)
    expect(given({ [entry.id]: first }).words).toEqual(defaultProfile.words)
    for (const word of tolerances) {
      expect(problemsOf({ [entry.id]: word })).toEqual([
        `${entry.id}: ${word} is a tolerance of the contract kit only; the sandbox always does ${first}`,
      ])
    }
  }
})

it('the fingerprint is empty for the defaults, independent of order and source, and different for different options', () => {
  const one = { 'errors/how-many': 'first', 'limits/rate': 60 }
  const turned = { 'limits/rate': 'per-minute:60', 'errors/how-many': 'first' }
  const { fingerprint } = given(one)
  expect(defaultProfile.fingerprint).toBe('')
  expect(given({ 'errors/how-many': 'all' }).fingerprint).toBe('')
  expect(fingerprint).toMatch(/^[0-9a-z]{14}$/)
  expect(withOptions(defaultProfile, turned, 'learned').fingerprint).toBe(fingerprint)
  const all = switchableOptions.map(({ id, word }) => given({ [id]: word }).fingerprint)
  expect(new Set(all).size).toBe(all.length - assumptions.filter(({ switchable }) => switchable).length + 1)
  expect(given({ ...one, 'limits/rate': 61 }).fingerprint).not.toBe(fingerprint)
})

it('each chosen id has its source', () => {
  const scenario = withOptions(defaultProfile, { 'errors/how-many': 'all', 'limits/rate': 60 }, 'scenario')
  const profile = withOptions(scenario, { 'limits/rate': 'off' }, 'given')
  expect(profile.sources['errors/how-many']).toBe('scenario')
  expect(profile.sources['limits/rate']).toBe('given')
  expect(profile.sources['errors/keys']).toBe('default')
})

it('a profile is frozen', () => {
  const profile = given({ 'publications/state-literals': ['A', 'B', 'C'] })
  expect([profile, profile.words, profile.values, profile.sources].every(Object.isFrozen)).toBe(true)
  expect(Object.isFrozen(profile.values['publications/state-literals'])).toBe(true)
})

it('a description has a row for each assumption in order', () => {
  const lines = describeProfile(given({ 'limits/rate': 60 }))
  expect(lines.map(({ id }) => id)).toEqual(assumptions.map(({ id }) => id))
  expect(lines.find(({ id }) => id === 'limits/rate')).toEqual({
    id: 'limits/rate',
    option: 'per-minute:60',
    source: 'given',
    default: 'off',
    switchable: true,
  })
})

const byId = (id: AssumptionId): Assumption => {
  const entry = assumptions.find((candidate) => candidate.id === id)
  if (entry === undefined) throw new Error(`no assumption ${id}`)
  return entry
}
