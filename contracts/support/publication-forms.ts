import { TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import { Publicacion, PublicacionRef } from '../../src/api/wire/response-schemas.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from './canonical-json.ts'

/** The forms of a publication, and how two of its representations are compared. */

/** A media type in which a publication is shown (COM-10). */
export interface PublicationForm {
  readonly accept: string
  readonly isRef: boolean
}

/** Returns the media types of a publication; reads use the first one by default. */
export const publicationForms = ({
  types,
}: ClauseContext): readonly [PublicationForm, ...PublicationForm[]] => [
  { accept: types.json, isRef: false },
  { accept: types.ref, isRef: true },
  { accept: types.entry, isRef: false },
  { accept: TEXT_JSON_TYPE, isRef: false },
]

/** Links depend on the state, and may be relative to the address of the request. */
const isCompared = (name: string): boolean => name !== '_links' && name !== 'Consultas'

/** Members of the full form that are compared. */
export const FULL_MEMBERS: readonly string[] = Object.keys(Publicacion.shape).filter(isCompared)
/** Members of the ref form that are compared. */
export const REF_MEMBERS: readonly string[] = Object.keys(PublicacionRef.shape).filter(isCompared)

/** Returns a member as it is compared: absent as null, photos without queries, which may hold signatures. */
export const comparable = (name: string, value: unknown): string => {
  if (name === 'Fotos' && Array.isArray(value))
    return JSON.stringify(value.map((url) => String(url).split('?', 1)[0]))
  return canonicalJson(value ?? null, name)
}

/** A member that two representations show differently. */
export interface MemberDifference {
  readonly member: string
  readonly expected: string
  readonly got: string
}

/** Returns the members among `names` that two representations show differently. */
export const memberDifferences = (
  names: readonly string[],
  expected: unknown,
  got: unknown,
): readonly MemberDifference[] => {
  const [one, other] = [membersOf(expected), membersOf(got)]
  return names.flatMap((member) => {
    const [first, second] = [comparable(member, one[member]), comparable(member, other[member])]
    return first === second ? [] : [{ member, expected: first, got: second }]
  })
}

/**
 * Returns whether photos were replaced between two reads: a service may show its copies later, under a new
 * tag (`publications/photos-shown`), so no write of the run has to be the cause.
 */
export const hasOtherPhotos = (before: Exchange, after: Exchange): boolean =>
  memberDifferences(['Fotos'], before.json, after.json).length > 0

/** Asserts that two representations show the same values of the members `names`. */
export const assertSameMembers = (
  t: ClauseContext,
  names: readonly string[],
  { expected, got, why }: { expected: Exchange; got: Exchange; why: string },
): void => {
  const [first] = memberDifferences(names, withAbsoluteHref(expected), withAbsoluteHref(got))
  if (first) t.assert(false, `${first.member} ${first.expected}, ${why}`, `${first.member} ${first.got}`, got)
}

/** Returns the body with the path of its own `href`, whatever its form (`common/href-form`). */
const withAbsoluteHref = ({ json, request }: Exchange): unknown => {
  const { href, ...rest } = membersOf(json)
  if (typeof href !== 'string' || !isUrl(href, request.url)) return json
  return { ...rest, href: new URL(href, request.url).pathname }
}

export { canonicalJson }
