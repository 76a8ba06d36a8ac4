import { nextDue } from '../world/delivery.ts'
import type { Mail } from '../world/mail.ts'
import type { Fallen, Waits } from './scheduler.ts'
import type { Feed } from './event-bus.ts'
import type { Held } from './world-registry.ts'

/** Sends one mail on; answers why it could not, or nothing. */
export type SendMail = (mail: Mail) => Promise<string | undefined>

export interface CourierRim {
  wallMs(): number
  readonly feed: Feed
  /** True: callbacks may lead to private addresses. */
  readonly allowPrivate: boolean
  /** Absent: mails go no further than the world's outbox. */
  readonly sendMail?: SendMail | undefined
}

/** The deliveries that wait for the clock, the first due first. */
export const courier =
  (rim: CourierRim): Waits =>
  ({ deliveries }, { underWay }) => {
    const first = nextDue(deliveries, underWay)
    if (!first) return undefined
    const { number, dueMs: atMs } = first
    return { atMs, run: (held) => delivered(rim, held, { number, atMs }) }
  }

const delivered = async (
  rim: CourierRim,
  held: Held,
  { number, atMs }: { number: number; atMs: number },
): Promise<Fallen> => {
  const { epoch, underWay } = held
  underWay.add(number)
  try {
    // What draws and sends is loaded with the first delivery: most worlds have none.
    const { attempted } = await import('./delivery-attempt.ts')
    return { atMs, kind: 'delivery', id: `d${number}`, outcome: await attempted(rim, held, number) }
  } finally {
    underWay.delete(number)
    if (held.epoch === epoch) rim.feed.tell({ kind: 'delivery', world: held.name, number })
  }
}
