import { type AssumptionId, chosen, type OptionWord } from '../assumptions/profile.ts'
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

/** Returns the option in force in the context's world. */
export const activeOption = <Id extends AssumptionId>(
  context: { readonly world: Pick<World, 'setting'> },
  id: Id,
): OptionWord<Id> => chosen(context.world.setting.profile, id)
