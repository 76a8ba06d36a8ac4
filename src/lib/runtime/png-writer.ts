import { crc32, createDeflate, deflateSync } from 'node:zlib'
import { PartCompressor } from './part-compressor.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BYTES_PER_PIXEL = 3

/** Flat areas are runs of zeros after filtering, so the fastest level compresses them well. */
const COMPRESSION = { level: 1 }
/** Collects rows (pixels 0xrrggbb) and returns an 8-bit RGB PNG. */
interface PngWriter {
  row(pixels: Uint32Array, y: number): void
  bytes(): Buffer
}

/** Creates a writer of a PNG. */
export function pngWriter(widthPx: number, heightPx: number): PngWriter {
  const stride = 1 + widthPx * BYTES_PER_PIXEL
  const filtered = Buffer.alloc(stride * heightPx)
  return {
    row: (pixels, y) => filterRow(pixels, filtered, y * stride),
    bytes: () => pngFile(widthPx, heightPx, deflateSync(filtered, COMPRESSION)),
  }
}

/** Bytes of rows that are compressed together. */
const STRIP_BYTES = 256 * 1024

/**
 * Collects rows like `pngWriter`, but holds only a strip: an uncompressed picture takes 48 MB at
 * most.
 */
export class PngStrips {
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #stride: number
  readonly #strip: Buffer
  readonly #compressor = new PartCompressor(createDeflate(COMPRESSION))
  #filled = 0

  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#stride = 1 + widthPx * BYTES_PER_PIXEL
    this.#strip = Buffer.alloc(Math.max(1, Math.floor(STRIP_BYTES / this.#stride)) * this.#stride)
  }

  /** True: the strip must be compressed before the next row. */
  get isFull(): boolean {
    return this.#filled === this.#strip.length
  }

  readonly row = (pixels: Uint32Array): void => {
    filterRow(pixels, this.#strip, this.#filled)
    this.#filled += this.#stride
  }

  /** Compresses the strip outside of the event loop. */
  async compress(): Promise<void> {
    await this.#compressor.add(this.#strip.subarray(0, this.#filled))
    this.#filled = 0
    this.#strip.fill(0)
  }

  /** Returns the file. */
  async end(): Promise<Buffer> {
    if (this.#filled > 0) await this.compress()
    return pngFile(this.#widthPx, this.#heightPx, await this.#compressor.end())
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
