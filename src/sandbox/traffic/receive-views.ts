import { day } from '../../lib/calendar/date-time.ts'
import { addViews } from '../../model/domain/inquiries/view-count.ts'
import { zoneMinutesOf } from '../../model/world/agency.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { WorldHandle } from '../simulator/world-registry.ts'
import { notVisibleError, requireAgency, requirePublication } from '../stories/named-records.ts'

/** Views to receive. */
export interface ViewsInput {
  readonly adminMail?: string | undefined
  readonly externalid: string
  readonly count: number
}

/** The day's views after the call. */
export interface ViewsReceived {
  readonly adminMail: string
  readonly externalid: string
  readonly fecha: string
  readonly visitas: number
}

/**
 * Adds views of a publication today. Throws a `ControlError`, with 409 for a publication that is not listed
 * (PUB-32).
 */
export const receiveViews = (
  simulator: Simulator,
  worldHandle: WorldHandle,
  input: ViewsInput,
  base: string,
): ViewsReceived => {
  const { world } = worldHandle
  const agency = requireAgency(world, input.adminMail)
  const publication = requirePublication(world, agency, input.externalid)
  const nowMs = simulator.nowOf(worldHandle)
  const received = addViews(world, { agency, publication, count: input.count, nowMs })
  if ('notShown' in received) throw notVisibleError(received, publication.ExternalId, 'is not viewed')
  simulator.change(worldHandle, received.world, [], base)
  const { ExternalId: externalid, Visitas: visitas } = received.visit
  return {
    adminMail: agency.adminMail,
    externalid,
    fecha: day(nowMs, zoneMinutesOf(world.setting.profile, agency)),
    visitas,
  }
}
