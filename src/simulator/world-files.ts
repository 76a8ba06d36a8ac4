import type { WorldHandle } from './world-handle.ts'
import { WorldError } from './world-registry.ts'

/** What a world file says of its making. */
interface SaveOptions {
  readonly release: string
  /** Returns the wall time. */
  wallMs(): number
  readonly withSecrets: boolean
}

/** Makes world files one after the other: each holds the records of a whole world meanwhile. */
export class WorldFiles {
  /** Settles when the file that was asked for last is made. */
  #last: Promise<unknown> = Promise.resolve()

  /** Returns the world as one file. Throws a `WorldError` for one that no file can hold. */
  async save(worldHandle: WorldHandle, { release, wallMs, withSecrets }: SaveOptions) {
    const { name, origin } = worldHandle
    if (!origin) throw new WorldError(409, `The world ${name} has no scenario to be saved with.`)
    const { writeWorldFile } = await import('../stores/world-file.ts')
    const file = this.#last.then(() => {
      const { start, world, lastUseMs, snapshots, journal } = worldHandle
      const saved = { name, origin, start, world, lastUseMs, snapshots, journal }
      return writeWorldFile(saved, { release, wallMs: wallMs(), withSecrets })
    })
    this.#last = file.catch(() => undefined)
    return file
  }
}
