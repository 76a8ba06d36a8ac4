import type { RivalMember } from '../../model/world/fault-rule.ts'
import { type Publication, publicationKey } from '../../model/world/publication.ts'
import { agencyByMail, type World } from '../../model/world/world.ts'

/** The text that another writer gives a member. */
export const OTHER_APPS_TEXT = 'De otra app'

/** What another writer changes. */
export type RivalChange = Partial<Pick<Publication, RivalMember | 'Fotos' | 'Precio' | 'condition'>>

/**
 * Simulates another writer: increments the publication's revision, and thereby its entity tag (PUB-33), with
 * a visible `change` or without one. Returns the same world when there is no such publication.
 */
export const withRivalWrite = (
  world: World,
  adminMail: string,
  externalId: string,
  change: RivalChange = {},
): World => {
  const before = publicationAt(world, adminMail, externalId)
  if (!before) return world
  const after = { ...before, ...change, revision: before.revision + 1 }
  return { ...world, publications: world.publications.put(after) }
}

/** Returns the publication that another writer would change; undefined when there is none. */
export const publicationAt = (
  world: World,
  adminMail: string,
  externalId: string,
): Publication | undefined => {
  const agency = agencyByMail(world, adminMail)
  return agency && world.publications.get(publicationKey(agency.ordinal, externalId))
}
