import { MINUTE_MS } from '../../calendar/date-time.ts'
import { controlPost } from './control-post.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'

/** Lets an inquiry from another person arrive before the run begins. */
export const inquiryAt =
  (ms: number) =>
  (world: InjectedWorld): void => {
    world.mark()
    const momento = new Date(ms).toISOString()
    void controlPost(world, world.worldHandle.name, '/inquiries', { momento, notify: false })
  }

/** Returns an injection with an inquiry from another person, received a minute before the run. */
export const withAnotherInquiry = (nowMs: number, injection: FaultInjection = {}): FaultInjection => {
  // Some faults act on every third inquiry.
  const arrive = inquiryAt(Math.floor(nowMs / MINUTE_MS - 1) * MINUTE_MS)
  return {
    ...injection,
    open: (world) => {
      injection.open?.(world)
      arrive(world)
    },
  }
}
