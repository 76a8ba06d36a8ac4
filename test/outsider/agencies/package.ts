import type { Level } from '../free-choices.ts'
import type { Agency, Publication, World } from '../world.ts'

const LEVELS: readonly Level[] = ['Alta', 'Media', 'Baja']

/** Returns whether `word` names a level. */
export const isLevel = (word: unknown): word is Level => LEVELS.some((level) => level === word)

const isCounted = ({ choices }: World, { phase }: Publication): boolean =>
  phase === 'active' ||
  (phase === 'suspended' && choices.suspendedCounts) ||
  (phase === 'archived' && choices.packageFault === 'archivedKeep')

const occupied = (world: World, agency: Agency, level: Level, except?: Publication): number =>
  [...world.publications.values()].filter(
    (publication) =>
      publication.agency === agency &&
      publication !== except &&
      publication.members.Exposicion === level &&
      isCounted(world, publication),
  ).length

/** Counts one level of the agency's package. */
export const countsOf = (world: World, agency: Agency, level: Level) => {
  const pack = agency.packs[level]
  const used = occupied(world, agency, level) + agency.drift[level]
  const free = pack - used + (world.choices.packageFault === 'sum' ? 1 : 0)
  return { Pack: pack, Activas: used, Disponibles: free }
}

/** Lists replacements for an unavailable level, the best first. */
const alternatives = (world: World, agency: Agency, wanted: Level | null): Level[] => {
  const free = (level: Level): number => agency.packs[level] - occupied(world, agency, level)
  if (world.choices.fallback === 'mostFree') return [...LEVELS].sort((one, other) => free(other) - free(one))
  if (world.choices.fallback === 'best' || wanted === null) return [...LEVELS]
  const at = LEVELS.indexOf(wanted)
  return [...LEVELS.slice(at), ...LEVELS.slice(0, at).reverse()]
}

/**
 * Finds the level that a listing gets: the wanted one when free, else the best; nothing when all are full.
 */
export const placeFor = (
  world: World,
  agency: Agency,
  wanted: Level | null,
  holder?: Publication,
): Level | undefined => {
  const fault = world.choices.levelFault
  const hasRoom = (level: Level): boolean => agency.packs[level] > occupied(world, agency, level, holder)
  if (wanted !== null && (hasRoom(wanted) || fault === 'overfull')) return wanted
  if (wanted !== null && fault === 'refused') return undefined
  const order = alternatives(world, agency, wanted)
  return (fault === 'lowest' && wanted === null ? [...order].reverse() : order).find(hasRoom)
}

/** Names a level for a listing that takes no place: the requested one, or the best of the contract. */
export const levelAtRest = (agency: Agency, wanted: Level | null): Level | null =>
  wanted ?? LEVELS.find((level) => agency.packs[level] > 0) ?? null
