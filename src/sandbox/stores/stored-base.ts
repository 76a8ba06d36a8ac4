import { createHash } from 'node:crypto'
import type { Steps } from '../../lib/collections/steps.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import type { World } from '../../model/world/world.ts'
import { inSlices } from '../scenarios/in-slices.ts'
import { openReference, type ScenarioReference } from '../scenarios/scenario-source.ts'
import type { WorldBase } from '../scenarios/world-base.ts'
import { startWorld } from '../scenarios/world-start.ts'
import { StoreError } from './record-file.ts'

/** Origin of a world: its scenario, with a seed. */
export interface WorldOrigin {
  readonly reference: ScenarioReference
  readonly seed: number
  readonly base: WorldBase
}

/** A base as a store holds it, once for all of its worlds. */
export interface StoredBase {
  readonly reference: ScenarioReference
  readonly seed: number
  /** Release that wrote it. */
  readonly release: string
  /** Hash of its rows: another release may draw others from the same scenario. */
  readonly digest: string
}

/** Returns the key of a base: equal scenarios with equal seeds share one. */
export const baseKey = ({ reference, seed }: Pick<WorldOrigin, 'reference' | 'seed'>): string =>
  sha256(JSON.stringify([reference, seed])).slice(0, 32)

/** Returns the base as it is stored, in steps. */
export function* storedBase({ reference, seed, base }: WorldOrigin, release: string): Steps<StoredBase> {
  return { reference, seed, release, digest: yield* digestOf(base) }
}

/** Opens the base that worlds were stored with. Throws a `StoreError` when this release draws another one. */
export const openStoredBase = async (stored: StoredBase, release: string): Promise<WorldOrigin> => {
  const { reference, seed } = stored
  const base = await baseOf(stored)
  // One release always draws the same rows.
  if (stored.release !== release && (await inSlices(digestOf(base))) !== stored.digest)
    throw new StoreError(otherRows(stored))
  return { reference, seed, base }
}

const baseOf = async ({ reference, seed, release }: StoredBase): Promise<WorldBase> => {
  try {
    return await (await openReference(reference)).base(seed)
  } catch (error) {
    const why = errorMessage(error)
    throw new StoreError(`A world of release ${release} cannot be opened: ${why}`, { cause: error })
  }
}

const otherRows = ({ reference, release }: StoredBase): string => {
  const name = 'shipped' in reference ? reference.shipped : reference.content.name
  return (
    `The scenario ${name} has other records in this release than in ${release}, which stored the world. ` +
    `Export the world with playa data export of release ${release}, and create it again from that file.`
  )
}

/** Returns the world to compare stored values of a base with: its rows, without a clock. */
export const referenceWorld = ({ base, seed }: WorldOrigin): World =>
  startWorld(base, { scenario: '', seed, wallMs: 0, nowMs: 0 })

const digests = new WeakMap<WorldBase, string>()

/** Returns the hash of a base's rows, in steps; of one base it is made once. */
export function* digestOf(base: WorldBase): Steps<string> {
  const known = digests.get(base)
  if (known !== undefined) return known
  const digest = yield* hashedRows(base)
  digests.set(base, digest)
  return digest
}

function* hashedRows({
  agencies,
  publications,
  inquiries,
  visits,
  webhooks,
  next,
}: WorldBase): Steps<string> {
  const hash = createHash('sha256')
  hash.update('[')
  const tables: readonly { inOrder(): Steps<readonly object[]> }[] = [
    agencies,
    publications,
    inquiries,
    visits,
    webhooks,
  ]
  for (const table of tables) {
    let separator = '['
    for (const row of yield* table.inOrder()) {
      hash.update(separator + JSON.stringify(row, withoutCars))
      separator = ','
      yield
    }
    hash.update(separator === '[' ? '[],' : '],')
  }
  hash.update(`${JSON.stringify(next)}]`)
  return hash.digest('hex')
}

const withoutCars = (key: string, value: unknown): unknown => (key === 'version' ? versionId(value) : value)

/** A version of the catalogue names its model, which names its versions: its id is enough. */
const versionId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
