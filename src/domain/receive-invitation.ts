import { accessOf } from './access.ts'
import type { Access, Agency } from './agency.ts'
import type { Fact } from './fact.ts'
import type { App, World } from './world.ts'

export interface AcceptedInvitation {
  readonly world: World
  readonly access: Access
  readonly facts: readonly Fact[]
}

/** The agency exists for the app already, so there is no invitation left to accept. */
export interface AlreadyAccepted {
  readonly already: Access
}

/**
 * The agency accepts the app's invitation, of which the topic `agencia-invitacion-aceptada` tells (EVT-01, `events/topics`): from then on it
 * exists for the app (ERR-07), which may write (ERR-08). Inquiries of other kinds are enabled apart from that (INQ-07).
 */
export const receiveInvitation = (world: World, agency: Agency, app: App): AcceptedInvitation | AlreadyAccepted => {
  const already = accessOf(agency, app)
  if (already) return { already }
  const access: Access = { write: true, otherKinds: false }
  const agencies = world.agencies.put({ ...agency, access: { ...agency.access, [app.name]: access } })
  return {
    world: { ...world, agencies },
    access,
    facts: [{ kind: 'invitation-accepted', agency: agency.ordinal, app: app.name }],
  }
}
