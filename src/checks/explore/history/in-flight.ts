import { type Concern, interferes } from '../../../../contracts/rules/overlaps.ts'

/** A request without a response so far. */
export interface InFlightRequest {
  concern: () => Concern
  /** Requests that were in flight at some moment of this one. */
  readonly others: Set<InFlightRequest>
}

/** Requests in flight, as a proxy sees them. */
export class InFlight {
  readonly #calls = new Set<InFlightRequest>()

  /** Records that a request begins. `concern` is called later, when more of its body has arrived. */
  begin(concern: () => Concern): InFlightRequest {
    const call: InFlightRequest = { concern, others: new Set(this.#calls) }
    for (const other of this.#calls) other.others.add(call)
    this.#calls.add(call)
    return call
  }

  /** Records that it was answered; returns whether another one left open what it saw. */
  end(call: InFlightRequest): boolean {
    this.#calls.delete(call)
    const own = call.concern()
    const isOpen = [...call.others].some((other) => interferes(own, other.concern()))
    // Else each call would keep all before it, with their bodies.
    call.others.clear()
    call.concern = () => own
    return isOpen
  }
}
