import { parentPort } from 'node:worker_threads'
import type { PhotoRequest } from '../domain/publications/photo-url.ts'
import { renderPhoto } from './picture.ts'

/** Renders photos in a thread of its own: `photo-queue.ts` sends one request at a time. */
parentPort?.on('message', (request: PhotoRequest) => {
  const bytes = new Uint8Array(renderPhoto(request))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
