import { setTimeout as passed } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Sandbox } from '../simulator/simulator.ts'

/** Leads that come by themselves, on a wall clock that the tests move. */

const START = Date.parse('2026-03-04T12:00:00-03:00')
/** Ten leads and a hundred views a second. */
const PACE = { perMinute: 600, base: 'http://playa.localhost/w/default' }
/** Longer than a look around takes. */
const A_LOOK_MS = 60

const opened = async (nowMs?: number) => {
  let wallMs = START
  const sandbox = await Sandbox.open({
    scenario: 'two-apps',
    wallMs: () => wallMs,
    ...(nowMs !== undefined && { nowMs }),
  })
  const held = sandbox.worlds.need('default')
  const pass = async (ms: number) => {
    wallMs += ms
    // The first look may have been on its way already.
    for (let looks = 0; looks < 3; looks++) await passed(A_LOOK_MS)
    return sandbox.live.soFar(held)
  }
  return { sandbox, held, pass }
}

test('leads and ten times as many views come while the clock runs, the same ones for the same seed', async () => {
  const runs = [await opened(), await opened()].map(async ({ sandbox, held, pass }) => {
    const { inquiry } = held.world.next
    sandbox.live.start(held, PACE)
    await pass(400)
    const { leads, visits } = await pass(400)
    sandbox.live.stop(held)
    expect(leads).toBeGreaterThan(5)
    expect(leads).toBeLessThan(10)
    expect(Math.floor(visits / 10)).toBe(leads)
    expect(held.world.next.inquiry).toBe(inquiry + leads)
    return [...held.world.inquiries].filter(({ number }) => number >= inquiry).map(({ at, lead }) => [at, lead])
  })
  const [one, two] = await Promise.all(runs)
  expect(one).toEqual(two)
})

test('nothing comes while the clock stands still, nor after a stop', async () => {
  const { sandbox, held, pass } = await opened(START)
  sandbox.live.start(held, PACE)
  expect(await pass(5_000)).toMatchObject({ leads: 0, visits: 0 })
  sandbox.agenda.set(held, { running: true })
  expect((await pass(400)).visits).toBeGreaterThan(10)
  sandbox.live.stop(held)
  const { world } = held
  await pass(400)
  expect(held.world).toBe(world)
})

test('what the clock jumps over is not made up for', async () => {
  const { sandbox, held, pass } = await opened()
  sandbox.live.start(held, PACE)
  await sandbox.agenda.advance(held, 86_400_000)
  const { visits } = await pass(300)
  expect(visits).toBeLessThan(60)
})

test('after a reset they begin anew, and after the end of the world they end', async () => {
  const { sandbox, held, pass } = await opened()
  sandbox.live.start(held, PACE)
  await pass(400)
  sandbox.reset('default')
  expect(sandbox.live.soFar(held)).toEqual({ perMinute: 600, leads: 0, visits: 0 })
  expect((await pass(400)).visits).toBeGreaterThan(10)
  const copy = sandbox.worlds.fork('default', 'copy', START)
  sandbox.live.start(copy, PACE)
  sandbox.delete('copy')
  expect(sandbox.live.soFar(copy).perMinute).toBe(0)
  sandbox.live.stop(held)
})
