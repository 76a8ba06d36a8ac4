import { chosenValue, isChosen, type Profile } from '../assumptions/profile.ts'

/** State of a publication, independent of the literals that a profile shows. */
export type Condition = 'active' | 'suspended' | 'archived'

const CONDITIONS: readonly Condition[] = ['active', 'suspended', 'archived']
const DEFAULT_LITERALS = ['Activa', 'Suspendida', 'Archivada'] as const

/** Returns the literals in force, in the order active, suspended, archived. */
export const stateLiterals = (profile: Profile): readonly string[] =>
  (isChosen(profile, 'publications/state-literals', 'words')
    ? chosenValue(profile, 'publications/state-literals')
    : undefined) ?? DEFAULT_LITERALS

/** Returns the literal of `EstadoActual` for a condition (PUB-36, `publications/state-literals`). */
export const stateLiteral = (profile: Profile, condition: Condition): string =>
  stateLiterals(profile)[CONDITIONS.indexOf(condition)] ?? condition

/** Returns the condition of a literal, ignoring case. */
export const conditionFromLiteral = (profile: Profile, literal: string): Condition | undefined => {
  const sought = literal.toLowerCase()
  return CONDITIONS[stateLiterals(profile).findIndex((word) => word.toLowerCase() === sought)]
}
