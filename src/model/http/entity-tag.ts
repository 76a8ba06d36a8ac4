import { isChosen, type Profile } from '../../api/assumptions/profile.ts'

/** Formats an opaque tag as the value of `ETag` (`publications/etag-strength`). */
export const entityTagHeader = (opaque: string, profile: Profile): string =>
  isChosen(profile, 'publications/etag-strength', 'weak') ? `W/"${opaque}"` : `"${opaque}"`

/**
 * Returns whether `If-None-Match` matches the current tag (RFC 9110, section 13.1.2): weak comparison, and
 * `*` matches any existing record. Members that are not entity tags match nothing.
 */
export const ifNoneMatchApplies = (header: string, current: string): boolean =>
  // Nearly every client sends the tag alone, as it received it.
  header === current ||
  header.trim() === '*' ||
  parseTags(header).some((tag) => opaqueOf(tag) === opaqueOf(current))

/**
 * Returns whether `If-Match` matches the current tag (RFC 9110, section 13.1.1): strong comparison, so a weak
 * tag never matches, unless the service itself has only weak tags, which match as they were sent
 * (`publications/etag-strength`). A tag without its quotes matches under `publications/unquoted-if-match`.
 */
export const ifMatchApplies = (header: string, current: string, profile: Profile): boolean =>
  // Nearly every client sends the tag alone, as it received it.
  header === current ||
  header.trim() === '*' ||
  parseTags(header).includes(current) ||
  (isChosen(profile, 'publications/unquoted-if-match', 'same') && header.trim() === unquoted(current))

const unquoted = (tag: string): string => opaqueOf(tag).slice(1, -1)

/** Returns the well-formed entity tags of a list. Commas inside quotes do not separate members. */
const parseTags = (header: string): string[] =>
  (header.match(/(?:[^",]|"[^"]*"?)+/g) ?? [])
    .map((member) => member.trim())
    .filter((member) => ENTITY_TAG.test(member))

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"$/

const opaqueOf = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)
