import type { PhotoFailure, PhotoSize, PhotoSizes } from '../../model/domain/decision-context.ts'
import {
  type GuardedOptions,
  type GuardedResponse,
  guardedRequest,
  OutgoingFailed,
  OutgoingRefused,
} from '../outbound/guarded-request.ts'
import type { PrivateTargets } from '../outbound/private-targets.ts'
import { type HeaderReading, jpegSize, svgSize } from './picture-headers.ts'

/** Limits for fetching photos. */
export interface PhotoFetchOptions {
  /** True: photos may be on private addresses. */
  readonly allowPrivate: PrivateTargets
  /** Sends a request for a photo. Default: the guard of outgoing requests. */
  readonly sendRequest?: ((options: GuardedOptions) => Promise<GuardedResponse>) | undefined
  /** Limit for one photo. Default 5,000. */
  readonly timeoutMs?: number
  /** Bytes read of one photo, at most. Default 2 MiB: metadata may precede the size. */
  readonly maxBytes?: number
  /** Photos fetched at a time. Default 4. */
  readonly concurrency?: number
  /** Limit for all photos of one call; the remaining ones fail. Default 20,000. */
  readonly totalTimeoutMs?: number
}

type ImageSize = typeof import('image-size').imageSize
type PhotoMeasurement = PhotoSize | PhotoFailure

/**
 * Measures the pictures at `urls` (`publications/photos`: downloaded) with EXIF rotation applied, and reads
 * no more of each than needed. Never rejects because of a URL: its result is `{ failure }`, a sentence for
 * the client.
 */
export const measurePhotos =
  ({
    concurrency = 4,
    totalTimeoutMs = 20_000,
    timeoutMs = 5_000,
    maxBytes = 2 * 1024 * 1024,
    allowPrivate,
    sendRequest = guardedRequest,
  }: PhotoFetchOptions) =>
  async (urls: readonly string[]): Promise<PhotoSizes> => {
    const { imageSize } = await import('image-size')
    const deadlineMs = performance.now() + totalTimeoutMs
    const sizes = new Map<string, PhotoMeasurement>()
    const queue = new Set(urls).values()
    const worker = async () => {
      for (const url of queue) {
        const leftMs = Math.min(timeoutMs, deadlineMs - performance.now())
        const failure = { failure: FAILED.timeout }
        sizes.set(
          url,
          leftMs > 0
            ? await measure({ imageSize, sendRequest }, url, { timeoutMs: leftMs, maxBytes, allowPrivate })
            : failure,
        )
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return sizes
  }

interface FetchBounds {
  readonly allowPrivate: PrivateTargets
  readonly timeoutMs: number
  readonly maxBytes: number
}

const measure = async (
  { imageSize, sendRequest }: { imageSize: ImageSize; sendRequest: typeof guardedRequest },
  url: string,
  bounds: FetchBounds,
): Promise<PhotoMeasurement> => {
  let nextTryBytes = MIN_BYTES
  let measured: PhotoMeasurement | undefined
  const until = (body: Uint8Array): boolean => {
    if (body.length < nextTryBytes) return false
    // Doubling the size before the next try keeps the work linear, however small the chunks.
    nextTryBytes = 2 * body.length
    return (measured = fromStart(imageSize, body)) !== undefined
  }
  try {
    const { maxBytes: maxResponseBytes, ...rest } = bounds
    const response = await sendRequest({
      url,
      headers: HEADERS,
      ...rest,
      maxResponseBytes,
      followRedirects: 3,
      until,
    })
    return statusFailure(response) ?? measured ?? fromAll(imageSize, response)
  } catch (error) {
    if (error instanceof OutgoingRefused) return { failure: REFUSED[error.because] }
    if (error instanceof OutgoingFailed) return { failure: FAILED[error.because] }
    throw error
  }
}

// Some hosts refuse requests without a user agent. A compressed picture could not be measured.
const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'playa' }

/** Minimum before the first try: every header with a size is longer, and no picture is shorter. */
const MIN_BYTES = 32

interface Format {
  readonly start: RegExp
  /** Bytes in which the library searches the size. Limited where it takes more than linear time. */
  readonly headBytes: number
  /** Reads the size in place of the library. */
  readonly read?: (bytes: Buffer) => HeaderReading
}

/** Formats by their first bytes, so that only these readers of the library parse untrusted bytes. */
const FORMATS: readonly Format[] = [
  { start: /^\xff\xd8\xff/, headBytes: Infinity, read: jpegSize },
  { start: /^\x89PNG/, headBytes: Infinity },
  { start: /^GIF8[79]a/, headBytes: Infinity },
  { start: /^RIFF....WEBPVP8/s, headBytes: Infinity },
  { start: /^BM/, headBytes: Infinity },
  { start: /^(?:II\*|MM.\*)/s, headBytes: Infinity },
  { start: /^....ftyp(?:avi|hei|hev|mif|msf)/s, headBytes: 64 * 1024 },
  { start: /^(?:\xef\xbb\xbf)?\s*</, headBytes: Infinity, read: svgSize },
]

const formatOf = (body: Uint8Array): Format | undefined => {
  const start = Buffer.from(body.subarray(0, 64)).toString('latin1')
  return FORMATS.find((format) => format.start.test(start))
}

/** Measures the first bytes of a picture; undefined when more bytes are needed. */
const fromStart = (imageSize: ImageSize, body: Uint8Array): PhotoMeasurement | undefined => {
  const format = formatOf(body)
  if (!format) return { failure: NO_PICTURE }
  if (format.read) return measurementOf(format.read(Buffer.from(body)))
  const head = body.subarray(0, format.headBytes)
  return sizeOf(imageSize, head) ?? (body.length > format.headBytes ? { failure: BEYOND } : undefined)
}

const measurementOf = (read: HeaderReading): PhotoMeasurement | undefined => {
  if (read === 'more') return undefined
  if (read === 'another format') return { failure: NO_PICTURE }
  return read === 'none' ? { failure: NO_SIZE } : read
}

const fromAll = (imageSize: ImageSize, { body, complete }: GuardedResponse): PhotoMeasurement => {
  const format = formatOf(body)
  if (!format || body.length < MIN_BYTES) return { failure: NO_PICTURE }
  // Of a longer file than is read, the size may stand in the rest.
  return fromStart(imageSize, body) ?? { failure: complete ? NO_SIZE : BEYOND }
}

const sizeOf = (imageSize: ImageSize, head: Uint8Array): PhotoSize | undefined => {
  try {
    // A copy with its own buffer: the library reads past the end of a view.
    const { width, height, orientation = 1 } = imageSize(Uint8Array.from(head))
    if (!(width >= 1 && height >= 1 && width + height < Infinity)) return undefined
    // EXIF orientations from 5 on swap width and height.
    return orientation < 5 ? { widthPx: width, heightPx: height } : { widthPx: height, heightPx: width }
  } catch {
    return undefined
  }
}

const NO_PICTURE =
  'La URL no entrega una imagen de un formato conocido (JPEG, PNG, GIF, WebP, AVIF, HEIF, SVG, BMP o TIFF).'
const BEYOND =
  'El tamaño de la imagen no está en los primeros bytes, que es lo único que el sandbox lee de una foto: hasta 2 MiB.'
const NO_SIZE = 'No se pudo leer el tamaño de la imagen: está incompleta o dañada.'

const statusFailure = ({ status }: GuardedResponse): PhotoFailure | undefined =>
  status >= 200 && status < 300
    ? undefined
    : { failure: `La URL respondió con el estado HTTP ${status} en lugar de una imagen.` }

const REFUSED: Readonly<Record<OutgoingRefused['because'], string>> = {
  url: 'La URL, o una a la que redirige, no es una URL absoluta válida.',
  scheme: 'La URL, o una a la que redirige, no es http ni https.',
  credentials: 'La URL, o una a la que redirige, lleva usuario o contraseña.',
  port: 'La URL, o una a la que redirige, usa un puerto que no es de la web.',
  address: 'La URL, o una a la que redirige, no lleva a una dirección pública.',
  header: 'La URL no se puede pedir por HTTP.',
}

const FAILED: Readonly<Record<OutgoingFailed['because'], string>> = {
  name: 'No se encontró el servidor de la URL.',
  connection: 'No se pudo conectar con el servidor de la URL o la conexión se cortó.',
  tls: 'No se pudo establecer una conexión segura con el servidor de la URL.',
  answer: 'El servidor de la URL no respondió con HTTP válido.',
  timeout: 'La foto no se pudo descargar a tiempo.',
  redirects: 'La URL redirige demasiadas veces.',
}
