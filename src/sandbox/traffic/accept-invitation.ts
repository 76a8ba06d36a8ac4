import { ControlError } from '../../api/problems/control-error.ts'
import { invitingApp, withAcceptedInvitation } from '../../model/domain/webhooks/invitation-acceptance.ts'
import { paths } from '../../model/http/paths.ts'
import type { AppAccess } from '../../model/world/agency.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { WorldHandle } from '../simulator/world-registry.ts'
import { requireAgency, requireApp } from '../stories/named-records.ts'

/** The invitation to accept. */
export interface InvitationInput {
  readonly adminMail: string
  /** Absent: the first app for which the agency does not exist yet, else the first. */
  readonly app?: string | undefined
}

/** The accepted invitation. */
export interface InvitationAccepted {
  readonly adminMail: string
  readonly app: string
  readonly href: string
  readonly access: AppAccess
}

/** Accepts an app's invitation on behalf of an agency, also repeatedly. Throws a `ControlError`. */
export const acceptInvitation = (
  simulator: Simulator,
  worldHandle: WorldHandle,
  input: InvitationInput,
  base: string,
): InvitationAccepted => {
  const { world } = worldHandle
  const agency = requireAgency(world, input.adminMail)
  const app = input.app === undefined ? invitingApp(world, agency) : requireApp(world, input.app)
  if (!app) throw new ControlError(409, `World ${worldHandle.name} has no app with an invitation to accept.`)
  const received = withAcceptedInvitation(world, agency, app)
  simulator.change(worldHandle, received.world, received.events, base)
  const href = base + paths.agency(agency.adminMail)
  return { adminMail: agency.adminMail, app: app.name, href, access: received.access }
}
