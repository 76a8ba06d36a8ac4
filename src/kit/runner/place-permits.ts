import { freePlaces, type NeedCheckRun } from './needs.ts'
import { Permits } from './permits.ts'

/** More free places than a run at full concurrency takes. */
const MANY_PLACES = 60

/** Free places reserved for each concurrently writing clause: most take none, some one or two. */
const PLACES_PER_CLAUSE = 3
/** Additional reserved places, for the few clauses that take more. */
const PLACES_TO_SPARE = 5

/**
 * Shares the free places of the agency's package among the clauses, so that they do not compete with each
 * other or with the agency's other users. It reads their number once.
 */
export class PlacePermits {
  readonly #run: Pick<NeedCheckRun, 'send' | 'target'>
  readonly #holders = new WeakMap<object, Permits>()
  #free: Promise<number | undefined> | undefined
  #permits: Promise<Permits> | undefined

  constructor(run: Pick<NeedCheckRun, 'send' | 'target'>) {
    this.#run = run
  }

  /** Runs the work of a clause when there are places for it. */
  async share<T>(clause: object, work: () => Promise<T>): Promise<T> {
    this.#permits ??= this.#freePlaces().then(
      (free = Infinity) => new Permits(Math.max(1, Math.floor((free - PLACES_TO_SPARE) / PLACES_PER_CLAUSE))),
      () => new Permits(Infinity),
    )
    const permits = await this.#permits
    return permits.run(() => {
      this.#holders.set(clause, permits)
      return work()
    })
  }

  /** Lends the places of a clause to others while it waits for another clause. */
  async lend<T>(clause: object, work: () => Promise<T>): Promise<T> {
    const permits = this.#holders.get(clause)
    return permits ? permits.lend(work) : work()
  }

  /** Returns whether there are places for several publications of one clause. */
  hasManyPlaces(): Promise<boolean> {
    return this.#freePlaces().then(
      (free = 0) => free >= MANY_PLACES,
      () => false,
    )
  }

  #freePlaces(): Promise<number | undefined> {
    this.#free ??= freePlaces(this.#run)
    return this.#free
  }
}
