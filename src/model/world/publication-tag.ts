import { contentHash } from '../../lib/random/content-hash.ts'
import type { Publication } from './publication.ts'

/**
 * Returns the opaque part of the entity tag (PUB-33): a hash of all members and the revision. It differs from
 * every previous tag, and two histories after a restore never share a tag for different contents.
 */
export const publicationTag = (publication: Publication): string => {
  const known = tags.get(publication)
  if (known !== undefined) return known
  const tag = contentHash(JSON.stringify(memberNames(publication).map((name) => publication[name])))
  tags.set(publication, tag)
  return tag
}

const tags = new WeakMap<Publication, string>()

/** Returns the members whose content differs. */
export const changedMembers = (before: Publication, after: Publication): (keyof Publication)[] =>
  before === after ? [] : memberNames(before).filter((name) => !isSame(before[name], after[name]))

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Names of the members, in the same order for every publication: all have the same ones. */
let names: (keyof Publication)[] | undefined

const memberNames = (publication: Publication): (keyof Publication)[] =>
  // Object.keys returns exactly the members of the interface, since publications have no others.
  (names ??= (Object.keys(publication) as (keyof Publication)[]).sort())
