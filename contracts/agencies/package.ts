import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { LEVELS, type Level } from '../../src/wire/exposure-level.ts'
import { Productos } from '../../src/wire/response-schemas.ts'
import {
  ARCHIVE,
  createVerifiedActive,
  hasFreePlace,
  stateWords,
  withActiva,
  withEtagOf,
  writePublication,
} from '../support/publication-writes.ts'

/**
 * The publication package (AGE-07, AGE-08, AGE-09). Other clauses publish at the same time, so the clauses
 * compare counts across one write, several times.
 */

const readPackage = async (t: ClauseContext): Promise<{ read: Exchange; levels: Productos }> => {
  const read = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  t.status(read, 200)
  return { read, levels: t.shape(read, Productos) }
}

/** Clauses on the publication package. */
export const packageClauses = [
  clause({
    id: 'package/has-three-levels',
    statements: ['AGE-07'],
    title: 'GET .../productos shows Pack, Activas and Disponibles of Baja, Media and Alta as integers',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { read, levels } = await readPackage(t)
      for (const level of LEVELS) {
        for (const [name, count] of Object.entries(levels[level])) {
          // Of a contract that was reduced more may be in use than the Pack holds.
          if (typeof count === 'number' && name !== 'Disponibles')
            t.assert(count >= 0, `${level}.${name} from 0 on`, count, read)
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
      const { read, levels } = await readPackage(t)
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
    title: 'A create makes no level hold more publications in use than its Pack',
    leaves: 'archived',
    // No need `place`: a full package is the case that matters, and may answer 403
    // (`publications/package-exhausted`).
    needs: [],
    check: async (t) => {
      const before = (await readPackage(t)).levels
      if (LEVELS.every((level) => before[level].Disponibles <= 0)) await learnPackageExhausted(t)
      else await t.publication()
      const { read, levels } = await readPackage(t)
      for (const level of LEVELS) {
        const { Pack, Activas } = levels[level]
        const most = Math.max(Pack, before[level].Activas)
        t.assert(Activas <= most, `${level}: at most ${most} in use`, Activas, read)
      }
    },
  }),
  clause({
    id: 'package/archiving-gives-the-place-back',
    statements: ['AGE-08', 'PUB-30'],
    title: 'Archiving an active publication takes one from Activas of its level',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: async (t) => {
      await changesActivas(t, -1, async () => {
        const { made } = await createVerifiedActive(t)
        return { level: levelOf(made), send: () => writePublication(t, made, ARCHIVE) }
      })
    },
  }),
  clause({
    id: 'package/suspending-gives-the-place-back-or-keeps-it',
    statements: ['AGE-08', 'PUB-29'],
    title: 'Suspending takes one from Activas of the level or none, and reactivating undoes exactly that',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: async (t) => {
      const { made } = await createVerifiedActive(t)
      const seen: string[] = []
      // Another client's write can hide the difference of one round, so unchanged counts count from the
      // second round on.
      for (let round = 0; round < ATTEMPTS; round++) {
        const down = await activasDelta(t, await preparedToggle(t, made, false))
        const up = await activasDelta(t, await preparedToggle(t, made, true))
        if (down.delta === -1 && up.delta === 1) return t.learn('agencies/package-counts', 'active', up.read)
        seen.push(`${down.delta} and ${up.delta}`)
        const kept = seen.filter((pair) => pair === '0 and 0').length === 2
        if (kept) return t.learn('agencies/package-counts', 'active-and-suspended', up.read)
      }
      judgeDeltas(t, seen, 'in Activas -1 and 1, or 0 and 0')
    },
  }),
  clause({
    id: 'package/an-active-create-takes-a-place',
    statements: ['AGE-08', 'PUB-06'],
    title: 'Creating an active publication adds one to Activas of its level',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: async (t) => {
      const { active } = await stateWords(t)
      await changesActivas(t, 1, async () => {
        const { levels } = await readPackage(t)
        const level =
          LEVELS.find((name) => levels[name].Disponibles > 0) ?? t.skip('the package has no free place')
        const move = async () => {
          const made = await t.publication({ Exposicion: level })
          // When another client took the last place, the create goes to another level and this count says
          // nothing.
          if (made.body.EstadoActual !== active || made.body.Exposicion !== level)
            t.skip(`no place at ${level}`)
          return made.exchange
        }
        return { level, send: move }
      })
    },
  }),
  clause({
    id: 'package/of-an-unknown-agency-is-missing',
    rule: 'errors/unknown-{resource}',
    statements: ['AGE-07', 'ERR-07'],
    title: 'GET .../productos of an agency that does not exist is answered 404',
    leaves: 'nothing',
    needs: [],
    // A service that hides what exists may answer 403 (`auth/forbidden-reads`).
    check: async (t) => t.status(await t.get('/v3/agencias/nadie%40playa.invalid/productos'), 404, 403),
  }),
]

/**
 * Learns how a create without a free place is answered. A suspended create, which needs no place, shows
 * whether the app may publish at all.
 */
const learnPackageExhausted = async (t: ClauseContext): Promise<void> => {
  const tried = await t.create({ Activa: true })
  const control = await t.create({ Activa: false })
  if (control.response.status !== 201) return
  const { status } = tried.response
  const isSuspended = status === 201 && t.object(tried).EstadoActual === t.object(control).EstadoActual
  if (status >= 400) t.learn('publications/package-exhausted', `${status}`, tried)
  if (isSuspended) t.learn('publications/package-exhausted', 'suspended', tried)
}

interface PackageWrite {
  readonly level: Level
  send(): Promise<Exchange>
}

const ATTEMPTS = 5

/** Returns the difference that a write makes to `Activas` of its level. */
const activasDelta = async (
  t: ClauseContext,
  { level, send: move }: PackageWrite,
): Promise<{ delta: number; read: Exchange }> => {
  const before = (await readPackage(t)).levels[level].Activas
  const moved = await move()
  if (moved.response.status === 403 || moved.response.status === 409) {
    t.skip(`the write is answered ${moved.response.status}`)
  }
  t.status(moved, 200, 201)
  const { read, levels } = await readPackage(t)
  return { delta: levels[level].Activas - before, read }
}

/**
 * Asserts that a write changes `Activas` by `expected`. Repeats it when other clients write at the same time.
 */
const changesActivas = async (
  t: ClauseContext,
  expected: number,
  prepare: () => Promise<PackageWrite>,
): Promise<void> => {
  const seen: string[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { delta } = await activasDelta(t, await prepare())
    if (delta === expected) return
    seen.push(String(delta))
  }
  judgeDeltas(t, seen, `${expected} in Activas`)
}

/** Fails only when every attempt gave the same difference. */
const judgeDeltas = (t: ClauseContext, seen: readonly string[], expected: string): never => {
  if (new Set(seen).size > 1) t.skip('the package changes too often meanwhile')
  throw new Violation(`a difference of ${expected}`, `${seen[0]}, ${seen.length} times`)
}

/** Prepares a suspension or a reactivation: brings the publication into the opposite state first. */
const preparedToggle = async (
  t: ClauseContext,
  made: CreatedPublication,
  Activa: boolean,
): Promise<PackageWrite> => {
  const ready = await writePublication(t, made, withActiva(!Activa))
  if (ready.response.status !== 200) {
    if (!(await hasFreePlace(t))) t.skip('the package has no free place')
    t.skip(`the publication cannot be made ready: ${ready.response.status}`)
  }
  const prepared = withEtagOf(made, ready)
  const { Exposicion } = made.body
  const { Exposicion: shown } = t.object(ready)
  return {
    // A suspended publication may show no level; then it is the one that it had.
    level: levelOf({ ...prepared, body: { ...t.object(ready), ...(shown == null && { Exposicion }) } }),
    send: () => writePublication(t, prepared, withActiva(Activa)),
  }
}

const levelOf = (made: CreatedPublication): Level => {
  const level = LEVELS.find((name) => name === made.body.Exposicion)
  if (level === undefined)
    throw new Violation('Alta, Media or Baja as Exposicion', String(made.body.Exposicion), made.exchange)
  return level
}
