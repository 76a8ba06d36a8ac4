import { faultTarget } from '../../faults/fault-target.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type ClientCall, isRead, pathOfTarget, targetKey } from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import type { InjectedWorld } from './fault-injection.ts'
import { rivalWrites } from './rival-writes.ts'

/** More attempts than a client needs that gives up at some time. */
const MAX_ATTEMPTS = 40

const attempts = new WeakMap<WorldHandle, number>()

/** Lets another client write first, until the client has tried so often that it would never end. */
const writesFirst = (world: InjectedWorld, call: ClientCall): void => {
  const count = (attempts.get(world.worldHandle) ?? 0) + 1
  attempts.set(world.worldHandle, count)
  if (count < MAX_ATTEMPTS) rivalWrites(world, call)
  if (count === MAX_ATTEMPTS)
    world.accuse(`it repeats a write ${count} times that is refused with 412 each time, and never gives up`)
}

/** Faults in which another client changes a publication again and again. */
export const persistentRival = {
  'stale-always': {
    means: 'another client changes the publication before each attempt of the write',
    weakness: 'repeats a write that is refused with 412 without ever giving up',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    after: () => 'stale-tag',
    actsOn: (call) => !isRead(call) && faultTarget(call.method, pathOfTarget(call.target)).isTagGuarded,
    before: (world, call) => {
      attempts.delete(world.worldHandle)
      writesFirst(world, call)
      return undefined
    },
    beforeLater: (world, call, met) => {
      if (targetKey(call) === targetKey(met)) writesFirst(world, call)
    },
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
