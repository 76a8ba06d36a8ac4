import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { deliveryByNumber } from '../../model/world/delivery.ts'
import { exchangeRow } from '../../sandbox/journal/exchange-view.ts'
import { redactorFor } from '../../sandbox/journal/redactor.ts'
import type { BusEvent } from '../../sandbox/simulator/event-bus.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import { controlCall } from '../call/call.ts'
import { eventStream } from '../call/event-stream.ts'
import { clockView } from './clock.ts'
import { deliveryView } from './deliveries.ts'

/**
 * Returns how an event is written. Records are looked up now, since the world goes on; they are written only
 * when a client reads them.
 */
const eventWriter = (simulator: Simulator, event: BusEvent): (() => object) => {
  const { kind, world } = event
  const handle = simulator.worlds.get(world)
  switch (kind) {
    case 'exchange': {
      const entry = handle?.journal.get(event.n)
      return () => (entry ? { world, ...exchangeRow(entry, redactorFor([entry])) } : { world, n: event.n })
    }
    case 'delivery': {
      const { number } = event
      const now = handle?.world
      return () => {
        const delivery = now && deliveryByNumber(now.deliveries, number)
        return delivery ? { world, number, ...deliveryView(now, delivery) } : { world, number }
      }
    }
    case 'clock': {
      if (!handle) return () => ({ world })
      const clock = clockView(simulator, handle)
      return () => clock
    }
    case 'world':
      return () => ({ world, what: event.what })
  }
}

const writers = new WeakMap<BusEvent, () => object>()

/** Returns the writer that all followers of an event share. */
const sharedWriter = (simulator: Simulator, event: BusEvent): (() => object) => {
  const known = writers.get(event) ?? eventWriter(simulator, event)
  writers.set(event, known)
  return known
}

const follow = controlCall({
  method: 'GET',
  path: '/events',
  summary:
    'Follow server-sent events: exchange, delivery, clock, world, and lost when the reader was too slow',
  query: z.strictObject({ world: z.string().optional().describe('Only events of this world') }),
  status: 200,
  errors: { 503: 'The limit on followers is reached.' },
  answer: z.string().describe('Server-sent events; `data` is JSON'),
  answerType: 'text/event-stream',
  handle: ({ simulator, query, signal }) => {
    if (query.world !== undefined) simulator.worlds.require(query.world)
    const { followers } = simulator.caps
    const release = followers.take()
    if (!release)
      throw new ControlError(
        503,
        `${followers.most} clients follow the events already; end one of them first.`,
      )
    const raw = eventStream(signal, (put) => {
      const unsubscribe = simulator.eventBus.subscribe((event) => {
        if (query.world !== undefined && query.world !== event.world) return
        put(event.kind, sharedWriter(simulator, event))
      })
      return () => {
        unsubscribe()
        release()
      }
    })
    return { raw, headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } }
  },
})

export const eventCalls = { follow }
