import { afterEach, expect, it, vi } from 'vitest'
import type { ClientCall } from './client-call.ts'
import { faultAt } from './fault-kinds.ts'
import { openSweepWorld } from './sweep-world.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a short failure goes on while it is tried again at once, however slowly a machine does that', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const base: ClientCall = {
    ...{ method: 'GET', target: '/v3', headers: [], body: new Uint8Array(), operation: 'entry.read' },
    ...{ exchange: 'entry.read#1', atMs: 0, response: null },
  }
  const statusesAfter = async (pausesMs: readonly number[]) => {
    const setting = { nowMs: 0, profile: {} }
    const world = await openSweepWorld({ setting, disturbance: faultAt('503', base) })
    const read = async () => (await world.handle({ ...base, origin: 'http://playa.localhost' })).status
    const statuses = [await read()]
    for (const ms of pausesMs) {
      vi.advanceTimersByTime(ms)
      statuses.push(await read())
    }
    world.close()
    return statuses
  }
  expect(await statusesAfter([15, 15, 15, 15, 15, 15, 15, 15, 100])).toEqual([...Array(9).fill(503), 200])
  expect(await statusesAfter([40, 60])).toEqual([503, 503, 200])
  // It ends for the most stubborn, too.
  expect((await statusesAfter(Array(80).fill(15))).at(-1)).toBe(200)
})
