/** A webhook delivery as the receiver got it. */
export interface ReceivedDelivery {
  readonly method: string
  /** Path and query below the receiver's URL. */
  readonly target: string
  /** By lower-case name; several values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Time of arrival, on the clock of `performance.now()`. */
  readonly atMs: number
}

/** How long to wait for deliveries. */
export interface DeliveryWait {
  /** Ends the wait early. */
  isEnough(received: readonly ReceivedDelivery[]): boolean
  /** Maximum wait, in milliseconds. */
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
}

/** Receives the webhook deliveries of the target. */
export interface WebhookReceiver {
  /** Public base URL that the target calls. */
  readonly url: string
  /** Waits, then returns the deliveries whose path starts with `path`, in the order of arrival. */
  deliveries(path: string, wait: DeliveryWait): Promise<readonly ReceivedDelivery[]>
  /** Answers deliveries below `path` with the status that `status` returns for each, instead of 204. */
  answer(path: string, status: (delivery: ReceivedDelivery) => number): void
}
