import type { RecordChange, RecordFile, RecordKey } from './record-file.ts'

/** Keeps what is written as a list, in the order of writing: for a world that is saved to a file, once. */
export class RecordList implements RecordFile {
  readonly records: (readonly [RecordKey, string])[] = []

  get(): undefined {
    return undefined
  }

  range(): readonly [] {
    return []
  }

  write(changes: readonly RecordChange[]): void {
    for (const { key, text } of changes) if (text !== null) this.records.push([key, text])
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
