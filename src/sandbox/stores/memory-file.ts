import type { RecordChange, RecordFile, RecordKey } from './record-file.ts'

/** Keeps records in memory: for tests, and for a world that is saved to a file. */
export class MemoryFile implements RecordFile {
  readonly #records = new Map<string, { readonly key: RecordKey; readonly text: string }>()

  /** True: records were written in the order of their keys, so that none has to be sorted. */
  #isInOrder = true
  #last: RecordKey | undefined

  /** Number of records. */
  get size(): number {
    return this.#records.size
  }

  get(key: RecordKey): string | undefined {
    return this.#records.get(JSON.stringify(key))?.text
  }

  range(prefix: RecordKey): readonly (readonly [RecordKey, string])[] {
    const found: (readonly [RecordKey, string])[] = []
    for (const { key, text } of this.#records.values())
      if (prefix.every((part, i) => part === key[i])) found.push([key, text])
    return this.#isInOrder ? found : found.sort(([a], [b]) => compareKeys(a, b))
  }

  write(changes: readonly RecordChange[]): void {
    for (const { key, text } of changes) {
      const name = JSON.stringify(key)
      if (text === null) this.#records.delete(name)
      else {
        if (!this.#records.has(name)) {
          this.#isInOrder &&= this.#last === undefined || compareKeys(this.#last, key) < 0
          this.#last = key
        }
        this.#records.set(name, { key, text })
      }
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** Compares two keys as the file orders them. */
export const compareKeys = (a: RecordKey, b: RecordKey): number => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]]
    if (left === right || left === undefined || right === undefined) continue
    // Numbers sort before texts, as in the file.
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1
    return left < right ? -1 : 1
  }
  return a.length - b.length
}
