/** How a response leaves: at once, or as an injected fault says. The adapter of the runtime executes it. */
export type DeliveryPlan =
  | { readonly kind: 'send' }
  /** No response: the connection is reset. */
  | { readonly kind: 'reset' }
  /** No response: the client has left. */
  | { readonly kind: 'abandoned' }
  /** The body goes out slowly (`bytesPerS`; null: at once), and breaks off halfway when `truncate` is set. */
  | { readonly kind: 'body'; readonly bytesPerS: number | null; readonly truncate: boolean }

export const SEND: DeliveryPlan = { kind: 'send' }
