import { setTimeout as passed } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Simulator } from '../../simulator/simulator.ts'
import { liveLeadsOf } from './live-leads.ts'

/** Leads that come by themselves, on a wall clock that the tests move. */

const START = Date.parse('2026-03-04T12:00:00-03:00')
/** Ten leads and a hundred views a second. */
const PACE = { perMinute: 600, base: 'http://playa.localhost/w/default' }
/** Longer than a look around takes. */
const A_LOOK_MS = 60

const opened = async (nowMs?: number) => {
  let wallMs = START
  const simulator = await Simulator.open({
    scenario: 'two-apps',
    wallMs: () => wallMs,
    ...(nowMs !== undefined && { nowMs }),
  })
  const worldHandle = simulator.worlds.require('default')
  const pass = async (ms: number) => {
    wallMs += ms
    // The first look may have been on its way already.
    for (let looks = 0; looks < 3; looks++) await passed(A_LOOK_MS)
    return liveLeadsOf(simulator).status(worldHandle)
  }
  return { simulator, worldHandle, pass }
}

it('leads and ten times as many views come while the clock runs, the same ones for the same seed', async () => {
  const runs = [await opened(), await opened()].map(async ({ simulator, worldHandle, pass }) => {
    const { inquiry } = worldHandle.world.next
    liveLeadsOf(simulator).start(worldHandle, PACE)
    await pass(400)
    const { leads, visits } = await pass(400)
    liveLeadsOf(simulator).stop(worldHandle)
    expect(leads).toBeGreaterThan(5)
    expect(leads).toBeLessThan(10)
    expect(Math.floor(visits / 10)).toBe(leads)
    expect(worldHandle.world.next.inquiry).toBe(inquiry + leads)
    return [...worldHandle.world.inquiries]
      .filter(({ number }) => number >= inquiry)
      .map(({ offsetMs: at, lead }) => [at, lead])
  })
  const [one, two] = await Promise.all(runs)
  expect(one).toEqual(two)
})

it('nothing comes while the clock stands still, nor after a stop', async () => {
  const { simulator, worldHandle, pass } = await opened(START)
  liveLeadsOf(simulator).start(worldHandle, PACE)
  expect(await pass(5_000)).toMatchObject({ leads: 0, visits: 0 })
  simulator.scheduler.set(worldHandle, { running: true })
  expect((await pass(400)).visits).toBeGreaterThan(10)
  liveLeadsOf(simulator).stop(worldHandle)
  const { world } = worldHandle
  await pass(400)
  expect(worldHandle.world).toBe(world)
})

it('what the clock jumps over is not made up for', async () => {
  const { simulator, worldHandle, pass } = await opened()
  liveLeadsOf(simulator).start(worldHandle, PACE)
  await simulator.scheduler.advance(worldHandle, 86_400_000)
  const { visits } = await pass(300)
  expect(visits).toBeLessThan(60)
})

it('after a reset they begin anew, and after the end of the world they end', async () => {
  const { simulator, worldHandle, pass } = await opened()
  liveLeadsOf(simulator).start(worldHandle, PACE)
  await pass(400)
  simulator.reset('default')
  expect(liveLeadsOf(simulator).status(worldHandle)).toEqual({ perMinute: 600, leads: 0, visits: 0 })
  expect((await pass(400)).visits).toBeGreaterThan(10)
  const copy = simulator.worlds.fork('default', 'copy', START)
  liveLeadsOf(simulator).start(copy, PACE)
  simulator.delete('copy')
  expect(liveLeadsOf(simulator).status(copy).perMinute).toBe(0)
  liveLeadsOf(simulator).stop(worldHandle)
})
