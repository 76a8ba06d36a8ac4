import { LEVELS, type Level } from '../../src/api/wire/exposure-level.ts'
import type { Productos } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { fewPlacesOf, products } from '../support/free-places.ts'
import { fullEdit, writePublication } from '../support/publication-writes.ts'
import { mustBeAccepted } from './create-attempt.ts'

const needsPlace = { leaves: 'archived', needs: ['write', 'place'], isAlone: 'counts' } as const

/**
 * The level of the package that a create gets (PUB-07). Other clients may publish at the same time, so the
 * clauses read the free places before and after.
 */
export const publicationExposureClauses = [
  ...LEVELS.map((asked) =>
    clause({
      id: `publications-members/exposicion-${asked.toLowerCase()}-gives-a-level-of-the-package`,
      rule: 'publications-members/exposicion-{level}-gives-a-level-of-the-package',
      statements: ['PUB-07', 'AGE-09'],
      title: `An Exposicion of ${asked} is accepted, and results in a level with free places`,
      ...needsPlace,
      check: async (t) => {
        // Another client may free a place and publish in between, but is unlikely to do so every time.
        for (let attempt = 1; ; attempt++) {
          const given = attempt === 1 ? await firstGivenFor(t, asked) : await givenFor(t, asked)
          if (!given) return
          if (given.isFreed) return neverCountsFewer(t, given)
          if (given.isFull && given.shown !== asked) return learnFallback(t, given)
          const expected = given.isFull ? `another level than ${asked}, which is full` : `Exposicion ${asked}`
          t.assert(attempt < ATTEMPTS, expected, given.shown, given.made)
        }
      },
    }),
  ),
  clause({
    id: 'publications-members/exposicion-that-is-free-is-used',
    statements: ['PUB-07'],
    title: 'Requesting the level that null resulted in gives the same level, while it has free places',
    ...needsPlace,
    check: async (t) => {
      const level = levelOf(t, await mustBeAccepted(t, { more: { Exposicion: null }, control: ACTIVE }))
      const asked = await mustBeAccepted(t, { more: { Exposicion: level }, control: ACTIVE })
      const shown = levelOf(t, asked)
      if (shown === level) return
      const places = await fewPlacesOf(t, level)
      if (places !== undefined)
        t.skip(`${level} has ${places} places left, which others may have taken and freed`)
      t.assert(false, `Exposicion ${level}`, shown, asked)
    },
  }),
]

/** Only an active publication is certain to take a place. */
const ACTIVE = { Activa: true }

const levelOf = (t: ClauseContext, made: Exchange): Level => {
  const shown = t.object(made)['Exposicion']
  const level = LEVELS.find((known) => known === shown)
  t.assert(level !== undefined, 'Alta, Media or Baja in Exposicion', shown, made)
  return level ?? 'Baja'
}

interface Given {
  readonly asked: Level
  readonly shown: Level
  readonly before: Productos
  readonly made: Exchange
  /** Whether the level was full. */
  readonly isFull: boolean
  /** Whether fewer publications use the level than before. */
  readonly isFreed?: boolean
}

const ATTEMPTS = 3

/**
 * Creates an active publication at a level; undefined when the level was not full before and after, unless a
 * full edit gives the level that the create did not give.
 */
const givenFor = async (t: ClauseContext, asked: Level, seen?: Productos): Promise<Given | undefined> => {
  const before = seen ?? (await products(t))
  const made = await mustBeAccepted(t, { more: { Exposicion: asked }, control: ACTIVE })
  const shown = levelOf(t, made)
  t.assert(before[shown].Pack > 0, 'a level with places in the package', `${shown} without any`, made)
  const isFull = ({ [asked]: then }: Productos) => then.Disponibles <= 0 && then.Activas >= then.Pack
  if (!isFull(before) && shown !== asked && before[asked].Disponibles > 1) return editGives(t, asked, before)
  if (!isFull(before)) return undefined
  const after = await products(t)
  const wasFull = isFull(after)
  // A suspended publication takes no place, whatever level it shows (`publications/package-exhausted`).
  const isActive = t.object(made)['EstadoActual'] === 'Activa'
  const isFreed = shown === asked && after[asked].Activas < before[asked].Activas
  const isSame = before[asked].Activas === after[asked].Activas
  return isActive && (isFreed || (wasFull && isSame))
    ? { asked, shown, before, made, isFull: true, isFreed }
    : undefined
}

/**
 * Asserts that an active create does not reduce the number in use at its level (AGE-08). Another client may
 * archive publications in between, but is unlikely to do so every time.
 */
const neverCountsFewer = async (t: ClauseContext, { asked }: Given): Promise<void> => {
  for (let attempt = 2; ; attempt++) {
    const before = await products(t)
    const made = await mustBeAccepted(t, { more: { Exposicion: asked }, control: ACTIVE })
    const freed = before[asked].Activas - (await products(t))[asked].Activas
    if (freed <= 0 || levelOf(t, made) !== asked) return
    t.assert(attempt < ATTEMPTS, `Activas of ${asked} one more`, `${freed} less`, made)
  }
}

/** Returns the result of the first create at a level; the creates at all levels are sent together. */
const firstGivenFor = async (t: ClauseContext, asked: Level): Promise<Given | undefined> => {
  const all = await t.observeOnce(async (context) => {
    const before = await products(context)
    const given = LEVELS.map((level) => [level, givenFor(context, level, before)] as const)
    await Promise.allSettled(given.map(([, one]) => one))
    return new Map(given)
  }, firstGivenFor)
  return all.get(asked)
}

/**
 * Creates an active publication at a level with places, and requests that level again by a full edit if the
 * create gave another one; undefined when the service may not permit the level.
 */
const editGives = async (t: ClauseContext, asked: Level, before: Productos): Promise<Given | undefined> => {
  const made = await t.publication({ Exposicion: asked, ...ACTIVE })
  const shown = levelOf(t, made.exchange)
  if (shown === asked) return undefined
  const edited = await writePublication(t, made, await fullEdit(t, made, { Exposicion: asked, ...ACTIVE }))
  const isGiven = edited.response.status === 200 && membersOf(edited.json).Exposicion === asked
  return isGiven ? { asked, shown, before, made: made.exchange, isFull: false } : undefined
}

/** Learns `publications/exposure-fallback` when its options lead to different levels. */
const learnFallback = (t: ClauseContext, { asked, shown, before, made }: Given): void => {
  const free = (level: Level) => level !== asked && before[level].Disponibles > 1
  const at = LEVELS.indexOf(asked)
  const highest = LEVELS.find(free)
  const nearest = [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()].find(free)
  if (highest === nearest) return
  if (shown === highest) t.learn('publications/exposure-fallback', 'highest', made)
  if (shown === nearest) t.learn('publications/exposure-fallback', 'nearest-lower', made)
}
