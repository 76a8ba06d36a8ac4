import { crc32 } from 'node:zlib'
import { type RecordKey, StoreError } from './record-file.ts'

const SEAL_LENGTH = 8

/** Puts the checksum of key and text before the text. */
export const sealText = (key: RecordKey, text: string): string => checksum(key, text) + text

/**
 * Returns the text without its checksum. Throws a `StoreError` when the two do not fit: bytes were changed.
 */
export const unsealText = (key: RecordKey, sealed: string): string => {
  const text = sealed.slice(SEAL_LENGTH)
  if (sealed.slice(0, SEAL_LENGTH) === checksum(key, text)) return text
  throw new StoreError(`The record ${key.join(' ')} is damaged: its checksum does not fit.`)
}

const checksum = (key: RecordKey, text: string): string =>
  crc32(text, crc32(key.join('\n')))
    .toString(16)
    .padStart(SEAL_LENGTH, '0')
