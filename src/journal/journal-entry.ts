import type { ApiResponse } from '../http/request.ts'
import type { WorldSummary } from './world-summary.ts'

/** What an exchange said and did, as the journal keeps it; secrets were taken out before it was made. Who polls says the same again and again: that is kept once. */
export interface RecordedExchange {
  readonly request: RecordedRequest
  readonly response: ApiResponse
  /** The world that was asked, and what it became; the very same where nothing changed. */
  readonly before: WorldSummary
  readonly after: WorldSummary
  /** What disturbed the exchange on purpose; absent when nothing did. */
  readonly injectedFault?: InjectedFault
}

/** When an exchange took place. */
export interface ExchangeTiming {
  /** Wall time at which the request was whole, in milliseconds since the epoch. */
  readonly wallMs: number
  /** World time of that moment, in milliseconds since the epoch. */
  readonly atMs: number
  /** Wall time that it took, in milliseconds. */
  readonly tookMs: number
}

/** One exchange in the journal. */
export interface JournalEntry extends RecordedExchange, ExchangeTiming {
  /** Order in the world's journal, from 1. */
  readonly n: number
}

export interface RecordedRequest {
  readonly method: string
  /** Absolute, as sent. */
  readonly url: string
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: RecordedBody
  /** Name of the app that the credentials named; null when they named none, or were refused. */
  readonly app: string | null
}

export interface RecordedBody {
  /** At most the journal's bound of it. */
  readonly bytes: Uint8Array
  /** Bytes that were sent. */
  readonly size: number
}

/** How an exchange was disturbed on purpose. */
export interface InjectedFault {
  /** Numbers of the rules; empty when the request's own `Prefer` asked for it. */
  readonly rules: readonly number[]
  /** In a few words, e.g. `delayed 250 ms`, `connection reset`. */
  readonly how: readonly string[]
  /** False: no answer left, whatever the service did; what the entry holds as one, of status 0 where the service was not asked, was not sent. */
  readonly answered: boolean
}
