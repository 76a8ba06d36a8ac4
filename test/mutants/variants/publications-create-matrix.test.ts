import { expect, it } from 'vitest'
import { defaultWord } from '../../../src/api/assumptions/options.ts'
import { assumptions } from '../../../src/api/assumptions/profile.ts'
import { runClausesAgainst, type WrongServer } from '../support/wrong-server.ts'
import { createAndReadClauses } from './creates-and-reads.ts'

/** The clauses on creates and reads fail on no legal option alone. */

const touched = new Set(createAndReadClauses.flatMap(({ statements }) => statements))

/**
 * Credentials, vendor word and rate are settings of the target, and downloads need a network. A service that
 * downloads photos is among those of `services-of-creates.test.ts`.
 */
const ELSEWHERE = ['auth/scheme', 'auth/digest', 'common/vendor', 'limits/rate', 'publications/photos']

/** Options other than the defaults, of assumptions that concern a statement of the clauses. */
const profiles = assumptions
  .filter(({ id, switchable }) => switchable && !ELSEWHERE.includes(id))
  .filter(({ statements }) => statements.some((statement) => touched.has(statement)))
  .flatMap((entry) =>
    Object.entries(entry.options)
      .filter(([word]) => word !== defaultWord(entry))
      .map(([word, option]): readonly [string, Readonly<Record<string, string>>] => {
        const text = 'value' in option ? `${word}:${[option.value.example].flat().join()}` : word
        return [`${entry.id}=${text}`, { [entry.id]: text }]
      }),
  )

const FAILING_VERDICTS = ['failed', 'broken']

/** Options that the clauses learn from a service that differs from the defaults. */
const LEARNED = {
  'publications/etag-strength': 'weak',
  'publications/external-id-characters': 'unreserved',
  'publications/external-id-reuse': '201',
  'publications/same-vehicle': '400',
  'publications/conflict-status-member': '400',
  'publications/unknown-operator': 'administrator',
  'publications/unresolvable': 'kept',
  'publications/vin-check-digit': 'enforced',
  'publications/suspicious-mileage': 'also-yearly-maximum',
  'publications/custom-data-item': 'string',
  'publications/warranty': 'boolean',
  'publications/telefono-create': '400',
  'publications/required-members': 'also-color-and-precio',
  'publications/location-header': 'absolute',
  'publications/ref-etag-form': 'opaque-part',
  'publications/photo-refused': 'left-out',
} as const

/** Runs every clause against one service; returns the failures and what was learned. */
const runAll = async (wrong: Partial<WrongServer>) => {
  const accused: unknown[] = []
  const learned = new Map<string, ReadonlySet<string>>()
  for (const { clause, verdict, violation, reason, learned: seen } of await runClausesAgainst(
    createAndReadClauses,
    wrong,
  )) {
    if (FAILING_VERDICTS.includes(verdict))
      accused.push([clause.id, violation?.expected ?? reason, violation?.got])
    for (const { id, option } of seen) learned.set(id, new Set([...(learned.get(id) ?? []), option]))
  }
  return { accused, learned }
}

it.each(profiles)('no clause fails under %s, and it is learned where it shows', async (_, profile) => {
  const { accused, learned } = await runAll({ profile })
  expect(accused).toEqual([])
  for (const [id, option] of Object.entries(LEARNED)) {
    if (profile[id] === option) expect([id, ...(learned.get(id) ?? [])]).toEqual([id, option])
  }
})

it('what shows is among the options that are tried', () => {
  const options = profiles.flatMap(([, profile]) =>
    Object.entries(profile).map(([id, option]) => `${id}=${option}`),
  )
  expect(
    Object.entries(LEARNED)
      .map(([id, option]) => `${id}=${option}`)
      .filter((pair) => !options.includes(pair)),
  ).toEqual([])
})

it('of a service with the defaults the defaults are learned', async () => {
  const { learned } = await runAll({})
  for (const entry of assumptions.filter(({ id }) => id in LEARNED)) {
    expect([entry.id, ...(learned.get(entry.id) ?? [])]).toEqual([entry.id, defaultWord(entry)])
  }
})
