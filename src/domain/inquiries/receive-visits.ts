import { type Agency, zoneOf } from '../../world/agency.ts'
import type { Publication } from '../../world/publication.ts'
import { type NotShown, notShown } from './receive-inquiry.ts'
import { DAY_MS, startOfDay } from '../../calendar/date-time.ts'
import { type Visit, visitKey } from '../../world/visit.ts'
import type { World } from '../../world/world.ts'

/** Views that a listing got. */
export interface Views {
  readonly agency: Agency
  /** The one of this world. */
  readonly publication: Publication
  readonly count: number
  readonly nowMs: number
}

export interface ReceivedVisits {
  readonly world: World
  /** The whole day's views of the listing. */
  readonly visit: Visit
}

/** The most that `Visitas` can tell, an `int32`. */
const MOST_A_DAY = 2_147_483_647

/**
 * Counts views on the day that it is for the agency (`agencies/visits`, `common/time-zone`). A publication that is not visible in listings
 * is not viewed: PUB-32 says so of a suspended one, and an archived one is treated alike.
 */
export const receiveVisits = (world: World, views: Views): ReceivedVisits | NotShown => {
  const { agency, publication, count } = views
  const hidden = notShown(publication)
  if (hidden) return hidden
  const { ExternalId, app, OperadorResponsable } = publication
  const day = dayOf(world, views)
  const before = world.visits.get(visitKey(agency.ordinal, day, ExternalId))?.Visitas ?? 0
  const Visitas = Math.min(MOST_A_DAY, before + count)
  const visit = { agency: agency.ordinal, day, ExternalId, app, OperadorResponsable, Visitas }
  return { world: { ...world, visits: world.visits.put(visit) }, visit }
}

/** Days after the local day that the world's anchor lies in, which is how visits tell their days. */
const dayOf = ({ setting }: World, { agency, nowMs }: Views): number => {
  const zoneMinutes = zoneOf(setting.profile, agency)
  return Math.round((startOfDay(nowMs, zoneMinutes) - startOfDay(setting.anchorMs, zoneMinutes)) / DAY_MS)
}
