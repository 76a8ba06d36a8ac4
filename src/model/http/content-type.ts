import { isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { headerParts } from '../../lib/text/header-parts.ts'

/**
 * Returns whether the header names JSON in UTF-8 (`common/charset`): `application/json`, `text/json`,
 * `application/*+json`, or none (`common/request-media-types`).
 */
export const isJsonType = (header: string | null, profile: Profile): boolean => {
  const isStrict = isChosen(profile, 'common/request-media-types', 'json-only')
  if (header === null || header.trim() === '') return !isStrict
  const [name = '', ...parameters] = headerParts(header.toLowerCase(), ';')
  const charset = parameters
    .map((text) => /^\s*charset\s*=\s*"?([^\s"]+)"?\s*$/.exec(text)?.[1])
    .find(Boolean)
  const isForeign = charset !== undefined && charset !== 'utf-8' && charset !== 'utf8'
  if (isForeign && isChosen(profile, 'common/charset', 'refused')) return false
  return isStrict
    ? name.trim() === 'application/json'
    : /^\s*(application\/json|text\/json|application\/[^\s/;*]+\+json)\s*$/.test(name)
}
