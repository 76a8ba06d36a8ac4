import { DAY_MS, startOfDay } from '../../calendar/date-time.ts'
import { type Agency, zoneMinutesOf } from '../../world/agency.ts'
import type { Publication } from '../../world/publication.ts'
import { type Visit, visitKey } from '../../world/visit.ts'
import type { World } from '../../world/world.ts'
import { type NotListed, notListed } from './inquiry-intake.ts'

/** Views that a listing got. */
export interface ListingViews {
  readonly agency: Agency
  /** The one of this world. */
  readonly publication: Publication
  readonly count: number
  readonly nowMs: number
}

export interface CountedViews {
  readonly world: World
  /** The whole day's views of the listing. */
  readonly visit: Visit
}

/** The most that `Visitas` can tell, an `int32`. */
const MAX_VIEWS_PER_DAY = 2_147_483_647

/**
 * Counts views on the day that it is for the agency (`agencies/visits`, `common/time-zone`). A publication that is not visible in listings
 * is not viewed: PUB-32 says so of a suspended one, and an archived one is treated alike.
 */
export const addViews = (world: World, views: ListingViews): CountedViews | NotListed => {
  const { agency, publication, count } = views
  const refused = notListed(publication)
  if (refused) return refused
  const { ExternalId, app, OperadorResponsable } = publication
  const day = dayNumber(world, views)
  const before = world.visits.get(visitKey(agency.ordinal, day, ExternalId))?.Visitas ?? 0
  const Visitas = Math.min(MAX_VIEWS_PER_DAY, before + count)
  const visit = { agency: agency.ordinal, day, ExternalId, app, OperadorResponsable, Visitas }
  return { world: { ...world, visits: world.visits.put(visit) }, visit }
}

/** Days after the local day that the world's anchor lies in, which is how visits tell their days. */
const dayNumber = ({ setting }: World, { agency, nowMs }: ListingViews): number => {
  const zoneMinutes = zoneMinutesOf(setting.profile, agency)
  return Math.round((startOfDay(nowMs, zoneMinutes) - startOfDay(setting.anchorMs, zoneMinutes)) / DAY_MS)
}
