import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PhotoRequest } from '../../model/domain/publications/photo-url.ts'
import { renderPhotoInSlices } from './picture.ts'

// Requests go before drawings where both need the same core. Only on Linux does this mean the thread alone.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

/** Renders photos in its own thread: `photo-queue.ts` sends one request at a time. */
parentPort?.on('message', async (request: PhotoRequest) => {
  const bytes = new Uint8Array(await renderPhotoInSlices(request))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
