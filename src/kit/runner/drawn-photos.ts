import { pngWriter } from '../../lib/runtime/png-writer.ts'
import type { WebhookReceiver } from './deliveries.ts'

/** Photos that a run draws, with the size in their address, for services that can reach it. */

const ADDRESS = /^\/photo-(\d{1,4})x(\d{1,4})-[\w-]+\.png$/

/** Returns the path of a photo; `name` distinguishes it from others of its size. */
export const drawnPhotoPath = (widthPx: number, heightPx: number, name: string): string =>
  `/photo-${widthPx}x${heightPx}-${name}.png`

/**
 * Photos by size: a service downloads one for each publication, and drawing takes longer than anything else
 * of a run.
 */
const drawn = new Map<string, Buffer>()
const MAX_KEPT = 16

/** Returns the photo of a path as a PNG; undefined for other paths. */
export const drawnPhoto = (path: string): Buffer | undefined => {
  const [, width, height] = ADDRESS.exec(path) ?? []
  if (width === undefined || height === undefined) return undefined
  const size = `${width}x${height}`
  const kept = drawn.get(size)
  if (kept) return kept
  const photo = draw(Number(width), Number(height))
  if (drawn.size >= MAX_KEPT) drawn.clear()
  drawn.set(size, photo)
  return photo
}

const draw = (widthPx: number, heightPx: number): Buffer => {
  const png = pngWriter(widthPx, heightPx)
  for (let y = 0; y < heightPx; y++) {
    // Stripes, so that it has more than one colour.
    png.row(new Uint32Array(widthPx).fill(y % 40 < 20 ? 0x336699 : 0xcccccc), y)
  }
  return png.bytes()
}

/** Returns the addresses of two photos that are large enough. */
export const drawnPhotos = ({ url }: WebhookReceiver): readonly string[] =>
  ['1', '2'].map((name) => url + drawnPhotoPath(1280, 720, name))
