import {
  type AssumptionId,
  byOption,
  isChosen,
  type OneOfTwo,
  type OptionTable,
  type OptionWord,
} from '../../api/assumptions/profile.ts'
import { atOnce, ROWS_PER_STEP, type Steps } from '../../lib/collections/steps.ts'
import type { Agency } from '../world/agency.ts'
import type { App, World } from '../world/world.ts'

/** Input of a domain decision: the world, the agency, the calling app and the world's time. */
export interface DecisionContext {
  readonly world: World
  readonly agency: Agency
  readonly app: App
  readonly nowMs: number
  /** Sizes of photos that were downloaded for this request, when `publications/photos` requires it. */
  readonly photos: PhotoSizes | undefined
}

/** Measured photos by URL. */
export type PhotoSizes = ReadonlyMap<string, PhotoSize | PhotoFailure>

/** Size of a photo, in pixels. */
export interface PhotoSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** A photo that could not be measured. */
export interface PhotoFailure {
  /** One sentence with the reason. */
  readonly failure: string
}

/**
 * Returned instead of a decision that needs the sizes of photos; the simulator measures them and decides
 * again.
 */
export interface MissingPhotoSizes {
  readonly needsPhotos: readonly string[]
}

/**
 * Returned instead of a decision that would search too many rows for one turn of the event loop; the
 * simulator searches them in steps and decides again, with what was found.
 */
export interface LongSearch {
  readonly search: Steps<readonly object[]>
}

/** Maximum number of rows that a decision searches itself. */
const MAX_SEARCHED = 1_000

/** Returns the result of a search, or its earlier result; a long search must still be made. */
export const searchResult = <Row extends object>(
  search: Steps<readonly Row[]>,
  among: number,
  found: readonly object[] | undefined,
): readonly Row[] | LongSearch => {
  // The earlier result is of this same search.
  if (found) return found as readonly Row[]
  return among > MAX_SEARCHED ? { search } : atOnce(search)
}

/** Lists the rows that match, in steps. */
export function* matchingSteps<T, Row>(
  items: Iterable<T>,
  rowOf: (item: T) => Row | undefined,
): Steps<Row[]> {
  const found: Row[] = []
  let read = 0
  for (const item of items) {
    const row = rowOf(item)
    if (row !== undefined) found.push(row)
    read += 1
    if (read % ROWS_PER_STEP === 0) yield
  }
  return found
}

/** Returns what a table of all options has for the one in force in the context's world. */
export const byActiveOption = <Id extends AssumptionId, Table extends OptionTable<Id>>(
  context: { readonly world: Pick<World, 'setting'> },
  id: Id,
  table: Table,
): Table[OptionWord<Id>] => byOption(context.world.setting.profile, id, table)

/** Returns whether `word` is in force in the context's world, of an assumption with two options. */
export const isActiveOption = <Id extends AssumptionId, Word extends OptionWord<Id>>(
  context: { readonly world: Pick<World, 'setting'> },
  id: Id,
  word: OneOfTwo<Id, Word>,
): boolean => isChosen(context.world.setting.profile, id, word)
