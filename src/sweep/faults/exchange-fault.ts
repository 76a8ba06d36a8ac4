import type { ClientCall } from './client-call.ts'
import type { FaultInjection, InjectedWorld, ResponseStep } from './fault-injection.ts'
import type { Contrast } from './world-fault.ts'

/** A fault at one exchange. */
export interface ExchangeFault {
  /** What happens, as a clause. */
  readonly means: string
  /** What a client does that does not survive it, as a clause. */
  readonly weakness: string
  /** Rank of writes among the variants; 0 runs first. Reads come later. */
  readonly rank: number
  /** True: its findings are advice, because even a careful client may not handle it. */
  readonly advises?: true
  /** True: giving up is not a finding; only what the client does is. */
  readonly harms?: true
  /** True: advice is given once per operation, not once for all; `writes`: only for operations that write. */
  readonly perOperation?: true | 'writes'
  /**
   * Name of the fault that a client must survive at the same exchange, or its id at another one, before this
   * one is meaningful.
   */
  after?(call: ClientCall, calls: readonly ClientCall[]): string
  actsOn(call: ClientCall): boolean
  /** Returns whether it can act on a call of the undisturbed run; absent: on all. */
  suits?(call: ClientCall, calls: readonly ClientCall[]): boolean
  before(
    world: InjectedWorld,
    call: ClientCall,
    base: ClientCall,
  ): ResponseStep | undefined | Promise<ResponseStep | undefined>
  /** Changes every later refusal of the operation, including those of retries. */
  readonly refusal?: ResponseStep
  /** Runs to compare with, if this one alone shows nothing. */
  contrasts?(base: ClientCall): readonly Contrast[]
  /** How header names are written during the whole run. */
  readonly headerName?: FaultInjection['headerName']
  /** Runs before the first repetition of the request. */
  beforeRepetition?(world: InjectedWorld, call: ClientCall): void
  /** Runs before each later request of the operation. */
  beforeLater?(world: InjectedWorld, call: ClientCall, met: ClientCall): void
}
