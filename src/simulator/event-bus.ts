/** Something that happened in a world, told while it happens. */
export type BusEvent =
  | { readonly kind: 'exchange'; readonly world: string; readonly n: number }
  | { readonly kind: 'delivery'; readonly world: string; readonly number: number }
  | { readonly kind: 'clock'; readonly world: string }
  /** The world was made, reset, restored, deleted, or changed from outside the API: a lead, a fault, an assumption. */
  | { readonly kind: 'world'; readonly world: string; readonly what: string }

type Listener = (event: BusEvent) => void

/** Tells whoever listens what happens in the worlds; costs nothing while nobody does. */
export class EventBus {
  readonly #listeners = new Set<Listener>()

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  publish(event: BusEvent): void {
    // Whoever begins to listen while it is told hears the next one.
    for (const listener of [...this.#listeners]) listener(event)
  }

  /** Answers the way to stop listening. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
