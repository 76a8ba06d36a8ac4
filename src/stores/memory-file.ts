import type { RecordChange, RecordFile, RecordKey } from './record-file.ts'

/** Keeps records in memory: for tests, and for a world that is saved to a file. */
export class MemoryFile implements RecordFile {
  readonly #records = new Map<string, { readonly key: RecordKey; readonly text: string }>()

  /** Number of records. */
  get size(): number {
    return this.#records.size
  }

  get(key: RecordKey): string | undefined {
    return this.#records.get(JSON.stringify(key))?.text
  }

  range(prefix: RecordKey): readonly (readonly [RecordKey, string])[] {
    return [...this.#records.values()]
      .filter(({ key }) => prefix.every((part, i) => part === key[i]))
      .sort((a, b) => compareKeys(a.key, b.key))
      .map(({ key, text }) => [key, text] as const)
  }

  write(changes: readonly RecordChange[]): void {
    for (const { key, text } of changes) {
      if (text === null) this.#records.delete(JSON.stringify(key))
      else this.#records.set(JSON.stringify(key), { key, text })
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

const compareKeys = (a: RecordKey, b: RecordKey): number => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]]
    if (left === right || left === undefined || right === undefined) continue
    // Numbers sort before texts, as in the file.
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1
    return left < right ? -1 : 1
  }
  return a.length - b.length
}
