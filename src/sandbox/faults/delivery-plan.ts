/** How the server sends a response: at once, or with an injected fault. The runtime's adapter executes it. */
export type DeliveryPlan =
  | { readonly kind: 'send' }
  /** No response: the connection is reset. */
  | { readonly kind: 'reset' }
  /** No response: the client has left. */
  | { readonly kind: 'abandoned' }
  /**
   * The body is sent at `bytesPerS` (null: at once), only its first half when `truncate` is set, and in a few
   * chunks without a length when `isChunked` is.
   */
  | {
      readonly kind: 'body'
      readonly bytesPerS: number | null
      readonly truncate: boolean
      readonly isChunked: boolean
    }

/** Sends the response at once. */
export const SEND: DeliveryPlan = { kind: 'send' }
