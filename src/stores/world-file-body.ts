/** Returns what JSON would say for a body that gzip wrote, which is a world file; undefined for another. */
export const worldFileMember = (bytes: Uint8Array): { readonly file: string } | undefined =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? { file: Buffer.from(bytes).toString('base64') } : undefined
