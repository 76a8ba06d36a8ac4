import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** Decodes a body by its `Content-Encoding` (RFC 9110, 8.4). Throws when it is no such coding. */
export const decodedBody = (bytes: Buffer, contentEncoding: string | undefined, maxBytes: number): Buffer =>
  (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reduceRight((coded, coding) => decoded(coded, coding, maxBytes), bytes)

const decoded = (bytes: Buffer, coding: string, maxOutputLength: number): Buffer => {
  if (bytes.length === 0) return bytes
  const limits = { maxOutputLength }
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, limits)
    case 'br':
      return brotliDecompressSync(bytes, limits)
    case 'deflate':
      // Some services send deflate without the zlib format around it.
      return (bytes.readUInt8(0) & 0x0f) === 8 ? inflateSync(bytes, limits) : inflateRawSync(bytes, limits)
    default:
      throw new Error(`the Content-Encoding ${coding} is not known`)
  }
}
