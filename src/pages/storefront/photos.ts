import { isUrl } from '../../lib/text/url.ts'

/** Photos that the sandbox serves. Pages never load images of other hosts. */

const ROOT = '/_playa/photos/'

/** Returns the path of a photo on this server; undefined for a photo on another host. */
export const serverPhotoPath = (url: string, origin: string): string | undefined => {
  if (!isUrl(url, origin)) return undefined
  const { host, pathname } = new URL(url, origin)
  return host === new URL(origin).host && pathname.startsWith(ROOT) ? pathname : undefined
}

/** Returns the path of the same photo in another size. */
export const resizedPhoto = (path: string, widthPx: number, heightPx: number): string =>
  path.replace(/^\/_playa\/photos\/\d+x\d+\//, `${ROOT}${widthPx}x${heightPx}/`)

/** Returns what the surroundings of a photo depend on: the number at the end of its path. */
export const surroundingsOf = (path: string): string => /(\d+)\.\w+$/.exec(path)?.[1] ?? ''
