import { isGzipped } from '../../lib/text/gzip-magic.ts'

/** Returns what JSON would say for a body that gzip wrote, which is a world file; undefined for another. */
export const worldFileMember = (bytes: Uint8Array): { readonly file: string } | undefined =>
  isGzipped(bytes) ? { file: Buffer.from(bytes).toString('base64') } : undefined
