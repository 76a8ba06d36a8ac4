import * as z from 'zod'
import { deliveryOf } from '../../world/delivery.ts'
import { eventStream } from '../event-stream.ts'
import type { BusEvent } from '../../simulator/event-bus.ts'
import { redactorFor } from '../../journal/redactor.ts'
import { exchangeRow } from '../../journal/exchange-view.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { type ControlCall, controlCall } from '../routes.ts'
import { clockView } from './clock.ts'
import { deliveryView } from './deliveries.ts'

/** What happens in the worlds, told while it happens. */

/** What is told of a happening. It is looked up at once, since the world goes on; it is written down only when somebody reads it. */
const tellerOf = (sandbox: Simulator, happening: BusEvent): (() => object) => {
  const { kind, world } = happening
  const held = sandbox.worlds.get(world)
  switch (kind) {
    case 'exchange': {
      const entry = held?.journal.get(happening.n)
      return () => (entry ? { world, ...exchangeRow(entry, redactorFor([entry])) } : { world, n: happening.n })
    }
    case 'delivery': {
      const { number } = happening
      const now = held?.world
      return () => {
        const delivery = now && deliveryOf(now.deliveries, number)
        return delivery ? { world, number, ...deliveryView(now, delivery) } : { world, number }
      }
    }
    case 'clock': {
      if (!held) return () => ({ world })
      const clock = clockView(sandbox, held)
      return () => clock
    }
    case 'world':
      return () => ({ world, what: happening.what })
  }
}

const events = controlCall({
  method: 'GET',
  path: '/events',
  summary: 'Server-sent events: exchange, delivery, clock, world, and lost when the reader was too slow',
  query: z.strictObject({ world: z.string().optional().describe('Of this world alone') }),
  status: 200,
  answer: z.string(),
  answerType: 'text/event-stream',
  handle: ({ sandbox, query, signal }) => {
    if (query.world !== undefined) sandbox.worlds.require(query.world)
    const raw = eventStream(signal, (put) =>
      sandbox.eventBus.listen((happening) => {
        if (query.world !== undefined && query.world !== happening.world) return
        put(happening.kind, tellerOf(sandbox, happening))
      }),
    )
    return { raw, headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } }
  },
})

export const eventCalls: readonly ControlCall[] = [events]
