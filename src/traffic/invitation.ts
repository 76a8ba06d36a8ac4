import type { Access } from '../world/agency.ts'
import { appThatInvites, receiveInvitation } from '../domain/webhooks/receive-invitation.ts'
import { paths } from '../http/paths.ts'
import { ControlError } from '../problems/control-error.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import type { Held } from '../simulator/world-registry.ts'
import { needAgency, needApp } from './named-records.ts'

export interface SaidOfInvitation {
  readonly adminMail: string
  /** Absent: the first app for which the agency does not exist yet, else the first. */
  readonly app?: string | undefined
}

export interface Accepted {
  readonly adminMail: string
  readonly app: string
  readonly href: string
  readonly access: Access
}

/** The agency accepts an app's invitation, for the first time or once more. Throws a `ControlError`. */
export const acceptInvitation = (sandbox: Sandbox, held: Held, said: SaidOfInvitation, base: string): Accepted => {
  const { world } = held
  const agency = needAgency(world, said.adminMail)
  const app = said.app === undefined ? appThatInvites(world, agency) : needApp(world, said.app)
  if (!app) throw new ControlError(409, `World ${held.name} has no app whose invitation could be accepted.`)
  const received = receiveInvitation(world, agency, app)
  sandbox.change(held, received.world, received.facts, base)
  const href = base + paths.agency(agency.adminMail)
  return { adminMail: agency.adminMail, app: app.name, href, access: received.access }
}
