/** The sandbox's own car pictures: `/_playa/photos/{width}x{height}/{body-style}/{colour}/{n}.svg` or `.png`. */
export interface PhotoRequest {
  /** 1..4000. */
  readonly widthPx: number
  /** 1..4000. */
  readonly heightPx: number
  /** A url word, e.g. `pick-up`; unknown ones are drawn as a sedan. */
  readonly bodyStyle: string
  /** A url word, e.g. `gris-plata`; unknown ones are drawn grey. */
  readonly colour: string
  /** 1..99: chooses surroundings and view. */
  readonly n: number
  readonly format: 'svg' | 'png'
}

/** Where the pictures live on the server that draws them. */
export const PHOTO_ROOT = '/_playa/photos/'

const MAX_SIDE_PX = 4000
const PATH =
  /^([1-9]\d{0,3})x([1-9]\d{0,3})\/([a-z0-9]+(?:-[a-z0-9]+)*)\/([a-z0-9]+(?:-[a-z0-9]+)*)\/([1-9]\d?)\.(svg|png)$/
// Longer words name no body style or colour, and would only make needlessly long addresses valid.
const MAX_WORD_LENGTH = 40

/** Reads what follows `PHOTO_ROOT`, e.g. `1280x720/suv/rojo/1.png`; undefined when it names no picture. */
export function parsePhotoPath(path: string): PhotoRequest | undefined {
  const [, width, height, bodyStyle, colour, n, format] = PATH.exec(path) ?? []
  if (!bodyStyle || !colour || bodyStyle.length > MAX_WORD_LENGTH || colour.length > MAX_WORD_LENGTH) return undefined
  const widthPx = Number(width)
  const heightPx = Number(height)
  if (widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX) return undefined
  return { widthPx, heightPx, bodyStyle, colour, n: Number(n), format: format === 'png' ? 'png' : 'svg' }
}

/** The root-relative address of a picture; the inverse of `parsePhotoPath`. */
export function photoPath({ widthPx, heightPx, bodyStyle, colour, n, format }: PhotoRequest): string {
  return `${PHOTO_ROOT}${widthPx}x${heightPx}/${bodyStyle}/${colour}/${n}.${format}`
}

/**
 * Pixels of the picture that an absolute http(s) or root-relative URL names, whatever the host; undefined when it is none
 * of the sandbox's. This is what lets `publications/photos` know a size without fetching anything.
 */
export function photoSize(url: string): { widthPx: number; heightPx: number } | undefined {
  const path = /^(?:https?:\/\/[^/?#\\\s]+)?(\/[^?#]*)(?:[?#]|$)/i.exec(url)?.[1]
  if (!path?.startsWith(PHOTO_ROOT)) return undefined
  const request = parsePhotoPath(path.slice(PHOTO_ROOT.length))
  return request && { widthPx: request.widthPx, heightPx: request.heightPx }
}
