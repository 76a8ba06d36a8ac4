import { parentPort } from 'node:worker_threads'
import type { PhotoRequest } from '../domain/publications/photo-url.ts'
import { renderPhotoInSlices } from './picture.ts'

/** Renders photos in its own thread: `photo-queue.ts` sends one request at a time. */
parentPort?.on('message', async (request: PhotoRequest) => {
  const bytes = new Uint8Array(await renderPhotoInSlices(request))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
