import { limits } from '../../wire/limits.ts'
import { type DecisionContext, activeOption, type PhotoSize } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { photoSize } from './photo-url.ts'

/** Photos of which the size is neither known nor measured yet; to be fetched when `publications/photos` says so. */
export const unmeasuredPhotos = (deciding: DecisionContext, photos: readonly string[]): string[] => {
  if (activeOption(deciding, 'publications/photos') !== 'downloaded') return []
  return photos.filter((url) => isWebUrl(url) && !photoSize(url) && !deciding.photos?.has(url))
}

/**
 * The photos that are accepted (PUB-17). A refused one is a fault on `Fotos[i]` or left out, as `publications/photo-refused` says.
 * Without a download only the form counts, except for the sandbox's own pictures, whose size their address tells.
 */
export const acceptedPhotos = (faults: ValidationIssues, deciding: DecisionContext, sent: readonly string[]): string[] => {
  const leaveOut = activeOption(deciding, 'publications/photo-refused') === 'left-out'
  return sent.filter((url, i) => {
    const problem = photoIssue(deciding, url)
    if (problem && !leaveOut)
      faults.add(`Fotos[${i}]`, problem, 'PUB-17', 'publications/photos', 'publications/photo-refused')
    return !problem
  })
}

const photoIssue = (deciding: DecisionContext, url: string): string | undefined => {
  if (!isWebUrl(url)) return 'Se espera una URL pública absoluta, http o https.'
  const fetched = activeOption(deciding, 'publications/photos') === 'downloaded' ? deciding.photos?.get(url) : undefined
  const measured = photoSize(url) ?? fetched
  if (!measured) return undefined
  return 'failure' in measured ? measured.failure : sizeIssue(measured)
}

const sizeIssue = ({ widthPx, heightPx }: PhotoSize): string | undefined => {
  const { minWidthPx, minHeightPx } = limits.fotos
  if (widthPx >= minWidthPx && heightPx >= minHeightPx) return undefined
  return `La foto mide ${widthPx} x ${heightPx} píxeles; se esperan al menos ${minWidthPx} x ${minHeightPx}.`
}

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
