import { chosen, chosenValue, type Profile } from '../assumptions/profile.ts'
import type { Condition } from '../world/publication.ts'

const CONDITIONS: readonly Condition[] = ['active', 'suspended', 'archived']
const LITERALS = ['Activa', 'Suspendida', 'Archivada'] as const

const literals = (profile: Profile): readonly string[] =>
  (chosen(profile, 'publications/state-literals') === 'words'
    ? chosenValue(profile, 'publications/state-literals')
    : undefined) ?? LITERALS

/** `EstadoActual` (`publications/state-literals`, PUB-36). */
export const literalOf = (profile: Profile, condition: Condition): string =>
  literals(profile)[CONDITIONS.indexOf(condition)] ?? condition

/** The condition that a literal names, in any case. */
export const conditionOf = (profile: Profile, literal: string): Condition | undefined => {
  const sought = literal.toLowerCase()
  return CONDITIONS[literals(profile).findIndex((word) => word.toLowerCase() === sought)]
}

export const literalsOf = literals
