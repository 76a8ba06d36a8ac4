import type { ApiResponse } from '../../model/http/request.ts'
import type { WorldSummary } from './world-summary.ts'

/** A recorded exchange, without secrets. */
export interface RecordedExchange {
  readonly request: RecordedRequest
  readonly response: ApiResponse
  /** The world before and after the exchange; the same value where nothing changed. */
  readonly before: WorldSummary
  readonly after: WorldSummary
  /** Absent when no fault was injected. */
  readonly injectedFault?: InjectedFault
}

/** When an exchange took place, and how long it took. */
export interface ExchangeTiming {
  /** Wall time at which the request was complete, in milliseconds since the epoch. */
  readonly wallMs: number
  /** World time of that moment, in milliseconds since the epoch. */
  readonly atMs: number
  /** Duration in wall time, in milliseconds. */
  readonly tookMs: number
}

/** One exchange in the journal. */
export interface JournalEntry extends RecordedExchange, ExchangeTiming {
  /** Position in the world's journal, from 1. */
  readonly n: number
}

/** A recorded request, without secrets. */
export interface RecordedRequest {
  readonly method: string
  /** Absolute, as sent. */
  readonly url: string
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: RecordedBody
  /** App that the credentials named; null when they named none, or were refused. */
  readonly app: string | null
}

/** The beginning of a recorded body. */
export interface RecordedBody {
  /** At most the recorder's limit of it. */
  readonly bytes: Uint8Array
  /** Size of the whole body as sent, in bytes. */
  readonly size: number
}

/** A fault that was injected into an exchange. */
export interface InjectedFault {
  /** Numbers of the rules; empty when `Prefer` of the request caused it. */
  readonly rules: readonly number[]
  /** Short phrases, e.g. `delayed 250 ms`. */
  readonly how: readonly string[]
  /** False: no response was sent. The entry's response is then what the service decided, or has status 0. */
  readonly answered: boolean
}
