/** A change of a world, published as it happens. */
export type BusEvent =
  | { readonly kind: 'exchange'; readonly world: string; readonly n: number }
  | { readonly kind: 'delivery'; readonly world: string; readonly number: number }
  | { readonly kind: 'clock'; readonly world: string }
  /**
   * The world was created, reset, restored or deleted, or changed from outside the API: a lead, a fault, an
   * assumption.
   */
  | { readonly kind: 'world'; readonly world: string; readonly what: string }

type Listener = (event: BusEvent) => void

/** Publishes changes of worlds to subscribers; costs nothing without one. */
export class EventBus {
  readonly #listeners = new Set<Listener>()

  /** Whether anyone subscribes, so that a caller can skip building an event. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  /** Calls every listener. */
  publish(event: BusEvent): void {
    // The copy lets a listener subscribe or unsubscribe during the loop.
    for (const listener of [...this.#listeners]) listener(event)
  }

  /** Adds a listener; returns the function that removes it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
