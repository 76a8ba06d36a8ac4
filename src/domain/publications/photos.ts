import { limits } from '../../wire/limits.ts'
import { type Deciding, option, type PhotoSize } from '../decision-context.ts'
import type { FaultList } from '../validation-issues.ts'
import { photoSize } from './photo-url.ts'

/** Photos of which the size is neither known nor measured yet; to be fetched when `publications/photos` says so. */
export const unmeasured = (deciding: Deciding, photos: readonly string[]): string[] => {
  if (option(deciding, 'publications/photos') !== 'downloaded') return []
  return photos.filter((url) => isWebUrl(url) && !photoSize(url) && !deciding.photos?.has(url))
}

/**
 * The photos that are accepted (PUB-17). A refused one is a fault on `Fotos[i]` or left out, as `publications/photo-refused` says.
 * Without a download only the form counts, except for the sandbox's own pictures, whose size their address tells.
 */
export const readPhotos = (faults: FaultList, deciding: Deciding, sent: readonly string[]): string[] => {
  const leaveOut = option(deciding, 'publications/photo-refused') === 'left-out'
  return sent.filter((url, i) => {
    const problem = problemOf(deciding, url)
    if (problem && !leaveOut)
      faults.add(`Fotos[${i}]`, problem, 'PUB-17', 'publications/photos', 'publications/photo-refused')
    return !problem
  })
}

const problemOf = (deciding: Deciding, url: string): string | undefined => {
  if (!isWebUrl(url)) return 'Se espera una URL pública absoluta, http o https.'
  const fetched = option(deciding, 'publications/photos') === 'downloaded' ? deciding.photos?.get(url) : undefined
  const measured = photoSize(url) ?? fetched
  if (!measured) return undefined
  return 'failure' in measured ? measured.failure : sizeProblem(measured)
}

const sizeProblem = ({ widthPx, heightPx }: PhotoSize): string | undefined => {
  const { minWidthPx, minHeightPx } = limits.fotos
  if (widthPx >= minWidthPx && heightPx >= minHeightPx) return undefined
  return `La foto mide ${widthPx} x ${heightPx} píxeles; se esperan al menos ${minWidthPx} x ${minHeightPx}.`
}

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
