import { crc32 } from 'node:zlib'

/** Key of a record: a kind, then numbers and texts. Records are kept in the order of their keys. */
export type RecordKey = readonly (string | number)[]

/** One record to write; a null text removes it. */
export interface RecordChange {
  readonly key: RecordKey
  readonly text: string | null
}

/** Where records are kept: a file, or the memory of the process. */
export interface RecordFile {
  /** Returns the text of the record, if there is one. */
  get(key: RecordKey): string | undefined
  /** Returns the records whose keys begin with the given one, in order. */
  range(prefix: RecordKey): Iterable<readonly [key: RecordKey, text: string]>
  /** Writes all changes or, when it throws, none. */
  write(changes: readonly RecordChange[]): void
  /** Writes what is left and closes the file. */
  close(): Promise<void>
}

/** Thrown when a store cannot be opened, read or written; the message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

const CHECKSUM_LENGTH = 8

/** Prepends the checksum of key and text to the text. */
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
