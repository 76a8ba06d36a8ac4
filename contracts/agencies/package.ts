import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import {
  type CountedState,
  type CountedStep,
  MAX_LIFECYCLES,
  packageLifecycle,
  type ReadPackage,
  readPackage,
} from './package-lifecycle.ts'

/**
 * The publication package (AGE-07, AGE-08, AGE-09). Other clients may publish at the same time, so the
 * clauses compare counts across one write, several times.
 */

/** Asserts that at every level `Activas` and `Disponibles` make the `Pack` (AGE-08). */
export const assertAddsUp = ({ read, levels }: ReadPackage): void => {
  for (const level of LEVELS) {
    const { Pack, Activas, Disponibles } = levels[level]
    const expected = `${level}: Activas + Disponibles = Pack ${Pack}`
    if (Activas + Disponibles !== Pack) throw new Violation(expected, `${Activas} + ${Disponibles}`, read)
  }
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
          // After a contract was reduced, more may be in use than the Pack holds.
          if (typeof count === 'number' && name !== 'Disponibles')
            t.assert(count >= 0, `${level}.${name} from 0 on`, count, read)
        }
      }
    },
  }),
  clause({
    id: 'package/adds-up',
    statements: ['AGE-08'],
    title: 'At every level Activas plus Disponibles equals Pack',
    leaves: 'nothing',
    needs: [],
    check: async (t) => assertAddsUp(await readPackage(t)),
  }),
  clause({
    id: 'package/is-never-exceeded',
    statements: ['AGE-09'],
    title: 'No create leaves more publications in use at a level than its Pack',
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
    title: 'Archiving an active publication subtracts one from Activas of its level',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: (t) => changesActivas(t, 'archiving an active one', ['active', 'archived'], -1),
  }),
  clause({
    id: 'package/suspending-gives-the-place-back-or-keeps-it',
    statements: ['AGE-08', 'PUB-29'],
    title:
      'Suspending subtracts one or nothing from Activas of the level, and reactivating adds the same again',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: (t) =>
      judgeLifecycles(t, 'in Activas -1 and 1, or 0 and 0', (steps) => {
        const down = stepOf(t, steps, 'a partial edit with Activa false', ['active', 'suspended'])
        const up = stepOf(t, steps, 'a full edit with Activa true', ['suspended', 'active'])
        const moves = steps.filter(
          ({ from, to }) => from !== to && [from, to].every((state) => /^(active|suspended)$/.test(state)),
        )
        const found = `${down.deltaAtLevel} and ${up.deltaAtLevel}`
        if (found === '-1 and 1') t.learn('agencies/package-counts', 'active', up.read)
        // Another client's write can hide one difference, but not every one.
        else if (moves.every(({ deltaAtLevel }) => deltaAtLevel === 0))
          t.learn('agencies/package-counts', 'active-and-suspended', up.read)
        else return found
        return undefined
      }),
  }),
  clause({
    id: 'package/an-active-create-takes-a-place',
    statements: ['AGE-08', 'PUB-06'],
    title: 'Creating an active publication adds one to Activas of its level',
    leaves: 'archived',
    needs: ['write', 'place'],
    isAlone: 'counts',
    check: (t) => changesActivas(t, 'an active create', ['none', 'active'], 1),
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

type Transition = readonly [from: CountedState, to: CountedState]

/** Returns a step of a lifecycle. Skips when the step did not reach its state. */
const stepOf = (
  t: ClauseContext,
  steps: readonly CountedStep[],
  label: string,
  [from, to]: Transition,
): CountedStep =>
  steps.find((step) => step.label === label && step.from === from && step.to === to) ??
  t.skip(`${label} did not make a publication ${to} that was ${from}`)

/** Judges lifecycles until one is right; fails only when all were wrong in the same way. */
const judgeLifecycles = async (
  t: ClauseContext,
  expected: string,
  mistakeIn: (steps: readonly CountedStep[]) => string | undefined,
): Promise<void> => {
  const seen: string[] = []
  for (let number = 0; number < MAX_LIFECYCLES; number++) {
    const mistake = mistakeIn(await packageLifecycle(t, number))
    if (mistake === undefined) return
    seen.push(mistake)
  }
  if (new Set(seen).size > 1) t.skip('the package changes too often')
  throw new Violation(`a difference of ${expected}`, `${seen[0]}, ${seen.length} times`)
}

/** Asserts that a step changes `Activas` of the level by `expected`. */
const changesActivas = (t: ClauseContext, label: string, transition: Transition, expected: number) =>
  judgeLifecycles(t, `${expected} in Activas`, (steps) => {
    const { deltaAtLevel } = stepOf(t, steps, label, transition)
    return deltaAtLevel === expected ? undefined : String(deltaAtLevel)
  })
