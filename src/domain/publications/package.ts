import type { Agency } from '../../world/agency.ts'
import { LEVELS, type Level } from '../../world/exposure-level.ts'
import { type Condition, type Publication, publicationIndex } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { activeOption, type DecisionContext } from '../decision-context.ts'
import type { Refusal } from '../refusal.ts'
import { refusal } from '../refusal.ts'

/** The publication package (AGE-07 .. AGE-09): counted, never stored. */

export interface PackagePlaces {
  readonly Pack: number
  readonly Activas: number
  readonly Disponibles: number
}

export const packagePlaces = (world: World, agency: Agency, level: Level): PackagePlaces => {
  const Pack = agency.pack[level]
  const count = (condition: Condition) =>
    world.publications.index(publicationIndex.atLevel(agency.ordinal, level, condition)).size
  const Activas = count('active') + (usesPlace({ world }, 'suspended') ? count('suspended') : 0)
  return { Pack, Activas, Disponibles: Math.max(0, Pack - Activas) }
}

/** Which conditions use a place of the package (`agencies/package-counts`). */
export const usesPlace = (context: { readonly world: World }, condition: Condition): boolean =>
  condition === 'active' ||
  (condition === 'suspended' && activeOption(context, 'agencies/package-counts') === 'active-and-suspended')

/**
 * The level where a publication that needs a place gets one (PUB-07): the one asked for when it is free, else by
 * `publications/exposure-fallback`. The place that it holds already counts as free to itself; a level without a pack is not
 * permitted (`publications/exposure-permitted`).
 */
export const findFreeLevel = (
  context: DecisionContext,
  requestedLevel: Level | null,
  own?: Publication,
): Level | undefined => {
  const holds = own !== undefined && usesPlace(context, own.condition) ? own.Exposicion : undefined
  const free = (level: Level) =>
    context.agency.pack[level] > 0 &&
    (level === holds || packagePlaces(context.world, context.agency, level).Disponibles > 0)
  return levelPreference(context, requestedLevel).find(free)
}

/** For a publication that takes no place: what was asked for, else the best level that the package has. */
export const levelWithoutPlace = (context: DecisionContext, requestedLevel: Level | null): Level =>
  requestedLevel ?? findFreeLevel(context, null) ?? LEVELS.find((level) => context.agency.pack[level] > 0) ?? 'Baja'

export const exhaustedRefusal = (context: DecisionContext): Refusal => {
  const because = ['AGE-09', 'publications/package-exhausted']
  const detail = 'El paquete de publicaciones de la agencia no tiene lugares disponibles en ningún nivel de exposición.'
  return activeOption(context, 'publications/package-exhausted') === '403'
    ? refusal('forbidden', detail, because)
    : refusal('conflict', detail, because, { Exposicion: [detail] })
}

const levelPreference = (context: DecisionContext, requestedLevel: Level | null): readonly Level[] => {
  if (requestedLevel === null) return LEVELS
  if (activeOption(context, 'publications/exposure-fallback') === 'highest') return [requestedLevel, ...LEVELS]
  const at = LEVELS.indexOf(requestedLevel)
  return [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()]
}
