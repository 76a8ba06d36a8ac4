import { clause } from '../../src/kit/runner/clause.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Productos } from '../../src/wire/answers.ts'
import { accepted } from './create-attempt.ts'

const LEVELS = ['Alta', 'Media', 'Baja'] as const
type Level = (typeof LEVELS)[number]

const creating = { leaves: 'archived', needs: ['write', 'place'] } as const

/** Which level of the package a create gets (PUB-07). Other clients may publish at the same time, so places are read before and after. */
export const publicationsExposure = [
  ...LEVELS.map((asked) =>
    clause({
      id: `publications-members/exposicion-${asked.toLowerCase()}-gives-a-level-of-the-package`,
      statements: ['PUB-07', 'AGE-09'],
      title: `An Exposicion of ${asked} is accepted, and gives a level of which the package has places`,
      ...creating,
      check: async (t) => {
        const before = await products(t)
        const made = await accepted(t, { more: { Exposicion: asked }, control: ACTIVE })
        const shown = levelOf(t, made)
        const after = await products(t)
        t.assert(after[shown].Pack > 0, 'a level of which the package has places', `${shown} without any`, made)
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
    ...creating,
    check: async (t) => {
      const level = levelOf(t, await accepted(t, { more: { Exposicion: null }, control: ACTIVE }))
      const asked = await accepted(t, { more: { Exposicion: level }, control: ACTIVE })
      const shown = levelOf(t, asked)
      if (shown === level) return
      const { Disponibles } = (await products(t))[level]
      if (Disponibles < MANY) t.skip(`${level} has ${Disponibles} places left, which others may have taken and freed`)
      t.assert(false, `Exposicion ${level}`, shown, asked)
    },
  }),
]

/** Only an active publication takes a place for certain. */
const ACTIVE = { Activa: true }

/** More free places than the clauses that run beside this one take. */
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

/** Notes the order of choice where the two orders lead to different levels. */
const learnFallback = (t: ClauseContext, { asked, shown, before, made }: Given): void => {
  const free = (level: Level) => level !== asked && before[level].Disponibles > 1
  const at = LEVELS.indexOf(asked)
  const highest = LEVELS.find(free)
  const nearest = [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()].find(free)
  if (highest === nearest) return
  if (shown === highest) t.learn('publications/exposure-fallback', 'highest', made)
  if (shown === nearest) t.learn('publications/exposure-fallback', 'nearest-lower', made)
}
