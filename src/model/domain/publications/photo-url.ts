/**
 * A photo drawn by the sandbox: `/_playa/photos/{width}x{height}/{body-style}/{colour}/{n}.svg` or `.png`.
 */
export interface PhotoRequest {
  /** 1..4000. */
  readonly widthPx: number
  /** 1..4000. */
  readonly heightPx: number
  /** A URL word, e.g. `pick-up`; unknown ones are drawn as a sedan. */
  readonly bodyStyle: string
  /** A URL word, e.g. `gris-plata`; unknown ones are drawn grey. */
  readonly colour: string
  /** 1..99: selects surroundings and view. */
  readonly n: number
  readonly format: 'svg' | 'png'
}

/** Path of the photos on the sandbox's server. */
export const PHOTO_ROOT = '/_playa/photos/'

const MAX_SIDE_PX = 4000
const PATH =
  /^([1-9]\d{0,3})x([1-9]\d{0,3})\/([a-z0-9]+(?:-[a-z0-9]+)*)\/([a-z0-9]+(?:-[a-z0-9]+)*)\/([1-9]\d?)\.(svg|png)$/
// Longer than any body style or colour; keeps URLs short.
const MAX_WORD_LENGTH = 40

/** Parses the path after `PHOTO_ROOT`, e.g. `1280x720/suv/rojo/1.png`; undefined when it names no photo. */
export function parsePhotoPath(path: string): PhotoRequest | undefined {
  const [, width, height, bodyStyle, colour, n, format] = PATH.exec(path) ?? []
  if (!bodyStyle || !colour || bodyStyle.length > MAX_WORD_LENGTH || colour.length > MAX_WORD_LENGTH)
    return undefined
  const widthPx = Number(width)
  const heightPx = Number(height)
  if (widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX) return undefined
  return { widthPx, heightPx, bodyStyle, colour, n: Number(n), format: format === 'png' ? 'png' : 'svg' }
}

/** Returns the root-relative path of a photo; the inverse of `parsePhotoPath`. */
export function photoPath({ widthPx, heightPx, bodyStyle, colour, n, format }: PhotoRequest): string {
  return `${PHOTO_ROOT}${widthPx}x${heightPx}/${bodyStyle}/${colour}/${n}.${format}`
}

/**
 * Returns the size of a sandbox photo from its absolute or root-relative URL, ignoring the host; undefined
 * for other photos. It lets `publications/photos` check sizes without a download.
 */
export function photoSize(url: string): { widthPx: number; heightPx: number } | undefined {
  // Most photos are of other hosts.
  if (!url.includes(PHOTO_ROOT)) return undefined
  const path = /^(?:https?:\/\/[^/?#\\\s]+)?(\/[^?#]*)(?:[?#]|$)/i.exec(url)?.[1]
  if (!path?.startsWith(PHOTO_ROOT)) return undefined
  const request = parsePhotoPath(path.slice(PHOTO_ROOT.length))
  return request && { widthPx: request.widthPx, heightPx: request.heightPx }
}
