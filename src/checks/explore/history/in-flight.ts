import { type Concern, isDisturbed } from '../../../../contracts/rules/overlaps.ts'

/** A request under way. */
export interface FlyingCall {
  concern: () => Concern
  /** Requests that were under way at some moment of this one. */
  readonly others: Set<FlyingCall>
}

/** Requests that are under way, as a proxy sees them. */
export class InFlight {
  readonly #calls = new Set<FlyingCall>()

  /** Notes that a request begins. `concern` is asked later, when more of its body has come. */
  begin(concern: () => Concern): FlyingCall {
    const call: FlyingCall = { concern, others: new Set(this.#calls) }
    for (const other of this.#calls) other.others.add(call)
    this.#calls.add(call)
    return call
  }

  /** Notes that it was answered; returns whether another one left open what it saw. */
  end(call: FlyingCall): boolean {
    this.#calls.delete(call)
    const own = call.concern()
    const isOpen = [...call.others].some((other) => isDisturbed(own, other.concern()))
    // Else each call would keep all before it, with their bodies.
    call.others.clear()
    call.concern = () => own
    return isOpen
  }
}
