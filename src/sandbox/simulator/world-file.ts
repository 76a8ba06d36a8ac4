import type { WorldHandle } from './world-handle.ts'
import { WorldError } from './world-registry.ts'

/** Information on the origin of a world file. */
interface SaveOptions {
  readonly release: string
  /** Wall time of the moment, in milliseconds since the epoch. */
  readonly wallMs: number
  readonly withSecrets: boolean
}

/**
 * Returns the world of this moment as one file, made as it is read. Throws a `WorldError` where no file can
 * hold it.
 */
export const worldFile = async (
  { name, origin, start, world, lastUseMs, snapshots, journal }: WorldHandle,
  options: SaveOptions,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  if (!origin) throw new WorldError(409, `The world ${name} has no scenario to be saved with.`)
  const moment = {
    name,
    origin,
    start,
    world,
    lastUseMs,
    snapshots: new Map(snapshots),
    journal: journal.all(),
  }
  const { writeWorldFile } = await import('../stores/world-file.ts')
  const parts = writeWorldFile(moment, options)
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await parts.return()),
    },
    // A reader that leaves ends the work.
    { highWaterMark: 0 },
  )
}
