import { crc32 } from 'node:zlib'
import { type RecordKey, StoreError } from './record-file.ts'

const CHECKSUM_LENGTH = 8

/** Puts the checksum of key and text before the text. */
export const withChecksum = (key: RecordKey, text: string): string => checksum(key, text) + text

/**
 * Returns the text without its checksum. Throws a `StoreError` when the two do not fit: bytes were changed.
 */
export const checkedText = (key: RecordKey, stored: string): string => {
  const text = stored.slice(CHECKSUM_LENGTH)
  if (stored.slice(0, CHECKSUM_LENGTH) === checksum(key, text)) return text
  throw new StoreError(`The record ${key.join(' ')} is damaged: its checksum does not fit.`)
}

const checksum = (key: RecordKey, text: string): string =>
  crc32(text, crc32(key.join('\n')))
    .toString(16)
    .padStart(CHECKSUM_LENGTH, '0')
