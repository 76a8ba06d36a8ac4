import type { FaultInjection } from './fault-injection.ts'
import { type JsonMembers, jsonMembers, mappedJson } from './json-walk.ts'
import { advice, everyAnswer, type WorldFault } from './world-fault.ts'

/** Changes the numbers of the level that is used least when the package is first read. */
const withLevel = (change: (level: JsonMembers) => JsonMembers): FaultInjection => {
  let least: string | undefined
  const changed = everyAnswer((value) =>
    mappedJson(value, (members) => {
      const usedOf = (name: string) => Number(jsonMembers(members[name])['Activas'] ?? Number.NaN)
      least ??= Object.keys(members)
        .filter((name) => usedOf(name) >= 0)
        .sort((a, b) => usedOf(a) - usedOf(b))[0]
      return least !== undefined && usedOf(least) >= 0
        ? { ...members, [least]: change(jsonMembers(members[least])) }
        : members
    }),
  )
  return {
    ...changed,
    // A second run starts from the beginning.
    open: () => {
      least = undefined
    },
  }
}

const withEmptyLevel = (): FaultInjection => withLevel(() => ({ Pack: 0, Activas: 0, Disponibles: 0 }))

const withFurtherPlace = (): FaultInjection =>
  withLevel(({ Pack, Disponibles, ...level }) => ({
    Pack: Number(Pack) + 1,
    ...level,
    Disponibles: Number(Disponibles) + 1,
  }))

/** Faults of a whole run that change the numbers of the publication package. */
export const packageFaults = {
  'empty-level': {
    means: 'one level of the package is empty: nothing contracted, nothing in use',
    weakness: 'expects free places at each level, or divides by the contracted number',
    ...advice,
    crashCounts: true,
    injection: withEmptyLevel,
    // A test may expect certain numbers.
    contrasts: () => [{ survived: withFurtherPlace(), others: [withEmptyLevel()] }],
  },
} as const satisfies Readonly<Record<string, WorldFault>>
