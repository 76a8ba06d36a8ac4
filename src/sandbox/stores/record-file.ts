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
