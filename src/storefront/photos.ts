/** Pictures that the sandbox itself draws; those that lie elsewhere are never asked for. */

const ROOT = '/_playa/photos/'

/** The path of a picture of ours; undefined for one elsewhere. */
export const ownPhoto = (url: string, origin: string): string | undefined => {
  if (!URL.canParse(url, origin)) return undefined
  const at = new URL(url, origin)
  return at.host === new URL(origin).host && at.pathname.startsWith(ROOT) ? at.pathname : undefined
}

/** The same picture in another size. */
export const sized = (path: string, widthPx: number, heightPx: number): string =>
  path.replace(/^\/_playa\/photos\/\d+x\d+\//, `${ROOT}${widthPx}x${heightPx}/`)
