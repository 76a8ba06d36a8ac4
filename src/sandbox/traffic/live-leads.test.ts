import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Simulator } from '../simulator/simulator.ts'
import { liveLeadsOf } from './live-leads.ts'

const START = Date.parse('2026-03-04T12:00:00-03:00')
/** Ten leads and a hundred views per second. */
const PACE = { perMinute: 600, base: 'http://playa.localhost/w/default' }
/** Longer than one tick takes. */
const TICK_MS = 60

const openSimulator = async (nowMs?: number) => {
  let wallMs = START
  const simulator = await Simulator.open({
    scenario: 'two-apps',
    wallMs: () => wallMs,
    ...(nowMs !== undefined && { nowMs }),
  })
  const worldHandle = simulator.worlds.require('default')
  const advanceWall = async (ms: number) => {
    wallMs += ms
    // Three ticks, because the first may have been scheduled already.
    for (let ticks = 0; ticks < 3; ticks++) await sleep(TICK_MS)
    return liveLeadsOf(simulator).status(worldHandle)
  }
  return { simulator, worldHandle, advanceWall }
}

it('with a running clock leads and ten times as many views come, the same for the same seed', async () => {
  const runs = [await openSimulator(), await openSimulator()].map(
    async ({ simulator, worldHandle, advanceWall }) => {
      const { inquiry } = worldHandle.world.next
      liveLeadsOf(simulator).start(worldHandle, PACE)
      await advanceWall(400)
      const { leads, visits } = await advanceWall(400)
      liveLeadsOf(simulator).stop(worldHandle)
      expect(leads).toBeGreaterThan(5)
      expect(leads).toBeLessThan(10)
      expect(Math.floor(visits / 10)).toBe(leads)
      expect(worldHandle.world.next.inquiry).toBe(inquiry + leads)
      return [...worldHandle.world.inquiries]
        .filter(({ number }) => number >= inquiry)
        .map(({ offsetMs: at, lead }) => [at, lead])
    },
  )
  const [one, two] = await Promise.all(runs)
  expect(one).toEqual(two)
})

it('nothing comes while the clock is frozen, nor after a stop', async () => {
  const { simulator, worldHandle, advanceWall } = await openSimulator(START)
  liveLeadsOf(simulator).start(worldHandle, PACE)
  expect(await advanceWall(5_000)).toMatchObject({ leads: 0, visits: 0 })
  simulator.scheduler.set(worldHandle, { running: true })
  expect((await advanceWall(400)).visits).toBeGreaterThan(10)
  liveLeadsOf(simulator).stop(worldHandle)
  const { world } = worldHandle
  await advanceWall(400)
  expect(worldHandle.world).toBe(world)
})

it('a jump of the clock generates nothing', async () => {
  const { simulator, worldHandle, advanceWall } = await openSimulator()
  liveLeadsOf(simulator).start(worldHandle, PACE)
  await simulator.scheduler.advance(worldHandle, 86_400_000)
  const { visits } = await advanceWall(300)
  expect(visits).toBeLessThan(60)
})

it('a reset restarts live leads, and a deletion of the world stops them', async () => {
  const { simulator, worldHandle, advanceWall } = await openSimulator()
  liveLeadsOf(simulator).start(worldHandle, PACE)
  await advanceWall(400)
  simulator.reset('default')
  expect(liveLeadsOf(simulator).status(worldHandle)).toEqual({ perMinute: 600, leads: 0, visits: 0 })
  expect((await advanceWall(400)).visits).toBeGreaterThan(10)
  const copy = simulator.worlds.fork('default', 'copy', START)
  liveLeadsOf(simulator).start(copy, PACE)
  simulator.delete('copy')
  expect(liveLeadsOf(simulator).status(copy).perMinute).toBe(0)
  liveLeadsOf(simulator).stop(worldHandle)
})
