import type { Agency, AppAccess } from '../../world/agency.ts'
import type { DomainEvent } from '../../world/domain-event.ts'
import type { App, World } from '../../world/world.ts'
import { accessOf } from '../access.ts'

/** The world after an agency accepted an invitation. */
export interface AcceptedInvitation {
  readonly world: World
  readonly access: AppAccess
  readonly events: readonly DomainEvent[]
}

/**
 * Accepts the app's invitation for an agency, which then exists for the app (ERR-07) with write access
 * (ERR-08). The event notifies the topic `agencia-invitacion-aceptada` (EVT-01, `events/topics`). Inquiries
 * of other kinds need a separate permission (INQ-07). When the agency already exists for the app, its access
 * stays and only the event repeats.
 */
export const withAcceptedInvitation = (world: World, agency: Agency, app: App): AcceptedInvitation => {
  const event: DomainEvent = { kind: 'invitation-accepted', agency: agency.ordinal, app: app.name }
  const already = accessOf(agency, app)
  if (already) return { world, access: already, events: [event] }
  const access: AppAccess = { write: true, otherKinds: false }
  const agencies = world.agencies.put({ ...agency, access: { ...agency.access, [app.name]: access } })
  return { world: { ...world, agencies }, access, events: [event] }
}

/** Returns the default inviting app: the first one for which the agency does not exist, else the first. */
export const invitingApp = (world: World, agency: Agency): App | undefined => {
  const { apps } = world.setting
  return apps.find((app) => !accessOf(agency, app)) ?? apps[0]
}
