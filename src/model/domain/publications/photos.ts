import { chosenValue, isChosen } from '../../../api/assumptions/profile.ts'
import { limits } from '../../../api/wire/limits.ts'
import { isWebUrl } from '../../../lib/text/url.ts'
import { type DecisionContext, isActiveOption, type PhotoSize } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { photoSize } from './photo-url.ts'

/** Photos of a body; undefined stands for an item that is not a text and has its issue already. */
export type SentPhotos = readonly (string | undefined)[]

const isText = (item: string | undefined): item is string => item !== undefined

/**
 * Returns the photos whose sizes must be measured first; none unless `publications/photos` requires
 * downloads.
 */
export const unmeasuredPhotos = (context: DecisionContext, photos: SentPhotos): string[] => {
  if (!isActiveOption(context, 'publications/photos', 'downloaded')) return []
  return photos.filter(isText).filter((url) => isWebUrl(url) && !photoSize(url) && !context.photos?.has(url))
}

/**
 * Returns the accepted photos (PUB-17). A refused photo is an issue on `Fotos[i]` or is left out
 * (`publications/photo-refused`). Without downloads only the URL is checked, and the size in URLs of sandbox
 * photos.
 */
export const acceptedPhotos = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: SentPhotos,
): string[] => {
  checkPhotoCount(issues, context, sent.length)
  const leaveOut = isActiveOption(context, 'publications/photo-refused', 'left-out')
  return sent.filter((url, i): url is string => {
    if (url === undefined) return false
    const problem = photoIssue(context, url)
    if (problem && !leaveOut)
      issues.add(`Fotos[${i}]`, problem, 'PUB-17', 'publications/photos', 'publications/photo-refused')
    return !problem
  })
}

const checkPhotoCount = (issues: ValidationIssues, { world }: DecisionContext, count: number): void => {
  const { profile } = world.setting
  if (isChosen(profile, 'publications/photos-count', 'unbounded')) return
  const most = chosenValue(profile, 'publications/photos-count') ?? count
  if (count > most) issues.add('Fotos', `Se esperan hasta ${most} fotos.`, 'publications/photos-count')
}

const photoIssue = (context: DecisionContext, url: string): string | undefined => {
  if (!isWebUrl(url)) return 'Se espera una URL pública absoluta, http o https.'
  const fetched = isActiveOption(context, 'publications/photos', 'downloaded')
    ? context.photos?.get(url)
    : undefined
  const measured = photoSize(url) ?? fetched
  if (!measured) return undefined
  return 'failure' in measured ? measured.failure : sizeIssue(measured)
}

const sizeIssue = ({ widthPx, heightPx }: PhotoSize): string | undefined => {
  const { minWidthPx, minHeightPx } = limits.fotos
  if (widthPx >= minWidthPx && heightPx >= minHeightPx) return undefined
  return `La foto mide ${widthPx} x ${heightPx} píxeles; se esperan al menos ${minWidthPx} x ${minHeightPx}.`
}
