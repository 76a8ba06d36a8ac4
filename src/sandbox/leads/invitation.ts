import { accessOf } from '../../domain/access.ts'
import type { Access } from '../../domain/agency.ts'
import { receiveInvitation } from '../../domain/receive-invitation.ts'
import { paths } from '../../http/paths.ts'
import { ControlError } from '../control/problem.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Held } from '../worlds.ts'
import { needAgency, needApp } from './named.ts'

export interface SaidOfInvitation {
  readonly adminMail: string
  /** Absent: the first app for which the agency does not exist yet. */
  readonly app?: string | undefined
}

export interface Accepted {
  readonly adminMail: string
  readonly app: string
  readonly href: string
  readonly access: Access
}

/** The agency accepts an app's invitation. Throws a `ControlError`, with 409 when it exists for the app already. */
export const acceptInvitation = (sandbox: Sandbox, held: Held, said: SaidOfInvitation, base: string): Accepted => {
  const { world } = held
  const agency = needAgency(world, said.adminMail)
  const { apps } = world.setting
  const app = said.app === undefined ? apps.find((one) => !accessOf(agency, one)) : needApp(world, said.app)
  const received = app && receiveInvitation(world, agency, app)
  if (!received || 'already' in received) {
    const who = app ? `app ${app.name}` : `every app of this world (${apps.map(({ name }) => name).join(', ')})`
    throw new ControlError(409, `Agency ${agency.adminMail} exists for ${who} already, so nothing is left to accept.`)
  }
  sandbox.change(held, received.world, received.facts, base)
  const href = base + paths.agency(agency.adminMail)
  return { adminMail: agency.adminMail, app: app.name, href, access: received.access }
}
