import { publicationKey } from '../world/publication.ts'
import { agencyByMail, type World } from '../world/world.ts'

/**
 * The world in which another writer has just changed the publication: its revision, and with it the entity tag (PUB-33), while all that
 * is shown stays. The very same world when there is no such publication.
 */
export const withRivalWrite = (world: World, adminMail: string, externalId: string): World => {
  const agency = agencyByMail(world, adminMail)
  const before = agency && world.publications.get(publicationKey(agency.ordinal, externalId))
  if (!before) return world
  const after = { ...before, revision: before.revision + 1 }
  return { ...world, publications: world.publications.put(after) }
}
