import { chosen, chosenValue, type Profile } from '../../assumptions/profile.ts'
import type { Condition } from '../../world/publication.ts'

const CONDITIONS: readonly Condition[] = ['active', 'suspended', 'archived']
const DEFAULT_LITERALS = ['Activa', 'Suspendida', 'Archivada'] as const

const stateLiterals = (profile: Profile): readonly string[] =>
  (chosen(profile, 'publications/state-literals') === 'words'
    ? chosenValue(profile, 'publications/state-literals')
    : undefined) ?? DEFAULT_LITERALS

/** `EstadoActual` (`publications/state-literals`, PUB-36). */
export const stateLiteral = (profile: Profile, condition: Condition): string =>
  stateLiterals(profile)[CONDITIONS.indexOf(condition)] ?? condition

/** The condition that a literal names, in any case. */
export const conditionFromLiteral = (profile: Profile, literal: string): Condition | undefined => {
  const sought = literal.toLowerCase()
  return CONDITIONS[stateLiterals(profile).findIndex((word) => word.toLowerCase() === sought)]
}

export const literalsOf = stateLiterals
