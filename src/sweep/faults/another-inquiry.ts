import { MINUTE_MS } from '../../calendar/date-time.ts'
import { controlPost } from './control-post.ts'
import type { FaultInjection, InjectedWorld, ResponseStep } from './fault-injection.ts'
import { isReset } from './unwritten.ts'

/** Lets an inquiry from another person arrive before the run begins. */
export const inquiryAt =
  (ms: number) =>
  (world: InjectedWorld): void =>
    void arriveAt(ms, world, world.worldHandle.name)

const arriveAt = (ms: number, world: InjectedWorld, name: string): Promise<void> => {
  world.mark()
  return controlPost(world, name, '/inquiries', { momento: new Date(ms).toISOString(), notify: false })
}

/** Returns a step that lets an inquiry arrive in the world that a test has just reset. */
const afterReset =
  (ms: number, world: InjectedWorld): ResponseStep =>
  async (response) => {
    await arriveAt(ms, world, world.worldHandle.name)
    return response
  }

/** Returns an injection with an inquiry from another person, received a minute before the run. */
export const withAnotherInquiry = (nowMs: number, injection: FaultInjection = {}): FaultInjection => {
  // Some faults act on every third inquiry.
  const ms = Math.floor(nowMs / MINUTE_MS - 1) * MINUTE_MS
  return {
    ...injection,
    open: (world) => {
      injection.open?.(world)
      inquiryAt(ms)(world)
    },
    before: (world, call) => (isReset(call) ? afterReset(ms, world) : injection.before?.(world, call)),
  }
}
