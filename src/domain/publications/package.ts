import type { Agency } from '../../world/agency.ts'
import { type DecisionContext, activeOption } from '../decision-context.ts'
import { refusal } from '../validation-issues.ts'
import { type Condition, LEVELS, type Level, publicationIndex, type Publication } from '../../world/publication.ts'
import type { Refusal } from '../refusal.ts'
import type { World } from '../../world/world.ts'

/** The publication package (AGE-07 .. AGE-09): counted, never stored. */

export interface PackagePlaces {
  readonly Pack: number
  readonly Activas: number
  readonly Disponibles: number
}

export const packagePlaces = (world: World, agency: Agency, level: Level): PackagePlaces => {
  const Pack = agency.pack[level]
  const count = (condition: Condition) => world.publications.index(publicationIndex.atLevel(agency.ordinal, level, condition)).size
  const Activas = count('active') + (usesPlace({ world }, 'suspended') ? count('suspended') : 0)
  return { Pack, Activas, Disponibles: Math.max(0, Pack - Activas) }
}

/** Which conditions use a place of the package (`agencies/package-counts`). */
export const usesPlace = (deciding: { readonly world: World }, condition: Condition): boolean =>
  condition === 'active' ||
  (condition === 'suspended' && activeOption(deciding, 'agencies/package-counts') === 'active-and-suspended')

/**
 * The level where a publication that needs a place gets one (PUB-07): the one asked for when it is free, else by
 * `publications/exposure-fallback`. The place that it holds already counts as free to itself; a level without a pack is not
 * permitted (`publications/exposure-permitted`).
 */
export const findFreeLevel = (deciding: DecisionContext, asked: Level | null, own?: Publication): Level | undefined => {
  const holds = own !== undefined && usesPlace(deciding, own.condition) ? own.Exposicion : undefined
  const free = (level: Level) =>
    deciding.agency.pack[level] > 0 &&
    (level === holds || packagePlaces(deciding.world, deciding.agency, level).Disponibles > 0)
  return levelPreference(deciding, asked).find(free)
}

/** For a publication that takes no place: what was asked for, else the best level that the package has. */
export const levelWithoutPlace = (deciding: DecisionContext, asked: Level | null): Level =>
  asked ?? findFreeLevel(deciding, null) ?? LEVELS.find((level) => deciding.agency.pack[level] > 0) ?? 'Baja'

export const exhaustedRefusal = (deciding: DecisionContext): Refusal => {
  const because = ['AGE-09', 'publications/package-exhausted']
  const detail = 'El paquete de publicaciones de la agencia no tiene lugares disponibles en ningún nivel de exposición.'
  return activeOption(deciding, 'publications/package-exhausted') === '403'
    ? refusal('forbidden', detail, because)
    : refusal('conflict', detail, because, { Exposicion: [detail] })
}

const levelPreference = (deciding: DecisionContext, asked: Level | null): readonly Level[] => {
  if (asked === null) return LEVELS
  if (activeOption(deciding, 'publications/exposure-fallback') === 'highest') return [asked, ...LEVELS]
  const at = LEVELS.indexOf(asked)
  return [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()]
}
