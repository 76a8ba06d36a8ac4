import type { Agency } from '../../world/agency.ts'
import { type Deciding, option } from '../decision-context.ts'
import { refusal } from '../validation-issues.ts'
import { type Condition, LEVELS, type Level, listOf, type Publication } from '../../world/publication.ts'
import type { Refusal } from '../refusal.ts'
import type { World } from '../../world/world.ts'

/** The publication package (AGE-07 .. AGE-09): counted, never stored. */

export interface Places {
  readonly Pack: number
  readonly Activas: number
  readonly Disponibles: number
}

export const placesAt = (world: World, agency: Agency, level: Level): Places => {
  const Pack = agency.pack[level]
  const count = (condition: Condition) => world.publications.list(listOf.atLevel(agency.ordinal, level, condition)).size
  const Activas = count('active') + (takesPlace({ world }, 'suspended') ? count('suspended') : 0)
  return { Pack, Activas, Disponibles: Math.max(0, Pack - Activas) }
}

/** Which conditions use a place of the package (`agencies/package-counts`). */
export const takesPlace = (deciding: { readonly world: World }, condition: Condition): boolean =>
  condition === 'active' ||
  (condition === 'suspended' && option(deciding, 'agencies/package-counts') === 'active-and-suspended')

/**
 * The level where a publication that needs a place gets one (PUB-07): the one asked for when it is free, else by
 * `publications/exposure-fallback`. The place that it holds already counts as free to itself; a level without a pack is not
 * permitted (`publications/exposure-permitted`).
 */
export const findPlace = (deciding: Deciding, asked: Level | null, own?: Publication): Level | undefined => {
  const holds = own !== undefined && takesPlace(deciding, own.condition) ? own.Exposicion : undefined
  const free = (level: Level) =>
    deciding.agency.pack[level] > 0 &&
    (level === holds || placesAt(deciding.world, deciding.agency, level).Disponibles > 0)
  return orderOfChoice(deciding, asked).find(free)
}

/** For a publication that takes no place: what was asked for, else the best level that the package has. */
export const levelWithoutPlace = (deciding: Deciding, asked: Level | null): Level =>
  asked ?? findPlace(deciding, null) ?? LEVELS.find((level) => deciding.agency.pack[level] > 0) ?? 'Baja'

export const exhausted = (deciding: Deciding): Refusal => {
  const because = ['AGE-09', 'publications/package-exhausted']
  const detail = 'El paquete de publicaciones de la agencia no tiene lugares disponibles en ningún nivel de exposición.'
  return option(deciding, 'publications/package-exhausted') === '403'
    ? refusal('forbidden', detail, because)
    : refusal('conflict', detail, because, { Exposicion: [detail] })
}

const orderOfChoice = (deciding: Deciding, asked: Level | null): readonly Level[] => {
  if (asked === null) return LEVELS
  if (option(deciding, 'publications/exposure-fallback') === 'highest') return [asked, ...LEVELS]
  const at = LEVELS.indexOf(asked)
  return [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()]
}
