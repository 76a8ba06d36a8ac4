import type { MemoryFile } from '../../src/sandbox/stores/memory-file.ts'
import {
  type RecordChange,
  type RecordFile,
  type RecordKey,
  StoreError,
} from '../../src/sandbox/stores/record-file.ts'

/** A record file that can fail and that survives the end of the server that writes it. */
export class PowerCutFile implements RecordFile {
  readonly #disk: MemoryFile
  #isCut = false
  /** Number of writes that fail from now on, as on a full disk. */
  failures = 0

  /** Opens what is on the disk. */
  constructor(disk: MemoryFile) {
    this.#disk = disk
  }

  /** From now on nothing is written: the process has ended. */
  cut(): void {
    this.#isCut = true
  }

  get(key: RecordKey): string | undefined {
    return this.#disk.get(key)
  }

  range(prefix: RecordKey): Iterable<readonly [key: RecordKey, text: string]> {
    return this.#disk.range(prefix)
  }

  write(changes: readonly RecordChange[]): void {
    if (this.#isCut) return
    if (this.failures > 0) {
      this.failures -= 1
      throw new StoreError('The disk is full. Make room, then send the request again.')
    }
    this.#disk.write(changes)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
