import { expect, it } from 'vitest'
import { defaultWord } from '../../src/api/assumptions/options.ts'
import { type AssumptionId, assumptions } from '../../src/api/assumptions/profile.ts'
import { type Clause, clauses, learnedAssumptions } from '../../src/cli/entries/kit-entry.ts'
import { type OptionRow, optionPacks, optionRows, otherOptionRows } from '../support/option-packs.ts'
import { accusations, CIRCUMSTANCES, learnAlone, learnersOf, learnFrom, mislearned } from './learning.ts'
import { UNOBSERVABLE } from './unobservable.ts'

/**
 * No clause fails on a legal option of the sandbox, and the clauses learn every option that a client can
 * observe. Options that do not hide each other share a run. `npm run test:full` tries each alone: where a
 * run of many options fails, it names the one.
 */

/** Assumptions with an option that hides others, or needs a setting of the run. */
const ALONE: readonly AssumptionId[] = [
  ...assumptions.map(({ id }) => id).filter((id) => id in CIRCUMSTANCES),
  'common/vendor',
  // Without a list of active ones, without photos: less is seen.
  'publications/list',
  'publications/photos-put',
  // If every address is absolute, it has no effect.
  'publications/location-header',
  // Without this topic there are no deliveries.
  'events/topics',
  'events/first-configuration',
]

/** Credentials and a rate are settings of the caller. */
const CALLER_SETTINGS = /^(auth\/scheme|auth\/digest|limits\/rate)$/

const isOfDeliveries = ({ id }: OptionRow): boolean => id.startsWith('events/')
const needsCallback = ({ id, needs }: Clause): boolean =>
  needs.includes('callback') || id.startsWith('webhooks/')

const shared = otherOptionRows.filter(({ id }) => !ALONE.includes(id) && !CALLER_SETTINGS.test(id))
interface LearningRun {
  readonly name: string
  readonly profile: Readonly<Record<string, string>>
  readonly chosen: readonly Clause[]
  readonly speed?: number
}

const RUNS: readonly LearningRun[] = [
  ...optionPacks(
    shared.filter((row) => !isOfDeliveries(row)),
    5,
  ).map((profile, at) => ({
    name: `${at + 1}`,
    profile,
    chosen: clauses.filter(({ needs }) => !needs.includes('callback')),
  })),
  ...optionPacks(shared.filter(isOfDeliveries), 4).map((profile, at) => ({
    name: `${at + 1} of deliveries`,
    profile,
    chosen: clauses.filter(needsCallback),
    // At this speed two hours of retries take 83 ms.
    speed: 86_400,
  })),
]

const isObservable = ({ id }: { readonly id: AssumptionId }): boolean => !(id in UNOBSERVABLE)

it.each(RUNS)(
  'no clause fails on profile $name, and what shows of it is learned',
  async ({ profile, chosen, speed }) => {
    const rows = shared.filter(({ id, option }) => profile[id] === option)
    const report = await learnFrom(chosen, { profile, ...(speed !== undefined && { speed }) })
    expect(accusations(report)).toEqual([])
    expect(mislearned(report, rows.filter(isObservable))).toEqual([])
    // A run that skips nearly everything would fail no service either.
    expect(report.summary.skipped).toBeLessThan(chosen.length / 3)
  },
)

it.each(
  optionRows
    .filter((row) => ALONE.includes(row.id) && isObservable(row))
    .map((row) => [row.id, row.option, row] as const),
)('%s=%s is learned back', async (_id, _option, row) => {
  const report = await learnAlone(row)
  expect(accusations(report)).toEqual([])
  expect(mislearned(report, [row])).toEqual([])
})

it('a complete run learns every observable default, and nothing about the others', async () => {
  const ids = Object.keys(UNOBSERVABLE)
  expect(ids.filter((id) => !optionRows.some((row) => row.id === id))).toEqual([])
  const claimed = await Promise.all(ids.map(async (id) => ((await learnersOf(id)).length > 0 ? [id] : [])))
  expect(claimed.flat()).toEqual([])
  const report = await learnFrom(clauses, { profile: {} })
  expect(report.learned.filter(({ id }) => ids.includes(id))).toEqual([])
  // The clauses do not contradict each other: they learn one option of every question that needs no setting.
  const plain = assumptions.filter(
    (entry) => entry.switchable && isObservable(entry) && !(entry.id in CIRCUMSTANCES),
  )
  const learned = new Map(learnedAssumptions(report).map(({ id, option }) => [id, option]))
  expect(plain.map(({ id }) => [id, learned.get(id)])).toEqual(
    plain.map((entry) => [entry.id, defaultWord(entry)]),
  )
})
