import { LEVELS as BY_HEIGHT } from '../../src/api/wire/exposure-level.ts'
import { Productos } from '../../src/api/wire/response-schemas.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { assertAddsUp } from '../agencies/package.ts'
import { readPackage } from '../agencies/package-lifecycle.ts'
import { keyRefersTo } from '../support/problem-body.ts'
import {
  archiveAll,
  createSuspended,
  createVerifiedActive,
  etagIn,
  fullEdit,
  type PublicationWrite,
  SUSPEND,
  withActiva,
  withEtagOf,
  writePublication,
} from '../support/publication-writes.ts'

/** The counts of the package when a publication moves from one level to another (AGE-08, PUB-07). */

const LEVELS = Object.keys(Productos.shape).filter((name) => name !== '_links')

const countsOf = async (t: ClauseContext) => {
  const counts = await readPackage(t)
  assertAddsUp(counts)
  const { read } = counts
  const of = (level: string, name: string) => Number(membersOf(membersOf(read.json)[level])[name])
  return { read, of }
}

/** A wrong count after a step; `found` is equal when the same mistake is repeated. */
interface WrongCount {
  readonly found: string
  readonly violation: Violation
}

/** Performs a step twice. Other clients may write too, so only a repeated mistake is reported. */
const judgeTwice = async (
  t: ClauseContext,
  step: (t: ClauseContext) => Promise<WrongCount | undefined>,
): Promise<void> => {
  const first = await step(t)
  const second = first && (await step(t))
  if (second && second.found === first.found) throw second.violation
}

/** Moves an active publication to another level; returns the wrong counts. */
const moveOnce = async (t: ClauseContext): Promise<WrongCount | undefined> => {
  const { made } = await createVerifiedActive(t)
  try {
    const from = String(made.body.Exposicion)
    const before = await countsOf(t)
    const to = LEVELS.find((level) => level !== from && before.of(level, 'Disponibles') > 1)
    if (to === undefined || !LEVELS.includes(from)) return t.skip('no second level has free places')
    const edit = await fullEdit(t, made, { Activa: true, Exposicion: to })
    const moved = await writePublication(t, made, edit)
    if (moved.response.status !== 200) return t.skip(`the edit is answered ${moved.response.status}`)
    if (membersOf(moved.json).Exposicion !== to) return t.skip(`the edit does not lead to ${to}`)
    const after = await countsOf(t)
    const delta = (level: string) => after.of(level, 'Activas') - before.of(level, 'Activas')
    if (delta(from) === -1 && delta(to) === 1) return undefined
    const found = `${from} ${delta(from)}, ${to} ${delta(to)}`
    const expected = `Activas of ${from} one less and of ${to} one more`
    return { found, violation: new Violation(expected, found, after.read) }
  } finally {
    await archiveAll(t, [made])
  }
}

/**
 * Suspends active publications, one by each kind of write, and reactivates them; returns the wrong level.
 */
const reactivateOnce = async (t: ClauseContext): Promise<WrongCount | undefined> => {
  const ways = [withActiva(false), SUSPEND]
  const all = await Promise.all(ways.map(() => createVerifiedActive(t)))
  try {
    const found = await Promise.all(ways.map((way, at) => reactivated(t, all[at]?.made, way)))
    return found.find((wrong) => wrong !== undefined)
  } finally {
    await archiveAll(
      t,
      all.map(({ made }) => made),
    )
  }
}

const reactivated = async (
  t: ClauseContext,
  made: CreatedPublication | undefined,
  way: PublicationWrite,
): Promise<WrongCount | undefined> => {
  const level = String(made?.body.Exposicion)
  if (!made || !LEVELS.includes(level)) return t.skip('the level of a publication is not shown')
  const suspended = await writePublication(t, made, way)
  if (suspended.response.status !== 200)
    return t.skip(`the suspension is answered ${suspended.response.status}`)
  const before = await countsOf(t)
  const again = await writePublication(t, withEtagOf(made, suspended), withActiva(true))
  if (again.response.status !== 200) return t.skip(`the edit is answered ${again.response.status}`)
  return wrongLevel(t, { level, again, before })
}

/**
 * Returns a mistake if an activation gives another level although the previous one had and has places.
 */
const wrongLevel = async (
  t: ClauseContext,
  { level, again, before }: { level: string; again: Exchange; before: Awaited<ReturnType<typeof countsOf>> },
): Promise<WrongCount | undefined> => {
  const { Exposicion: found } = membersOf(again.json)
  if (found === level || typeof found !== 'string') return undefined
  const after = await countsOf(t)
  if ([before, after].some(({ of }) => of(level, 'Disponibles') < 2)) return undefined
  return { found, violation: new Violation(`Exposicion ${level}, which has free places`, found, again) }
}

/** Maximum number of free places of a level that a run fills; it fills the smallest level. */
const MAX_FILLED = 16

/** Asserts that a level holds no more than Pack. */
const judgeLevel = async (t: ClauseContext, level: string): Promise<void> => {
  const { read, of } = await countsOf(t)
  const got = `${of(level, 'Activas')} of ${of(level, 'Pack')}`
  t.assert(of(level, 'Activas') <= of(level, 'Pack'), `at most Pack in use at ${level}`, got, read)
}

/** Sends creates of active publications at a level at the same time; returns the created ones. */
const createAt = async (
  t: ClauseContext,
  level: string | null,
  count: number,
): Promise<readonly CreatedPublication[]> => {
  const ids = Array.from({ length: count }, () => t.session.newExternalId())
  const sent = ids.map((ExternalId) => t.create({ Exposicion: level, Activa: true, ExternalId }))
  const answers = await Promise.all(sent)
  const blaming = answers.find(
    (one) => one.response.status === 400 && errorKeys(one.json).some((key) => keyRefersTo(key, 'Exposicion')),
  )
  const { of } = blaming ? await countsOf(t) : {}
  // A level that is not available gives the best that is (PUB-07).
  if (blaming && LEVELS.some((one) => one !== level && Number(of?.(one, 'Disponibles')) > 1))
    throw new Violation('another level that has places', 'a refusal', blaming)
  return answers.flatMap((exchange, at) => {
    const externalId = ids[at] ?? ''
    const body = membersOf(exchange.json)
    const made = { externalId, path: t.path(externalId), etag: etagIn(exchange), body, exchange }
    return exchange.response.status === 201 ? [made] : []
  })
}

/**
 * Asserts that a create at a full level, if refused, is refused without a level too: a free level replaces an
 * unavailable one (PUB-07). Returns the created publications. Other clients are unlikely to free a place
 * twice in between.
 */
const isTakenByDefault = async (t: ClauseContext, level: string): Promise<readonly CreatedPublication[]> => {
  const made = await createAt(t, null, 1)
  const given = made[0]?.body.Exposicion
  if (given === undefined || given === level) return made
  const again = await t.create({ Exposicion: level, Activa: true })
  const expected = `201 at another level than ${level}, which is full, as null gets ${given}`
  t.assert(again.response.status === 201, expected, `status ${again.response.status}`, again)
  return made
}

/**
 * Asserts that requesting a full level and no level give the same one: the best available (PUB-07). The
 * highest and the nearest (`publications/exposure-fallback`) are the same level here.
 */
const givesTheSame = async (
  t: ClauseContext,
  level: string,
  asked: CreatedPublication | undefined,
): Promise<readonly CreatedPublication[]> => {
  const { of } = await countsOf(t)
  const next = BY_HEIGHT.slice(1).find((one) => of(one, 'Disponibles') > 1)
  if (level !== BY_HEIGHT[0] || next === undefined) return []
  const made = await createAt(t, null, 1)
  const [given, got] = [made[0], asked].map((one) => one?.body.Exposicion)
  // The description does not define the best level (PUB-07), so the one that null gives counts.
  if (given !== next || got === level || got === given) return made
  // Other clients may have freed a place in between, but are unlikely to do so twice.
  const again = await createAt(t, level, 1)
  const { Exposicion = given } = again[0]?.body ?? {}
  t.assert(Exposicion === given, `Exposicion ${given}, as null gives`, Exposicion, again[0]?.exchange)
  return [...made, ...again]
}

type Way = (
  t: ClauseContext,
  level: string,
  holder?: CreatedPublication,
) => Promise<readonly CreatedPublication[]>

/**
 * The writes that could enter a level without a free place; each returns what it created. Writes that are
 * tried at the same time free no place.
 */
const WAYS: readonly (readonly Way[])[] = [
  [
    async (t, level) => {
      const made = await createAt(t, level, 1)
      return made.length > 0
        ? [...made, ...(await givesTheSame(t, level, made[0]))]
        : isTakenByDefault(t, level)
    },
  ],
  [
    // An edit of a publication at another level.
    async (t, level) => {
      const other = LEVELS.find((one) => one !== level) ?? level
      const made = await createAt(t, other, 1)
      for (const one of made)
        await writePublication(t, one, await fullEdit(t, one, { Activa: true, Exposicion: level }))
      return made
    },
    // The reactivation of one that requested the level while it was suspended.
    async (t, level) => {
      const made = await createSuspended(t, { Exposicion: level })
      await writePublication(t, made, withActiva(true))
      return [made]
    },
  ],
  [
    // The reactivation of one that held the level, after another one took its place.
    async (t, level, holder) => {
      if (holder?.body.Exposicion !== level) return []
      const suspended = await writePublication(t, holder, withActiva(false))
      const made = await createAt(t, level, 1)
      await writePublication(t, { ...holder, etag: etagIn(suspended) }, withActiva(true))
      return made
    },
  ],
]

const judgeWays = async (t: ClauseContext, level: string, holder?: CreatedPublication): Promise<void> => {
  for (const ways of WAYS) {
    const made = await Promise.all(ways.map((way) => way(t, level, holder)))
    try {
      await judgeLevel(t, level)
    } finally {
      await archiveAll(t, made.flat())
    }
  }
}

/** Number of creates that are sent together for the last free place of a level. */
const RACERS = 3

/** Tries to enter each full level, then fills one with few free places and tries to enter it. */
const overfill = async (t: ClauseContext): Promise<void> => {
  const before = await countsOf(t)
  const free = (level: string) => before.of(level, 'Disponibles')
  const full = LEVELS.filter((level) => before.of(level, 'Activas') === before.of(level, 'Pack'))
  for (const level of full) await judgeWays(t, level)
  const [small] = LEVELS.filter((level) => free(level) >= 1 && free(level) <= MAX_FILLED).sort(
    (one, other) => free(one) - free(other),
  )
  // A large level is not filled; then one more create has to fit.
  const level = small ?? LEVELS.find((one) => free(one) > 0) ?? t.skip('the package has no free place')
  const count = small === undefined ? 1 : free(small)
  const made: CreatedPublication[] = []
  try {
    const filling = Array.from({ length: count - 1 }, () =>
      t.publication({ Exposicion: level, Activa: true }).then((one) => void made.push(one)),
    )
    await Promise.all(filling)
    made.push(...(await createAt(t, level, RACERS)))
    await judgeLevel(t, level)
    await judgeWays(t, level, made[0])
  } finally {
    await archiveAll(t, made)
  }
}

/** Clauses on the levels of the package. */
export const packageLevelClauses: readonly Clause[] = [
  clause({
    id: 'relations/package-counts-move-with-the-level',
    statements: ['AGE-08', 'PUB-07', 'PUB-21'],
    title:
      'A full edit of the level of an active publication moves one of Activas from the old level to the new one',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: (t) => judgeTwice(t, moveOnce),
  }),
  clause({
    id: 'relations/reactivation-keeps-the-level',
    statements: ['PUB-28', 'PUB-07'],
    title:
      'A partial edit that reactivates a suspended publication leaves its level, if that has free places',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: (t) => judgeTwice(t, reactivateOnce),
  }),
  clause({
    id: 'relations/package-levels-never-overflow',
    statements: ['AGE-09', 'PUB-07'],
    title:
      'No create, edit or reactivation leaves more in use at a level than Pack; a create at a full level gets another level',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: overfill,
  }),
]
