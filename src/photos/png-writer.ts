import { crc32, deflate, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BYTES_PER_PIXEL = 3

/** Flat areas are runs of zeros after filtering, so the fastest level compresses them well. */
const COMPRESSION = { level: 1 }
const deflated = (bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    deflate(bytes, COMPRESSION, (error, result) => (error ? reject(error) : resolve(result))),
  )

/** Collects rows (pixels 0xrrggbb) and returns an 8-bit RGB PNG. */
interface PngWriter {
  row(pixels: Uint32Array, y: number): void
  bytes(): Buffer
  /** Compresses outside of the event loop. */
  bytesLater(): Promise<Buffer>
}

/** Creates a writer of a PNG. */
export function pngWriter(widthPx: number, heightPx: number): PngWriter {
  const stride = 1 + widthPx * BYTES_PER_PIXEL
  const filtered = Buffer.alloc(stride * heightPx)
  return {
    row: (pixels, y) => filterRow(pixels, filtered, y * stride),
    bytes: () => pngFile(widthPx, heightPx, deflateSync(filtered, COMPRESSION)),
    bytesLater: async () => pngFile(widthPx, heightPx, await deflated(filtered)),
  }
}

function pngFile(widthPx: number, heightPx: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  // 8 bits per sample, RGB; compression, filter and interlace methods are 0.
  header.set([8, 2], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Applies filter 1 (Sub): each sample minus the one to its left. Equal neighbours need no write, since `out`
 * is zeroed.
 */
function filterRow(pixels: Uint32Array, out: Buffer, start: number): void {
  out[start] = 1
  let left = 0
  let at = start + 1
  for (let x = 0; x < pixels.length; x++, at += BYTES_PER_PIXEL) {
    const pixel = pixels[x]!
    if (pixel === left) continue
    out[at] = (pixel >> 16) - (left >> 16)
    out[at + 1] = (pixel >> 8) - (left >> 8)
    out[at + 2] = pixel - left
    left = pixel
  }
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
