import {
  base36Word,
  continueHash,
  type HashLanes,
  type HashState,
  HashSum,
  hashLanes,
} from '../../lib/random/content-hash.ts'
import type { Publication } from './publication.ts'

/**
 * Returns the opaque part of the entity tag (PUB-33): a hash of all members and the revision. It differs from
 * every previous tag, and two histories after a restore never share a tag for different contents.
 */
export const publicationTag = (publication: Publication): string => fingerprintOf(publication).tag

/** Returns the members whose content differs. */
export const changedMembers = (before: Publication, after: Publication): Member[] =>
  before === after ? [] : membersOf(before).filter(({ name }) => !isSame(before[name], after[name]))

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

/**
 * Computes the fingerprint of `after` from that of `before`, hashing only the changed members and the
 * revision.
 */
export const updateFingerprint = (
  before: Publication,
  after: Publication,
  changed: readonly Member[],
): void => {
  const previous = new HashSum()
  const sum = new HashSum(fingerprintOf(before))
  for (const member of [...changed, REVISION_MEMBER]) {
    addMember(previous, before, member)
    addMember(sum, after, member)
  }
  storeFingerprint(after, { low: (sum.low - previous.low) | 0, high: (sum.high - previous.high) | 0 })
}

/**
 * Sum of the hashes of all members, as two lanes. A changed member is exchanged without hashing the others
 * again.
 */
interface Fingerprint extends HashLanes {
  readonly tag: string
}

const fingerprints = new WeakMap<Publication, Fingerprint>()

/**
 * Hash states after the prefix of a member's text: its name and, for texts, numbers and booleans, its type.
 */
type HashPrefixes = Readonly<Record<'object' | 'string' | 'number' | 'boolean', HashState>>

interface Member {
  readonly name: keyof Publication
  readonly after: HashPrefixes
  /** Hash of the member when it is null. */
  readonly ofNull: HashLanes
}

const newMember = (name: keyof Publication): Member => {
  const after: HashPrefixes = {
    object: continueHash(`${name} `),
    string: continueHash(`${name} string `),
    number: continueHash(`${name} number `),
    boolean: continueHash(`${name} boolean `),
  }
  return { name, after, ofNull: hashLanes('null', after.object) }
}

const REVISION_MEMBER = newMember('revision')

/** Members of a publication, taken from the first one: all publications have the same members. */
let members: readonly Member[] | undefined

const membersOf = (publication: Publication): readonly Member[] =>
  // Object.keys returns exactly the members of the interface, since publications have no others.
  (members ??= (Object.keys(publication) as (keyof Publication)[]).map(newMember))

const addMember = (sum: HashSum, publication: Publication, { name, after, ofNull }: Member): void => {
  const value = publication[name]
  if (value === null) sum.add(ofNull)
  else if (typeof value === 'string') sum.addText(value, after.string)
  else if (typeof value === 'object') sum.addText(JSON.stringify(value), after.object)
  else sum.addText(String(value), typeof value === 'number' ? after.number : after.boolean)
}

const fingerprintOf = (publication: Publication): Fingerprint => {
  const cached = fingerprints.get(publication)
  if (cached) return cached
  const sum = new HashSum()
  for (const member of membersOf(publication)) addMember(sum, publication, member)
  return storeFingerprint(publication, sum)
}

const storeFingerprint = (publication: Publication, { low, high }: HashLanes): Fingerprint => {
  const fingerprint = { low, high, tag: base36Word(low) + base36Word(high) }
  fingerprints.set(publication, fingerprint)
  return fingerprint
}
