import { chosen, type Profile } from '../assumptions/profile.ts'

/** The `ETag` header's value for an opaque tag (`publications/etag-strength`). */
export const entityTagHeader = (opaque: string, profile: Profile): string =>
  chosen(profile, 'publications/etag-strength') === 'weak' ? `W/"${opaque}"` : `"${opaque}"`

/**
 * `If-None-Match` (RFC 9110 13.1.2): weak comparison, `*` matches whatever exists. Lists and `W/` are understood; what is no
 * entity tag matches nothing.
 */
export const ifNoneMatchApplies = (header: string, current: string): boolean =>
  header.trim() === '*' || parseTags(header).some((tag) => opaqueOf(tag) === opaqueOf(current))

/**
 * `If-Match` (RFC 9110 13.1.1): strong comparison, so a weak tag never matches, except where the service itself has only
 * weak ones to give.
 */
export const ifMatchApplies = (header: string, current: string): boolean => {
  // The tag alone, as it was given, is what nearly everybody sends.
  if (header === current || header.trim() === '*') return true
  return current.startsWith('W/') ? ifNoneMatchApplies(header, current) : parseTags(header).includes(current)
}

/** The members of a list that are entity tags to the letter; commas inside quotes do not part them. */
const parseTags = (header: string): string[] =>
  (header.match(/(?:[^",]|"[^"]*"?)+/g) ?? [])
    .map((member) => member.trim())
    .filter((member) => ENTITY_TAG.test(member))

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"$/

const opaqueOf = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)
