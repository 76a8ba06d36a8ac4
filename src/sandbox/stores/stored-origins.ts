import type { World } from '../../model/world/world.ts'
import type { WorldBase } from '../scenarios/world-base.ts'
import { readFrom } from './read-value.ts'
import { type RecordFile, StoreError } from './record-file.ts'
import { openStoredBase, referenceWorld, type StoredBase, type WorldOrigin } from './stored-base.ts'

/** Bases that stay for a while without a world in memory. */
const RECENT_ORIGINS = 8

/** The scenarios of stored worlds; many worlds share each. */
export class StoredOrigins {
  readonly #file: RecordFile
  readonly #release: string
  readonly #origins = new Map<string, WeakRef<WorldOrigin>>()
  #recent: WorldOrigin[] = []
  readonly #references = new WeakMap<WorldBase, World>()

  constructor(file: RecordFile, release: string) {
    this.#file = file
    this.#release = release
  }

  /** Returns the world that others of its base are compared with, by identity: one for each base. */
  referenceOf(origin: WorldOrigin): World {
    const known = this.#references.get(origin.base)
    const reference = known ?? referenceWorld(origin)
    if (!known) this.#references.set(origin.base, reference)
    return reference
  }

  /** Opens the stored scenario of that key. Throws a `StoreError` when it is missing or damaged. */
  async open(base: string): Promise<WorldOrigin> {
    const known = this.#origins.get(base)?.deref()
    if (known) return known
    const stored = readFrom<StoredBase>(this.#file, ['b', base])
    if (!stored) throw new StoreError('The scenario of a world is missing from the data folder.')
    const origin = await openStoredBase(stored, this.#release)
    this.#origins.set(base, new WeakRef(origin))
    this.#recent = [origin, ...this.#recent.slice(0, RECENT_ORIGINS - 1)]
    return origin
  }
}
