import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import type { Judgement } from './judgement.ts'
import type { PublicationModel } from './publication-model.ts'
import type { PublicationRules } from './publications.ts'
import type { HistoryExchange } from './recorded-exchange.ts'
import type { SeenRequest } from './seen-request.ts'

/** The states that a package counts, by option of `agencies/package-counts`. */
const READINGS = ['active', 'active-and-suspended'] as const
type Reading = (typeof READINGS)[number]

interface Count {
  readonly inUse: Readonly<Record<string, number>>
  /** Publications that the history created, by option and level; `?` is a level that is not shown. */
  readonly created: Readonly<Record<Reading, Readonly<Record<string, number>>>>
  readonly exchange: HistoryExchange
}

/**
 * Rules on the package: the counts of each level add up, and follow every transition of the history's
 * publications under one of two options (AGE-07, AGE-08, AGE-09).
 */
export class PackageRules {
  readonly #last = new Map<string, Count>()
  readonly #allowed = new Map<string, Set<Reading>>()

  /** Judges a read of the package and notes its free places. */
  judge(judgement: Judgement, seen: SeenRequest, publications: PublicationRules): void {
    const { exchange } = judgement
    const { base, parameters, facts } = seen
    const created = publications.createdIn(seen)
    const levels = LEVELS.map((level) => [level, membersOf(membersOf(exchange.json)[level])] as const)
    if (levels.some(([, counts]) => typeof counts['Activas'] !== 'number')) return
    const key = `${base} ${parameters['adminmail']?.toLowerCase()}`
    const last = this.#last.get(key)
    for (const [level, { Pack, Activas, Disponibles }] of levels) {
      judgement.expect(Number(Activas) + Number(Disponibles) === Number(Pack), {
        rule: `package/adds-up ${level}`,
        because: ['AGE-08', 'AGE-07'],
        expected: `${level}: Activas + Disponibles = Pack ${Pack}`,
        got: `${Activas} + ${Disponibles}`,
      })
      // After a contract was reduced, more may be in use than the Pack holds, but it does not grow.
      const isGrown = Number(Activas) > (last?.inUse[level] ?? Number.POSITIVE_INFINITY)
      const isOverfull =
        Number(Activas) > Number(Pack) &&
        isGrown &&
        created.some(({ shown }) => shown['Exposicion'] === level)
      judgement.expect(!isOverfull, {
        rule: `package/within-pack ${level}`,
        because: ['AGE-09'],
        expected: `at most ${Pack} in use at ${level}`,
        got: `${Activas}`,
      })
    }
    if (!judgement.can('package/follows-transitions')) return
    const inUse = Object.fromEntries(levels.map(([level, counts]) => [level, Number(counts['Activas'])]))
    facts.free = Object.fromEntries(levels.map(([level, counts]) => [level, Number(counts['Disponibles'])]))
    // A publication that was lost may hold a place.
    if (publications.hasLost(seen)) return
    const count = { inUse, created: countsOf(created), exchange }
    this.#compare(judgement, key, count)
    this.#last.set(key, count)
  }

  #compare(judgement: Judgement, key: string, count: Count): void {
    const last = this.#last.get(key)
    if (last === undefined) return
    judgement.exercise('package/follows-transitions')
    const allowed = this.#allowed.get(key) ?? new Set(READINGS)
    const wrong = new Map(READINGS.map((reading) => [reading, differenceOf(last, count, reading)]))
    const left = [...allowed].filter((reading) => wrong.get(reading) === undefined)
    if (left.length === 0) {
      const [first = 'active'] = allowed
      judgement.report({
        rule: `package/follows-transitions ${wrong.get(first)?.level}`,
        because: ['AGE-08', 'agencies/package-counts'],
        expected: wrong.get(first)?.expected ?? '',
        got: wrong.get(first)?.got,
        since: last.exchange,
      })
      return
    }
    this.#allowed.set(key, new Set(left))
    if (left.length === 1 && left[0]) judgement.observe('agencies/package-counts', left[0])
  }
}

const countsOf = (created: readonly PublicationModel[]): Count['created'] => {
  const counts: Record<Reading, Record<string, number>> = { active: {}, 'active-and-suspended': {} }
  for (const { state, shown } of created) {
    const level = String(shown['Exposicion'] ?? '?')
    const add = (reading: Reading) => {
      counts[reading][level] = (counts[reading][level] ?? 0) + 1
    }
    if (state === 'active') add('active')
    if (state === 'active' || state === 'suspended') add('active-and-suspended')
  }
  return counts
}

/** Returns how the counts contradict an option; undefined when they do not. */
const differenceOf = (last: Count, next: Count, reading: Reading) => {
  const changes = LEVELS.map((level) => {
    const expected = (next.created[reading][level] ?? 0) - (last.created[reading][level] ?? 0)
    return { level, expected, got: (next.inUse[level] ?? 0) - (last.inUse[level] ?? 0) }
  })
  const hidden = (next.created[reading]['?'] ?? 0) + (last.created[reading]['?'] ?? 0)
  const sum = (name: 'expected' | 'got') => changes.reduce((total, change) => total + change[name], 0)
  // A suspended publication may not show the level whose place it keeps.
  if (hidden > 0) {
    const total = sum('expected') + (next.created[reading]['?'] ?? 0) - (last.created[reading]['?'] ?? 0)
    return total === sum('got') ? undefined : worded('all levels', total, sum('got'))
  }
  const odd = changes.find(({ expected, got }) => expected !== got)
  return odd && worded(odd.level, odd.expected, odd.got)
}

const worded = (level: string, expected: number, got: number) => ({
  level,
  expected: `Activas of ${level} changed by ${expected}`,
  got: `changed by ${got}`,
})
