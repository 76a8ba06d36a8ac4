import { DAY_MS, startOfDay } from '../../../lib/calendar/date-time.ts'
import { type Agency, zoneMinutesOf } from '../../world/agency.ts'
import type { Publication } from '../../world/publication.ts'
import { type Visit, visitKey } from '../../world/visit.ts'
import type { World } from '../../world/world.ts'
import { type NotListed, notListed } from './inquiry-intake.ts'

/** New views of a publication. */
export interface ListingViews {
  readonly agency: Agency
  /** The publication of this world. */
  readonly publication: Publication
  readonly count: number
  readonly nowMs: number
}

/** The world with counted views. */
export interface CountedViews {
  readonly world: World
  /** All views of the publication on that day. */
  readonly visit: Visit
}

/** Maximum of `Visitas`, an `int32`. */
const MAX_VIEWS_PER_DAY = 2_147_483_647

/**
 * Counts views on the agency's local day (`agencies/visits`, `common/time-zone`). A suspended publication
 * receives no views (PUB-32), and neither does an archived one (PUB-31).
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

/** Returns the number of days after the local day of the world's anchor, as visits store it. */
const dayNumber = ({ setting }: World, { agency, nowMs }: ListingViews): number => {
  const zoneMinutes = zoneMinutesOf(setting.profile, agency)
  return Math.round((startOfDay(nowMs, zoneMinutes) - startOfDay(setting.anchorMs, zoneMinutes)) / DAY_MS)
}
