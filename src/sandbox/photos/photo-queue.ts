import { serverLimits } from '../../api/wire/limits.ts'
import { renderInThread } from '../../lib/runtime/photo-thread.ts'
import type { PhotoRequest } from '../../model/domain/publications/photo-url.ts'
import { renderPhoto, renderPhotoInSlices } from './picture.ts'

/** Maximum number of photos that wait. More are refused. */
const MAX_WAITING = serverLimits.waitingPhotos.value
/** Maximum number of bytes of rendered photos that are kept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024

interface WaitingPhoto {
  readonly request: PhotoRequest
  readonly key: string
  readonly result: Promise<Uint8Array>
  resolve(bytes: Uint8Array): void
  reject(error: unknown): void
}

type Render = (request: PhotoRequest) => Promise<Uint8Array>

/**
 * Renders photos outside of the requests that ask for them: one at a time, small ones first, equal ones
 * once, in a worker thread of the built package and in slices elsewhere.
 */
export class PhotoQueue {
  readonly #render: Render
  readonly #waiting: WaitingPhoto[] = []
  readonly #kept = new Map<string, Uint8Array>()
  #keptBytes = 0
  #current: WaitingPhoto | undefined

  constructor(render: Render = renderOutside) {
    this.#render = render
  }

  /** Returns the bytes of a photo; undefined when too many wait. */
  photo(request: PhotoRequest): Promise<Uint8Array> | Uint8Array | undefined {
    if (request.format === 'svg') return renderPhoto(request)
    const key = JSON.stringify(request)
    const kept = this.#kept.get(key)
    if (kept) return kept
    const same = [this.#current, ...this.#waiting].find((photo) => photo?.key === key)
    if (same) return same.result
    if (this.#waiting.length >= MAX_WAITING) return undefined
    const { promise, resolve, reject } = withResolvers<Uint8Array>()
    this.#waiting.push({ request, key, result: promise, resolve, reject })
    if (!this.#current) void this.#work()
    return promise
  }

  async #work(): Promise<void> {
    for (let photo = this.#smallest(); photo; photo = this.#smallest()) {
      this.#current = photo
      try {
        const bytes = await this.#render(photo.request)
        this.#keep(photo.key, bytes)
        photo.resolve(bytes)
      } catch (error) {
        photo.reject(error)
      }
    }
    this.#current = undefined
  }

  #smallest(): WaitingPhoto | undefined {
    let least = 0
    for (const [i, { request }] of this.#waiting.entries())
      if (pixels(request) < pixels(this.#waiting[least]?.request)) least = i
    return this.#waiting.splice(least, 1)[0]
  }

  #keep(key: string, bytes: Uint8Array): void {
    if (bytes.length > MAX_KEPT_BYTES / 4) return
    this.#kept.set(key, bytes)
    this.#keptBytes += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) return
      this.#kept.delete(oldest)
      this.#keptBytes -= length
    }
  }
}

const pixels = (request: PhotoRequest | undefined): number =>
  request ? request.widthPx * request.heightPx : Number.POSITIVE_INFINITY

const renderOutside: Render = (request) => renderInThread(request) ?? renderPhotoInSlices(request)

/** The queue of this process. */
export const photoQueue = new PhotoQueue()

const withResolvers = <T>() => {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}
