import { byOption, chosenValue, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import {
  detailType,
  entryType,
  JSON_TYPE,
  type ResourceForm,
  refType,
  TEXT_JSON_TYPE,
} from '../../api/wire/media-types.ts'
import { headerParts } from '../../lib/text/header-parts.ts'

/** Media types that a resource offers, the preferred one first. */
export type OfferedTypes = readonly { readonly type: string; readonly form: ResourceForm }[]

/** Result of content negotiation (COM-10). */
export interface NegotiatedType {
  readonly form: ResourceForm
  /** Value of the `Content-Type` header. */
  readonly contentType: string
}

/** Forms of a resource besides the full one (COM-10, CAT-03). */
export interface AvailableForms {
  readonly ref?: boolean
  readonly detail?: boolean
}

/** Returns the media types of a resource with these forms under the profile. */
export const offeredTypes = (profile: Profile, forms: AvailableForms): OfferedTypes => {
  const vendor = chosenValue(profile, 'common/vendor') ?? 'service'
  const json: ResourceForm =
    forms.detail && isChosen(profile, 'catalogue/detail-media-type', 'json') ? 'detail' : 'full'
  return [
    { type: JSON_TYPE, form: json },
    { type: entryType(vendor), form: 'full' },
    { type: TEXT_JSON_TYPE, form: json },
    ...(forms.ref ? [{ type: refType(vendor), form: 'ref' as const }] : []),
    ...(forms.detail ? [{ type: detailType(vendor), form: 'detail' as const }] : []),
  ]
}

/**
 * Negotiates the form of a resource; undefined when none is acceptable. Results are cached per profile,
 * because clients repeat the same `Accept`.
 */
export const negotiateForm = (
  accept: string | null,
  forms: AvailableForms,
  profile: Profile,
): NegotiatedType | undefined => {
  let known = negotiatedByProfile.get(profile)
  if (!known) negotiatedByProfile.set(profile, (known = new Map()))
  const key = `${forms.ref ?? false} ${forms.detail ?? false} ${accept ?? ''}`
  const cached = known.get(key)
  if (cached) return cached
  const negotiated = negotiateType(accept, offeredTypes(profile, forms), profile)
  if (negotiated && known.size < MAX_CACHED && key.length <= MAX_KEY_LENGTH) known.set(key, negotiated)
  return negotiated
}

const negotiatedByProfile = new WeakMap<Profile, Map<string, NegotiatedType>>()
const MAX_CACHED = 256
const MAX_KEY_LENGTH = 200

/**
 * Selects a media type after RFC 9110, section 12.5.1: the highest quality wins, then the more specific
 * range, then the first one. Returns undefined when no offer is acceptable, unless
 * `common/accept-unsupported` selects the full form.
 */
export const negotiateType = (
  accept: string | null,
  offers: OfferedTypes,
  profile: Profile,
): NegotiatedType | undefined => {
  const ranges = rangesOf(accept, offers, profile)
  const best = bestOffer(ranges, offers)
  if (!best)
    return isChosen(profile, 'common/accept-unsupported', 'full-form')
      ? asNegotiated(offers[0]!, profile)
      : undefined
  const isWildcard = best.exactness < EXACT && byOption(profile, 'common/answer-content-type', PREFERS_ENTRY)
  const entry = isWildcard ? offers.find(({ type }) => type.endsWith('.entry+json')) : undefined
  // `text/*` and `*/*, application/*;q=0.1` accept the best offer, but not equally the entry type.
  const acceptsEntry = entry && rangeFor(ranges, entry.type)?.quality === best.quality
  return asNegotiated(acceptsEntry ? entry : best.offer, profile)
}

const asNegotiated = (offer: OfferedTypes[number], profile: Profile): NegotiatedType => {
  const parameters = byOption(profile, 'common/answer-content-type', TYPE_PARAMETERS)
  return { form: offer.form, contentType: offer.type + parameters }
}

const PREFERS_ENTRY = { accepted: false, 'charset-added': false, 'entry-type': true }
const TYPE_PARAMETERS = { accepted: '', 'charset-added': '; charset=utf-8', 'entry-type': '' }

const rangesOf = (accept: string | null, offers: OfferedTypes, profile: Profile): readonly MediaRange[] => {
  if (accept === null || accept.trim() === '') return ANY_TYPE
  const ranges = parseAccept(accept, offers)
  const isAny =
    ranges.length === 0 && isChosen(profile, 'common/accept-malformed', 'any') && isMalformed(accept)
  return isAny ? ANY_TYPE : ranges
}

interface MediaRange {
  readonly type: string
  readonly quality: number
  readonly exactness: number
  readonly position: number
}

const EXACT = 2
const ANY_TYPE: readonly MediaRange[] = [{ type: '*/*', quality: 1, exactness: 0, position: 0 }]

const typeOf = (part: string): string => (headerParts(part, ';')[0] ?? '').trim().toLowerCase()

/** Returns whether no part of the header names a media type. */
const isMalformed = (accept: string): boolean =>
  !headerParts(accept, ',').some((part) => /^[^\s/]+\/[^\s/]+$/.test(typeOf(part)))

/** Parses the ranges that cover an offer; a header may have a thousand others. */
const parseAccept = (accept: string, offers: OfferedTypes): MediaRange[] =>
  headerParts(accept, ',').flatMap((part, position): MediaRange[] => {
    const type = typeOf(part)
    if (!offers.some((offer) => covers(type, offer.type))) return []
    const [, ...parameters] = headerParts(part, ';')
    const quality = parameters
      .map((text) => /^\s*q\s*=\s*(\d+(?:\.\d*)?|\.\d+)\s*$/i.exec(text)?.[1])
      .find(Boolean)
    const exactness = type === '*/*' ? 0 : type.endsWith('/*') ? 1 : EXACT
    return [{ type, quality: Math.min(1, Number(quality ?? 1)), exactness, position }]
  })

interface Candidate {
  readonly offer: OfferedTypes[number]
  readonly quality: number
  readonly exactness: number
  readonly position: number
}

const bestOffer = (ranges: readonly MediaRange[], offers: OfferedTypes): Candidate | undefined => {
  let best: Candidate | undefined
  for (const offer of offers) {
    const range = rangeFor(ranges, offer.type)
    if (!range || range.quality === 0) continue
    const candidate = { offer, quality: range.quality, exactness: range.exactness, position: range.position }
    if (!best || isBetter(candidate, best)) best = candidate
  }
  return best
}

// The most specific range decides the quality of a type, so `*/*, text/json;q=0` excludes only text/json.
const rangeFor = (ranges: readonly MediaRange[], type: string): MediaRange | undefined =>
  ranges.filter((range) => covers(range.type, type)).sort((a, b) => b.exactness - a.exactness)[0]

const isBetter = (a: Candidate, b: Candidate): boolean =>
  a.quality !== b.quality
    ? a.quality > b.quality
    : a.exactness !== b.exactness
      ? a.exactness > b.exactness
      : a.position < b.position

const covers = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
