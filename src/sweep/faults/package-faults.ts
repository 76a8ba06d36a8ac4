import { type JsonMembers, jsonMembers, mappedJson } from './json-walk.ts'
import { advice, everyAnswer, type WorldFault } from './world-fault.ts'

/** Changes the numbers of the level that is used least. */
const withLevel = (value: unknown, change: (level: JsonMembers) => JsonMembers): unknown =>
  mappedJson(value, (members) => {
    const usedOf = (name: string) => Number(jsonMembers(members[name])['Activas'] ?? Number.NaN)
    const [least] = Object.keys(members)
      .filter((name) => usedOf(name) >= 0)
      .sort((a, b) => usedOf(a) - usedOf(b))
    return least === undefined ? members : { ...members, [least]: change(jsonMembers(members[least])) }
  })

const withEmptyLevel = (value: unknown): unknown =>
  withLevel(value, () => ({ Pack: 0, Activas: 0, Disponibles: 0 }))

const withFurtherPlace = (value: unknown): unknown =>
  withLevel(value, ({ Pack, Disponibles, ...level }) => ({
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
    injection: () => everyAnswer(withEmptyLevel),
    // A test may expect certain numbers.
    contrasts: () => [{ survived: everyAnswer(withFurtherPlace), others: [everyAnswer(withEmptyLevel)] }],
  },
} as const satisfies Readonly<Record<string, WorldFault>>
