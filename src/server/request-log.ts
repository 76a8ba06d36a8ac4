import type { IncomingMessage } from 'node:http'
import { deliveryByNumber } from '../model/world/delivery.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD, WORLD_NAME } from '../sandbox/simulator/world-registry.ts'
import { isApiTarget } from '../sandbox/transport/incoming-request.ts'
import { clientAddress } from './forwarded.ts'
import type { JsonLog } from './json-log.ts'
import type { NodeHandler } from './node-bindings.ts'

/** Writes a line for each request when its response was sent, or its connection is gone. */
export const logRequests = (log: JsonLog, respond: NodeHandler): NodeHandler => {
  const ids = requestIds()
  return (request, env) => {
    const { incoming, outgoing } = env
    const startedMs = performance.now()
    const id = ids(incoming)
    outgoing.once('close', () => {
      const status = outgoing.headersSent ? outgoing.statusCode : 0
      log.line(status >= 500 ? 'warn' : 'info', 'request', {
        id,
        method: incoming.method,
        path: incoming.url,
        operation: env.operation,
        world: worldOf(incoming),
        status,
        durationMs: Math.round((performance.now() - startedMs) * 100) / 100,
        isCut: outgoing.writableFinished ? undefined : true,
        address: clientAddress(incoming),
      })
    })
    return respond(request, env)
  }
}

/**
 * Writes a line for each change of worlds and each attempt of a delivery; returns the function that ends it.
 */
export const logEvents = (log: JsonLog, simulator: Simulator): (() => void) =>
  simulator.eventBus.subscribe((event) => {
    const { world } = event
    if (event.kind === 'world') log.line('info', `world ${event.what}`, { world })
    if (event.kind !== 'delivery') return
    const deliveries = simulator.worlds.isLoaded(world)
      ? simulator.worlds.get(world)?.world.deliveries
      : undefined
    const delivery = deliveries && deliveryByNumber(deliveries, event.number)
    const last = delivery?.attempts.at(-1)
    log.line(last?.delivered === false ? 'warn' : 'info', 'delivery', {
      world,
      id: `d${event.number}`,
      state: delivery?.state,
      attempts: delivery?.attempts.length,
      outcome: last?.verdict,
    })
  })

const GIVEN_ID = /^[\w.:-]{1,128}$/

/**
 * Returns ids of requests: `X-Request-Id` where a proxy or client gives one, else numbers of this process.
 */
const requestIds = (): ((message: IncomingMessage) => string) => {
  const start = Math.floor(performance.timeOrigin).toString(36)
  let number = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    number += 1
    return typeof given === 'string' && GIVEN_ID.test(given) ? given : `${start}-${number}`
  }
}

/** Returns the world that a request names; undefined where it names none. */
const worldOf = ({ url = '/', headers }: IncomingMessage): string | undefined => {
  const named = /^\/(?:w|_playa\/worlds|_playa\/ui\/w)\/([^/?]+)/.exec(url)?.[1]
  const header = headers['playa-world']
  const name = named ?? (isApiTarget(url) ? (typeof header === 'string' ? header : DEFAULT_WORLD) : undefined)
  return name !== undefined && WORLD_NAME.test(name) ? name : undefined
}
