import { type ClientCall, isOwn, isRead, isTaken } from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import type { InjectedWorld, ResponseStep } from './fault-injection.ts'

/** How long connections are refused: less than two pauses of 100 ms. */
const REFUSED_MS = 180

/** Returns the next request if it is the client's: requests of a test must not be refused. */
const nextOf = (call: ClientCall, calls: readonly ClientCall[]): ClientCall | undefined => {
  const next = calls[calls.indexOf(call) + 1]
  return next && isOwn(next) ? next : undefined
}

/** Closes the connection after the response, and refuses new ones for a while. */
const endConnection =
  (world: InjectedWorld): ResponseStep =>
  (response) => {
    world.mark()
    world.refuseConnections(REFUSED_MS)
    const headers = new Headers(response.headers)
    headers.set('connection', 'close')
    return new Response(response.body, { status: response.status, headers })
  }

/** Faults that act on the connection of the request after an exchange. */
export const connectionFaults = {
  'connect-refused': {
    means: `after this exchange connections are refused for ${REFUSED_MS} ms`,
    weakness: 'gives up on a refused connection, although it retries after a reset',
    // The client must first survive a reset of the same request.
    rank: 11,
    actsOn: ({ response }) => response !== null,
    suits: (call, calls) => {
      const next = nextOf(call, calls)
      if (!next || isTaken(next)) return false
      const isLike = (other: ClientCall) => {
        const following = nextOf(other, calls)
        return following !== undefined && isRead(following) === isRead(next)
      }
      // One read and one write are enough.
      return calls.find(isLike) === call
    },
    after: (call, calls) => `reset@${nextOf(call, calls)?.exchange}`,
    before: endConnection,
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
