/** Something that happened in a world, told while it happens. */
export type Happening =
  | { readonly kind: 'exchange'; readonly world: string; readonly n: number }
  | { readonly kind: 'delivery'; readonly world: string; readonly number: number }
  | { readonly kind: 'clock'; readonly world: string }
  /** The world was made, reset, restored, deleted, or changed from outside the API: a lead, a fault, an assumption. */
  | { readonly kind: 'world'; readonly world: string; readonly what: string }

type Listener = (happening: Happening) => void

/** Tells whoever listens what happens in the worlds; costs nothing while nobody does. */
export class Feed {
  readonly #listeners = new Set<Listener>()

  get listened(): boolean {
    return this.#listeners.size > 0
  }

  tell(happening: Happening): void {
    // Whoever begins to listen while it is told hears the next one.
    for (const listener of [...this.#listeners]) listener(happening)
  }

  /** Answers the way to stop listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
