import type { Agency, AppAccess } from '../../world/agency.ts'
import type { DomainEvent } from '../../world/domain-event.ts'
import type { App, World } from '../../world/world.ts'
import { accessOf } from '../access.ts'

export interface AcceptedInvitation {
  readonly world: World
  readonly access: AppAccess
  readonly events: readonly DomainEvent[]
}

/**
 * The agency accepts the app's invitation, of which the topic `agencia-invitacion-aceptada` tells (EVT-01, `events/topics`): from then on it
 * exists for the app (ERR-07), which may write (ERR-08). Inquiries of other kinds are enabled apart from that (INQ-07). An agency that exists for
 * the app already accepts once more: what the app may do stays as it is, and the app is told.
 */
export const withAcceptedInvitation = (world: World, agency: Agency, app: App): AcceptedInvitation => {
  const fact: DomainEvent = { kind: 'invitation-accepted', agency: agency.ordinal, app: app.name }
  const already = accessOf(agency, app)
  if (already) return { world, access: already, events: [fact] }
  const access: AppAccess = { write: true, otherKinds: false }
  const agencies = world.agencies.put({ ...agency, access: { ...agency.access, [app.name]: access } })
  return { world: { ...world, agencies }, access, events: [fact] }
}

/** Whose invitation an agency accepts when nothing else is said: of the first app for which it does not exist yet, else of the first. */
export const invitingApp = (world: World, agency: Agency): App | undefined => {
  const { apps } = world.setting
  return apps.find((app) => !accessOf(agency, app)) ?? apps[0]
}
