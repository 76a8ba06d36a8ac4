import { zoneOf } from '../world/agency.ts'
import { receiveVisits } from '../domain/inquiries/receive-visits.ts'
import { day } from '../calendar/date-time.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import type { Held } from '../simulator/world-registry.ts'
import { hidden, needAgency, needPublication } from './named-records.ts'

export interface SaidOfViews {
  readonly adminMail?: string | undefined
  readonly externalid: string
  readonly count: number
}

export interface Viewed {
  readonly adminMail: string
  readonly externalid: string
  readonly fecha: string
  readonly visitas: number
}

/** A listing is viewed today. Throws a `ControlError`, with 409 for a publication that is not shown (PUB-32). */
export const receiveViews = (sandbox: Sandbox, held: Held, said: SaidOfViews, base: string): Viewed => {
  const { world } = held
  const agency = needAgency(world, said.adminMail)
  const publication = needPublication(world, agency, said.externalid)
  const nowMs = sandbox.nowOf(held)
  const received = receiveVisits(world, { agency, publication, count: said.count, nowMs })
  if ('notShown' in received) throw hidden(received, publication.ExternalId, 'is not viewed')
  sandbox.change(held, received.world, [], base)
  const { ExternalId: externalid, Visitas: visitas } = received.visit
  return { adminMail: agency.adminMail, externalid, fecha: day(nowMs, zoneOf(world.setting.profile, agency)), visitas }
}
