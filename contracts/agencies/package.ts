import { clause } from '../../src/kit/runner/clause.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { CreatedPublication, ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import { Productos } from '../../src/wire/answers.ts'
import { inTurn } from '../support/lock.ts'
import { ARCHIVE, activa, activeOne, after, hasPlace, stateWords, write } from '../support/publication-writes.ts'

/** The publication package (AGE-07 .. AGE-09). Other clauses publish meanwhile, so counts are compared across one write, several times. */

const LEVELS = ['Alta', 'Media', 'Baja'] as const
type Level = (typeof LEVELS)[number]

const productos = async (t: ClauseContext): Promise<{ read: Exchange; levels: Productos }> => {
  const read = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  t.status(read, 200)
  return { read, levels: t.shape(read, Productos) }
}

export const packageClauses = [
  clause({
    id: 'package/has-three-levels',
    statements: ['AGE-07'],
    title: 'GET .../productos shows Pack, Activas and Disponibles of Baja, Media and Alta as integers from 0 on',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { read, levels } = await productos(t)
      for (const level of LEVELS) {
        for (const [name, count] of Object.entries(levels[level])) {
          if (typeof count === 'number') t.assert(count >= 0, `${level}.${name} from 0 on`, count, read)
        }
      }
    },
  }),
  clause({
    id: 'package/adds-up',
    statements: ['AGE-08'],
    title: 'At every level Activas and Disponibles make the Pack',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { read, levels } = await productos(t)
      for (const level of LEVELS) {
        const { Pack, Activas, Disponibles } = levels[level]
        t.assert(
          Activas + Disponibles === Pack,
          `${level}: Activas + Disponibles = Pack ${Pack}`,
          `${Activas} + ${Disponibles}`,
          read,
        )
      }
    },
  }),
  clause({
    id: 'package/is-never-exceeded',
    statements: ['AGE-09'],
    title: 'At no level are more publications in use than the Pack holds, after a create neither',
    leaves: 'archived',
    // A full package is where it matters most, and may refuse creates as if the app had no access (`publications/package-exhausted`).
    needs: [],
    check: async (t) => {
      const before = (await productos(t)).levels
      if (LEVELS.every((level) => before[level].Disponibles <= 0)) await learnExhausted(t)
      else await t.publication()
      const { read, levels } = await productos(t)
      for (const level of LEVELS) {
        const { Pack, Activas } = levels[level]
        t.assert(Activas <= Pack, `${level}: at most ${Pack} in use`, Activas, read)
      }
    },
  }),
  clause({
    id: 'package/archiving-gives-the-place-back',
    statements: ['AGE-08', 'PUB-30'],
    title: 'Archiving an active publication takes one from Activas of its level',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      await makesADifference(t, -1, async () => {
        const { made } = await activeOne(t)
        return { level: levelOf(made), move: () => write(t, made, ARCHIVE) }
      })
    },
  }),
  clause({
    id: 'package/suspending-gives-the-place-back-or-keeps-it',
    statements: ['AGE-08', 'PUB-29'],
    title: 'Suspending takes one from Activas of the level or none, and reactivating undoes exactly that',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made } = await activeOne(t)
      const seen: string[] = []
      // Somebody else's write can hide the difference of one round, so places that stay taken count from the second time on.
      for (let round = 0; round < ATTEMPTS; round++) {
        const down = await differenceOf(t, await toggled(t, made, false))
        const up = await differenceOf(t, await toggled(t, made, true))
        if (down.delta === -1 && up.delta === 1) return t.learn('agencies/package-counts', 'active', up.read)
        seen.push(`${down.delta} and ${up.delta}`)
        const kept = seen.filter((pair) => pair === '0 and 0').length === 2
        if (kept) return t.learn('agencies/package-counts', 'active-and-suspended', up.read)
      }
      judge(t, seen, 'in Activas -1 and 1, or 0 and 0')
    },
  }),
  clause({
    id: 'package/an-active-create-takes-a-place',
    statements: ['AGE-08', 'PUB-06'],
    title: 'Creating an active publication adds one to Activas of its level',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { active } = await stateWords(t)
      await makesADifference(t, 1, async () => {
        const { levels } = await productos(t)
        const level = LEVELS.find((name) => levels[name].Disponibles > 0) ?? t.skip('the package has no free place')
        const move = async () => {
          const made = await t.publication({ Exposicion: level })
          // Where somebody else took the last place, the create goes to another level and the count here says nothing.
          if (made.body.EstadoActual !== active || made.body.Exposicion !== level) t.skip(`no place at ${level}`)
          return made.exchange
        }
        return { level, move }
      })
    },
  }),
  clause({
    id: 'package/of-an-unknown-agency-is-missing',
    statements: ['AGE-07', 'ERR-07'],
    title: 'GET .../productos of an agency that does not exist is answered 404',
    leaves: 'nothing',
    needs: [],
    // 403 for what the app may not use (`auth/forbidden-reads`), should the service hide what exists.
    check: async (t) => t.status(await t.get('/v3/agencias/nadie%40playa.invalid/productos'), 404, 403),
  }),
]

/** What answers a create that finds no place. Whether the app may publish at all is told by one that needs none. */
const learnExhausted = async (t: ClauseContext): Promise<void> => {
  const tried = await t.create({ Activa: true })
  const control = await t.create({ Activa: false })
  if (control.response.status !== 201) return
  const { status } = tried.response
  const isSuspended = status === 201 && t.object(tried).EstadoActual === t.object(control).EstadoActual
  if (status === 409 || status === 403) t.learn('publications/package-exhausted', `${status}`, tried)
  if (isSuspended) t.learn('publications/package-exhausted', 'suspended', tried)
}

interface Move {
  readonly level: Level
  move(): Promise<Exchange>
}

const ATTEMPTS = 5

/** The difference that a write makes to `Activas` at its level. */
const differenceOf = async (t: ClauseContext, { level, move }: Move): Promise<{ delta: number; read: Exchange }> => {
  const before = (await productos(t)).levels[level].Activas
  const moved = await move()
  if (moved.response.status === 403 || moved.response.status === 409) {
    t.skip(`the write is answered ${moved.response.status}`)
  }
  t.status(moved, 200, 201)
  const { read, levels } = await productos(t)
  return { delta: levels[level].Activas - before, read }
}

/** A write that makes this difference to `Activas`; it is prepared and tried again when others write meanwhile. */
const makesADifference = (t: ClauseContext, expected: number, prepare: () => Promise<Move>): Promise<void> =>
  // Two clauses in step, one that creates and one that archives, would hide each other's difference every time.
  inTurn(t, 'package', async () => {
    const seen: string[] = []
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { delta } = await differenceOf(t, await prepare())
      if (delta === expected) return
      seen.push(String(delta))
    }
    judge(t, seen, `${expected} in Activas`)
  })

/** Only a difference that is the same each time is held against the subject. */
const judge = (t: ClauseContext, seen: readonly string[], expected: string): never => {
  if (new Set(seen).size > 1) t.skip('the package changes too often meanwhile')
  throw new Violation(`a difference of ${expected}`, `${seen[0]}, ${seen.length} times`)
}

/** Suspends or reactivates one publication; what stands in the way of a repetition is undone first. */
const toggled = async (t: ClauseContext, made: CreatedPublication, Activa: boolean): Promise<Move> => {
  const ready = await write(t, made, activa(!Activa))
  if (ready.response.status !== 200) {
    if (!(await hasPlace(t))) t.skip('the package has no free place')
    t.skip(`the publication cannot be made ready: ${ready.response.status}`)
  }
  const prepared = after(made, ready)
  return { level: levelOf({ ...prepared, body: t.object(ready) }), move: () => write(t, prepared, activa(Activa)) }
}

const levelOf = (made: CreatedPublication): Level => {
  const level = LEVELS.find((name) => name === made.body.Exposicion)
  if (level === undefined)
    throw new Violation('Alta, Media or Baja as Exposicion', String(made.body.Exposicion), made.exchange)
  return level
}
