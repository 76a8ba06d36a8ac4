import type { Hono } from 'hono'
import { controlProblem } from '../api/problems/control-error.ts'
import { PHOTO_ROOT, parsePhotoPath } from '../model/domain/publications/photo-url.ts'

const EXPECTED_PATH =
  'Expected /_playa/photos/{width}x{height}/{body-style}/{colour}/{n}.svg or .png, sizes up to 4000, n up to 99.'

/** Binds the photos that the sandbox draws; the code is loaded with the first one. */
export const bindPhotos = (app: Hono): void => {
  app.get(`${PHOTO_ROOT}*`, async (context) => {
    const { pathname } = new URL(context.req.url)
    const request = parsePhotoPath(pathname.slice(PHOTO_ROOT.length))
    if (!request) return controlProblem(404, EXPECTED_PATH, pathname)
    const { photoQueue } = await import('../sandbox/photos/photo-queue.ts')
    const photo = await photoQueue.photo(request)
    if (!photo) {
      const detail = 'Too many photos are being drawn; try again, or use SVG, which needs no queue.'
      return controlProblem(503, detail, pathname, { headers: { 'Retry-After': '1' } })
    }
    return context.body(new Uint8Array(photo), 200, {
      'Content-Type': request.format === 'svg' ? 'image/svg+xml' : 'image/png',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
}
