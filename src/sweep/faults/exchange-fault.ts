import type { ClientCall } from './client-call.ts'
import type { FaultInjection, InjectedWorld, ResponseStep } from './fault-injection.ts'
import type { Contrast } from './world-fault.ts'

/** What a fault does to the exchanges that it can act on. */
export interface ExchangeFault {
  /** What happens, as a clause after "when". */
  readonly means: string
  /** What a client does that does not survive it. */
  readonly weakness: string
  /** Rank of writes among the variants when time is short; 0 is first. Reads come later. */
  readonly rank: number
  /** True: a careful client may do without, so that it is reported and does not count. */
  readonly advises?: true
  /** True: giving up is no finding, something twice is. */
  readonly harms?: true
  /** Advice that is given once for each operation, or each that writes, not once for all. */
  readonly perOperation?: true | 'writes'
  /**
   * Word of the fault that a client must survive at the same exchange, or its id at another one, before this
   * one can show anything.
   */
  after?(call: ClientCall, calls: readonly ClientCall[]): string
  actsOn(call: ClientCall): boolean
  /** Tells whether it can act on a call among all of the undisturbed run; absent: on each. */
  suits?(call: ClientCall, calls: readonly ClientCall[]): boolean
  before(
    world: InjectedWorld,
    call: ClientCall,
    base: ClientCall,
  ): ResponseStep | undefined | Promise<ResponseStep | undefined>
  /** Changes every refusal of the operation from then on: what a client meets when it tries again, too. */
  readonly refusal?: ResponseStep
  /** Runs that show something together with this one, if it shows nothing alone. */
  contrasts?(base: ClientCall): readonly Contrast[]
  /** How names of headers are written in the whole run. */
  readonly headerName?: FaultInjection['headerName']
  /** Runs before the first repetition of the request. */
  beforeRepetition?(world: InjectedWorld, call: ClientCall): void
  /** Runs before each later request of the operation. */
  beforeLater?(world: InjectedWorld, call: ClientCall, met: ClientCall): void
}
