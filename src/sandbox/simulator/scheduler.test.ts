import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { miniatureWorld, NOW } from '../../../test/support/miniature-world.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { EventBus } from './event-bus.ts'
import { type CompletedTask, Scheduler, type TaskSource } from './scheduler.ts'
import { newWorldHandle, type WorldHandle } from './world-registry.ts'

/** A task that may take a while and may schedule another one. */
interface TestTask {
  readonly id: string
  readonly atMs: number
  readonly takesMs?: number
  readonly next?: TestTask
}

const openScheduler = (tasks: readonly TestTask[], bounds: { readonly maxAdvanceWaitMs?: number } = {}) => {
  let wallMs = NOW
  const waiting = [...tasks]
  const done: [id: string, atMs: number][] = []
  const errors: unknown[] = []
  const worldHandle = newWorldHandle('default', miniatureWorld(), 0)
  const run = async (task: TestTask, into: WorldHandle): Promise<CompletedTask> => {
    waiting.splice(waiting.indexOf(task), 1)
    if (task.takesMs !== undefined) await pause(task.takesMs)
    done.push([task.id, worldTimeMs(into.world.clock, wallMs) - NOW])
    if (task.next) waiting.push(task.next)
    return { atMs: task.atMs, kind: 'delivery', id: task.id, outcome: 'done' }
  }
  const source: TaskSource = () => {
    const [first] = waiting.toSorted((a, b) => a.atMs - b.atMs)
    return first && { atMs: NOW + first.atMs, run: (into) => run(first, into) }
  }
  const ports = {
    wallMs: () => wallMs,
    eventBus: new EventBus(),
    report: (error: unknown) => errors.push(error),
  }
  const scheduler = new Scheduler(ports, [source], bounds)
  return { scheduler, worldHandle, done, waiting, errors, passes: (ms: number) => (wallMs += ms) }
}

const later = (until: () => boolean): Promise<void> => expect.poll(until, { interval: 1 }).toBe(true)

it('tasks that become due during an advance run in order, each at its own time, and are returned', async () => {
  const { scheduler, worldHandle, done } = openScheduler([
    { id: 'c', atMs: 3_000 },
    { id: 'a', atMs: 1_000, takesMs: 5 },
    { id: 'b', atMs: 2_000 },
    { id: 'late', atMs: 9_000 },
  ])
  const { completed } = await scheduler.advance(worldHandle, 5_000)
  expect(completed.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(done).toEqual([
    ['a', 1_000],
    ['b', 2_000],
    ['c', 3_000],
  ])
  expect(worldTimeMs(worldHandle.world.clock, NOW) - NOW).toBe(5_000)
})

it('a task that was due before an advance runs, but the advance does not return it', async () => {
  const { scheduler, worldHandle, done } = openScheduler([
    { id: 'due', atMs: 0, next: { id: 'retry', atMs: 1_000 } },
  ])
  const { completed } = await scheduler.advance(worldHandle, 2_000)
  expect(completed.map(({ id }) => id)).toEqual(['retry'])
  expect(done).toEqual([
    ['due', 0],
    ['retry', 1_000],
  ])
})

it('a task scheduled during an advance runs in the same advance', async () => {
  const { scheduler, worldHandle, done } = openScheduler([
    { id: 'first', atMs: 1_000, next: { id: 'second', atMs: 4_000 } },
  ])
  await scheduler.advance(worldHandle, 4_000)
  expect(done).toEqual([
    ['first', 1_000],
    ['second', 4_000],
  ])
})

it('tasks due at one moment run concurrently, and later tasks wait for them', async () => {
  const { scheduler, worldHandle, done } = openScheduler([
    { id: 'slow', atMs: 1_000, takesMs: 20 },
    { id: 'quick', atMs: 1_000 },
    { id: 'next', atMs: 1_001 },
  ])
  const { completed } = await scheduler.advance(worldHandle, 2_000)
  expect(done.map(([id]) => id)).toEqual(['quick', 'slow', 'next'])
  expect(completed.map(({ id }) => id)).toEqual(['slow', 'quick', 'next'])
})

it('two concurrent advances run one after the other', async () => {
  const { scheduler, worldHandle, done } = openScheduler([
    { id: 'a', atMs: 1_000, takesMs: 5 },
    { id: 'b', atMs: 1_500 },
  ])
  const [first, second] = await Promise.all([
    scheduler.advance(worldHandle, 1_000),
    scheduler.advance(worldHandle, 1_000),
  ])
  expect([first, second].map(({ completed }) => completed.map(({ id }) => id))).toEqual([['a'], ['b']])
  expect(done.map(([, atMs]) => atMs)).toEqual([1_000, 1_500])
  expect(worldTimeMs(worldHandle.world.clock, NOW) - NOW).toBe(2_000)
})

it('with a frozen clock only tasks that are already due run', async () => {
  const { scheduler, worldHandle, done, waiting } = openScheduler([
    { id: 'now', atMs: 0 },
    { id: 'later', atMs: 1 },
  ])
  scheduler.reschedule(worldHandle)
  await later(() => done.length === 1)
  expect(waiting.map(({ id }) => id)).toEqual(['later'])
  expect(worldHandle.timer).toBeUndefined()
})

it("with a running clock tasks run on their own, at the clock's speed", async () => {
  const { scheduler, worldHandle, done, passes } = openScheduler([{ id: 'soon', atMs: 86_400_000 }])
  scheduler.set(worldHandle, { running: true, speed: 86_400_000 })
  passes(2)
  await later(() => done.length === 1)
  expect(worldHandle.world.clock.speed).toBe(86_400_000)
})

it('at most 64 tasks of a world run at a time, and the next waits for one of them', async () => {
  const { scheduler, worldHandle, done, waiting } = openScheduler(
    Array.from({ length: 65 }, (_, i) => ({ id: `t${i}`, atMs: 0, takesMs: 15 })),
  )
  scheduler.reschedule(worldHandle)
  await later(() => waiting.length <= 1)
  expect(waiting).toHaveLength(1)
  await later(() => done.length === 65)
})

it('an advance ends although a task does not, and says so; the task goes on', async () => {
  const { scheduler, worldHandle, done } = openScheduler(
    [
      { id: 'quick', atMs: 1_000 },
      { id: 'hangs', atMs: 2_000, takesMs: 300 },
    ],
    { maxAdvanceWaitMs: 20 },
  )
  const { completed, unfinished } = await scheduler.advance(worldHandle, 5_000)
  expect(completed.map(({ id }) => id)).toEqual(['quick'])
  expect(unfinished).toMatch(/^Receivers took longer .* 1 attempts are still in progress/)
  expect(worldTimeMs(worldHandle.world.clock, NOW) - NOW).toBe(5_000)
  await later(() => done.length === 2)
})

it('a failing task is reported, and later tasks still run', async () => {
  const { worldHandle, done, errors } = openScheduler([])
  let left = 2
  const scheduler = new Scheduler(
    { wallMs: () => NOW, eventBus: new EventBus(), report: (error) => errors.push(error) },
    [
      () => {
        if (left === 0) return undefined
        return {
          atMs: NOW,
          run: () => {
            left -= 1
            if (left === 1) return Promise.reject(new Error('broken'))
            done.push(['fine', 0])
            return { atMs: NOW, kind: 'delivery', id: 'fine', outcome: 'done' }
          },
        }
      },
    ],
  )
  scheduler.reschedule(worldHandle)
  await later(() => done.length === 1)
  expect(errors).toEqual([new Error('broken')])
})

it('replacing a world during an advance ends the advance', async () => {
  const { scheduler, worldHandle, done } = openScheduler([
    { id: 'a', atMs: 1_000, takesMs: 10 },
    { id: 'b', atMs: 2_000 },
  ])
  const move = scheduler.advance(worldHandle, 5_000)
  await pause(1)
  worldHandle.epoch += 1
  worldHandle.world = worldHandle.start
  await move
  expect(done.map(([id]) => id)).toEqual(['a'])
  expect(worldHandle.world).toBe(worldHandle.start)
})

it('tasks that wait for nothing yield to others during an advance', async () => {
  const tasks = Array.from({ length: 400 }, (_, i) => ({ id: `t${i}`, atMs: 1 }))
  const { scheduler, worldHandle, done } = openScheduler(tasks)
  let turns = 0
  const count = () => {
    turns += 1
    if (done.length < tasks.length) setImmediate(count)
  }
  setImmediate(count)
  await scheduler.advance(worldHandle, 10)
  expect([done.length, turns >= 4]).toEqual([400, true])
})
