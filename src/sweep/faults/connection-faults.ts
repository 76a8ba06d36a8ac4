import { type ClientCall, isOwn, isRead, isTaken } from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import type { InjectedWorld, ResponseStep } from './fault-injection.ts'

/** How long connections are refused: two pauses of 100 ms outlive it. */
const REFUSED_MS = 180

/** Returns the next request, where it is the client's: what a test sends may not be refused. */
const nextOf = (call: ClientCall, calls: readonly ClientCall[]): ClientCall | undefined => {
  const next = calls[calls.indexOf(call) + 1]
  return next && isOwn(next) ? next : undefined
}

/** Ends the connection with the response, and takes no other for a while. */
const endConnection =
  (world: InjectedWorld): ResponseStep =>
  (response) => {
    world.mark()
    world.refuseConnections(REFUSED_MS)
    const headers = new Headers(response.headers)
    headers.set('connection', 'close')
    return new Response(response.body, { status: response.status, headers })
  }

/** Faults of the connection that the request after an exchange needs. */
export const connectionFaults = {
  'connect-refused': {
    means: `after this exchange connections are refused for ${REFUSED_MS} ms`,
    weakness: 'gives up on a refused connection, although it sends again what is reset',
    // The same request must have been reset before.
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
