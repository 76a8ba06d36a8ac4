/** Compares entity tags with the members that show them. */

/** Returns the part of an entity tag between its quotes (`publications/ref-etag-form`). */
export const opaqueTag = (tag: unknown): string => String(tag).replace(/^W\//, '').replace(/^"|"$/g, '')

/**
 * Returns whether a member shows one of the entity tags of a publication, with or without quotes. If each
 * form has its own tag, it may show their common beginning.
 */
export const showsTag = (shown: unknown, tags: readonly string[]): boolean => {
  const [member, opaque] = [opaqueTag(shown), tags.map(opaqueTag)]
  const isStem = (tag: string) =>
    member !== '' && tag.startsWith(member) && /^\W/.test(tag.slice(member.length))
  return opaque.includes(member) || (new Set(opaque).size > 1 && opaque.every(isStem))
}
