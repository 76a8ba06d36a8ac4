/** Returns whether gzip wrote the bytes, by its magic number (RFC 1952), which no JSON begins with. */
export const isGzipped = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
