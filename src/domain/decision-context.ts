import { type AssumptionId, chosen } from '../assumptions/profile.ts'
import type { Agency } from '../world/agency.ts'
import type { App, World } from '../world/world.ts'

/** What a decision looks at: the world of this moment, the agency spoken of, who calls, and the hour. */
export interface DecisionContext {
  readonly world: World
  readonly agency: Agency
  readonly app: App
  readonly nowMs: number
  /** Sizes of photos that were fetched from outside for this request, when `publications/photos` asks for it. */
  readonly photos: PhotoSizes | undefined
}

export type PhotoSizes = ReadonlyMap<string, PhotoSize | PhotoFailure>
export interface PhotoSize {
  readonly widthPx: number
  readonly heightPx: number
}
export interface PhotoFailure {
  /** One sentence: why the photo could not be fetched or measured. */
  readonly failure: string
}

/** Said instead of a decision: these photos must be measured before it can be made. */
export interface MissingPhotoSizes {
  readonly needsPhotos: readonly string[]
}

/** The option in force in the world that is decided about. */
export const activeOption = <Id extends AssumptionId>(context: { readonly world: Pick<World, 'setting'> }, id: Id) =>
  chosen(context.world.setting.profile, id)
