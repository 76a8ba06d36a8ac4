import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { Productos } from '../../src/wire/response-schemas.ts'
import { mustBeAccepted } from './create-attempt.ts'

const LEVELS = ['Alta', 'Media', 'Baja'] as const
type Level = (typeof LEVELS)[number]

const needsPlace = { leaves: 'archived', needs: ['write', 'place'], isAlone: true } as const

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
      title: `An Exposicion of ${asked} is accepted, and gives a level of which the package has places`,
      ...needsPlace,
      check: async (t) => {
        const before = await products(t)
        const made = await mustBeAccepted(t, { more: { Exposicion: asked }, control: ACTIVE })
        const shown = levelOf(t, made)
        const after = await products(t)
        t.assert(
          after[shown].Pack > 0,
          'a level of which the package has places',
          `${shown} without any`,
          made,
        )
        const wasFull = [before, after].every(
          (then) => then[asked].Disponibles <= 0 && then[asked].Activas >= then[asked].Pack,
        )
        if (!wasFull || before[asked].Activas !== after[asked].Activas) return
        t.assert(shown !== asked, `another level than ${asked}, which is full`, shown, made)
        learnFallback(t, { asked, shown, before, made })
      },
    }),
  ),
  clause({
    id: 'publications-members/exposicion-that-is-free-is-used',
    statements: ['PUB-07'],
    title: 'The level that null has just been given is given again when it is asked for and has places',
    ...needsPlace,
    check: async (t) => {
      const level = levelOf(t, await mustBeAccepted(t, { more: { Exposicion: null }, control: ACTIVE }))
      const asked = await mustBeAccepted(t, { more: { Exposicion: level }, control: ACTIVE })
      const shown = levelOf(t, asked)
      if (shown === level) return
      const { Disponibles } = (await products(t))[level]
      if (Disponibles < MANY)
        t.skip(`${level} has ${Disponibles} places left, which others may have taken and freed`)
      t.assert(false, `Exposicion ${level}`, shown, asked)
    },
  }),
]

/** Only an active publication is certain to take a place. */
const ACTIVE = { Activa: true }

/** More free places than concurrent clauses take. */
const MANY = 12

type Package = Awaited<ReturnType<typeof products>>

const products = async (t: ClauseContext) => {
  const read = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  if (read.response.status !== 200) t.skip(`the package is answered ${read.response.status}`)
  return t.shape(read, Productos)
}

const levelOf = (t: ClauseContext, made: Exchange): Level => {
  const shown = t.object(made)['Exposicion']
  const level = LEVELS.find((known) => known === shown)
  t.assert(level !== undefined, 'Alta, Media or Baja in Exposicion', shown, made)
  return level ?? 'Baja'
}

interface Given {
  readonly asked: Level
  readonly shown: Level
  readonly before: Package
  readonly made: Exchange
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
