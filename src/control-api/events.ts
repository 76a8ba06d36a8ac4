import * as z from 'zod'
import { deliveryOf } from '../world/delivery.ts'
import { eventStream } from './event-stream.ts'
import type { Happening } from '../simulator/event-bus.ts'
import { maskOf } from '../journal/redactor.ts'
import { rowOf } from '../journal/exchange-view.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { type ControlCall, controlCall } from './call.ts'
import { clockOf } from './clock.ts'
import { deliveryRow } from './deliveries.ts'

/** What happens in the worlds, told while it happens. */

/** What is told of a happening. It is looked up at once, since the world goes on; it is written down only when somebody reads it. */
const tellerOf = (sandbox: Sandbox, happening: Happening): (() => object) => {
  const { kind, world } = happening
  const held = sandbox.worlds.get(world)
  switch (kind) {
    case 'exchange': {
      const entry = held?.journal.get(happening.n)
      return () => (entry ? { world, ...rowOf(entry, maskOf([entry])) } : { world, n: happening.n })
    }
    case 'delivery': {
      const { number } = happening
      const now = held?.world
      return () => {
        const delivery = now && deliveryOf(now.deliveries, number)
        return delivery ? { world, number, ...deliveryRow(now, delivery) } : { world, number }
      }
    }
    case 'clock': {
      if (!held) return () => ({ world })
      const clock = clockOf(sandbox, held)
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
    if (query.world !== undefined) sandbox.worlds.need(query.world)
    const raw = eventStream(signal, (put) =>
      sandbox.feed.listen((happening) => {
        if (query.world !== undefined && query.world !== happening.world) return
        put(happening.kind, tellerOf(sandbox, happening))
      }),
    )
    return { raw, headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } }
  },
})

export const eventCalls: readonly ControlCall[] = [events]
