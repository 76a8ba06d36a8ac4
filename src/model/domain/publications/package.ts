import { LEVELS, type Level } from '../../../api/wire/exposure-level.ts'
import type { Condition } from '../../../api/wire/state-literal.ts'
import { type Agency, agenciesInOrder } from '../../world/agency.ts'
import { type Publication, publicationIndex } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { byActiveOption, type DecisionContext, isActiveOption } from '../decision-context.ts'
import type { Refusal } from '../refusal.ts'
import { refusal } from '../refusal.ts'

/** Places of one level of the publication package (AGE-07, AGE-08, AGE-09), counted on each read. */
export interface PackagePlaces {
  readonly Pack: number
  readonly Activas: number
  readonly Disponibles: number
}

/** Counts the places of a level. */
export const packagePlaces = (world: World, agency: Agency, level: Level): PackagePlaces => {
  const Pack = agency.pack[level]
  const count = (condition: Condition) =>
    world.publications.index(publicationIndex.atLevel(agency.ordinal, level, condition)).size
  const Activas = count('active') + (usesPlace({ world }, 'suspended') ? count('suspended') : 0)
  return { Pack, Activas, Disponibles: Math.max(0, Pack - Activas) }
}

/** True for conditions that use a place of the package (`agencies/package-counts`). */
export const usesPlace = (context: { readonly world: World }, condition: Condition): boolean =>
  condition === 'active' ||
  (condition === 'suspended' && isActiveOption(context, 'agencies/package-counts', 'active-and-suspended'))

/**
 * Returns the world with at least as many places at each level as are used there (AGE-08, AGE-09): an option
 * that counts more publications would else leave a level with more than its package has.
 */
export const withFittingPackages = (world: World): World => {
  let { agencies } = world
  for (const agency of agenciesInOrder(agencies)) {
    const pack = { ...agency.pack }
    for (const level of LEVELS)
      pack[level] = Math.max(pack[level], packagePlaces(world, agency, level).Activas)
    if (LEVELS.some((level) => pack[level] > agency.pack[level])) agencies = agencies.put({ ...agency, pack })
  }
  return { ...world, agencies }
}

type PackageContext = Pick<DecisionContext, 'world' | 'agency'>

/**
 * True when some create can succeed in the package as it is: a suspended publication needs a free place only
 * where it uses one.
 */
export const admitsCreate = (context: PackageContext): boolean =>
  !usesPlace(context, 'suspended') || findFreeLevel(context, null) !== undefined

/**
 * Finds a level with a free place (PUB-07): the requested one, else by `publications/exposure-fallback`. The
 * place of the publication itself counts as free. A level without a pack is not permitted
 * (`publications/exposure-permitted`).
 */
export const findFreeLevel = (
  context: PackageContext,
  requestedLevel: Level | null,
  itself?: Publication,
): Level | undefined => {
  const holds = itself !== undefined && usesPlace(context, itself.condition) ? itself.Exposicion : undefined
  const free = (level: Level) =>
    context.agency.pack[level] > 0 &&
    (level === holds || packagePlaces(context.world, context.agency, level).Disponibles > 0)
  return levelPreference(context, requestedLevel).find(free)
}

/**
 * Returns the level of a publication that uses no place: the requested one, else the highest of the package.
 */
export const levelWithoutPlace = (context: DecisionContext, requestedLevel: Level | null): Level =>
  requestedLevel ??
  findFreeLevel(context, null) ??
  LEVELS.find((level) => context.agency.pack[level] > 0) ??
  'Baja'

/** Returns the refusal of a package without free places (AGE-09, `publications/package-exhausted`). */
export const packageFullRefusal = (context: DecisionContext): Refusal => {
  const because = ['AGE-09', 'publications/package-exhausted']
  const detail =
    'El paquete de publicaciones de la agencia no tiene lugares disponibles en ningún nivel de exposición.'
  return byActiveOption(context, 'publications/package-exhausted', PACKAGE_FULL).isForbidden
    ? refusal('forbidden', detail, because)
    : refusal('conflict', detail, because, { Exposicion: [detail] })
}

/** Returns whether a publication without a place is suspended (`publications/package-exhausted`). */
export const suspendsWithoutPlace = (context: DecisionContext): boolean =>
  byActiveOption(context, 'publications/package-exhausted', PACKAGE_FULL).isSuspended

const PACKAGE_FULL = {
  '409': { isForbidden: false, isSuspended: false },
  '403': { isForbidden: true, isSuspended: false },
  suspended: { isForbidden: false, isSuspended: true },
}

const levelPreference = (context: PackageContext, requestedLevel: Level | null): readonly Level[] => {
  if (requestedLevel === null) return LEVELS
  if (isActiveOption(context, 'publications/exposure-fallback', 'highest')) return [requestedLevel, ...LEVELS]
  const at = LEVELS.indexOf(requestedLevel)
  return [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()]
}
