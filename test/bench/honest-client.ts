import { setTimeout as pause } from 'node:timers/promises'
import { fetched, type Server } from './server.ts'

/** Milliseconds of each request of an honest client until `isOver`. */
export const honest = async (server: Server, isOver: () => boolean): Promise<number[]> => {
  const tookMs: number[] = []
  while (!isOver()) {
    const startedMs = performance.now()
    await fetched(server, `/v3/publicaciones/${server.agency}`)
    tookMs.push(performance.now() - startedMs)
    await pause(10)
  }
  return tookMs
}
