import type { Choices } from '../choices.ts'
import type { Writing } from '../faults.ts'
import type { Call } from '../http/call.ts'
import type { Agency, Members, Publication } from '../world.ts'

/** Lets the counts of the package drift after one kind of step, when the choices say so. */
export const countsAgainst = (
  { choices }: Call,
  { agency, members }: Publication,
  step: Choices['packageFault'] | undefined,
): void => {
  if (step === undefined || choices.packageFault !== step || members.Exposicion === null) return
  agency.drift[members.Exposicion] += 1
}

/** Lets a refused edit leave something behind, when the choices say so. */
export const leaveAfterRefusal = ({ choices }: Call, publication: Publication, writing: Writing): void => {
  const fault = choices.refusedLeaves
  if (fault === null || fault.on !== writing || publication.phase === 'archived') return
  if (fault.leaves === 'member') publication.members = { ...publication.members, RefStock: 'RESTO' }
  if (fault.leaves === 'tag') publication.revision += 1
  if (fault.leaves === 'state') publication.phase = publication.phase === 'active' ? 'suspended' : 'active'
  if (fault.leaves === 'count') publication.agency.drift[publication.members.Exposicion ?? 'Baja'] += 1
}

/** Lets a refused creation leave a place taken or a listing behind, when the choices say so. */
export const leaveAfterRefusedCreate = ({ choices, world, body, app }: Call, agency: Agency): void => {
  const fault = choices.refusedLeaves
  if (fault === null || fault.on !== 'create') return
  if (fault.leaves === 'count') agency.drift.Baja += 1
  const model = [...world.publications.values()][0]
  if (fault.leaves !== 'entry' || model === undefined || body.kind !== 'value') return
  const sent = body.value as Partial<Members>
  // What it leaves has a key, whatever else was refused.
  if (typeof (sent.ExternalId ?? '') !== 'string') return
  const members = { ...model.members, ...sent }
  const serial = world.nextNumber()
  world.publications.set(serial, { ...model, serial, agency, app, members, phase: 'active', revision: 1 })
}
