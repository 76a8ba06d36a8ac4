import { agencyOf, requireWriter, targetOf } from '../agencies/access.ts'
import type { Writing } from '../faults.ts'
import { type Answer, Findings, Refusal, refuse, refuseValues } from '../http/answers.ts'
import { bodyOf, refuseBody } from '../http/body.ts'
import { membersOf, type Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'
import { otherThan, pause } from '../http/document-changes.ts'
import { checkTag } from '../http/tags.ts'
import { notify } from '../webhooks/deliveries.ts'
import type { Draft, Members, Phase, Publication } from '../world.ts'
import { takenLevel } from './create.ts'
import { edited } from './edit.ts'
import { countsAgainst, leaveAfterRefusal } from './refused-writes.ts'
import { inOldCurrency, PARTIAL_EDIT } from './rules.ts'
import { shown } from './view.ts'

type Step = (call: Call, publication: Publication) => Draft

const change =
  (writing: Writing, step: Step) =>
  async (call: Call): Promise<Answer> => {
    const { choices } = call
    const agency = agencyOf(call, writing, true)
    if (!choices.forbiddenLate) requireWriter(call)
    const publication = targetOf(call, agency, writing)
    try {
      if (choices.bodyBeforeTag && publication.phase !== 'archived') step(call, publication)
      const verdict = checkTag(call, publication, writing)
      refuseArchived(call, publication, writing)
      const draft = step(call, publication)
      if (choices.forbiddenLate) requireWriter(call)
      if (choices.races.includes(writing)) await pause(40)
      commit(call, publication, draft, writing)
      if (verdict === 'late') refuse(call, 412, 'El aviso cambió desde entonces.')
    } catch (error) {
      if (error instanceof Refusal) leaveAfterRefusal(call, publication, writing)
      throw error
    }
    return shown(call, publication, writing)
  }

const refuseArchived = (call: Call, { phase }: Publication, writing: Writing): void => {
  const isRepeated = call.choices.archivedAgain === 200 && writing === 'archivar'
  if (phase !== 'archived' || isRepeated) return
  const { archivedFault: fault, archivedWrite: status, conflictKey } = call.choices
  const isLet =
    (fault === 'edits' && writing === 'patch') ||
    (fault === 'reactivates' && (writing === 'put' || writing === 'patch')) ||
    (fault === 'suspends' && writing === 'suspender')
  if (isLet) return
  const detail = 'Un aviso retirado ya no cambia.'
  if (status === 403 || status === 412) refuse(call, status, detail)
  refuseValues(call, status, { [conflictKey]: [detail] })
}

const commit = (call: Call, publication: Publication, draft: Draft, writing: Writing): void => {
  const { choices, world } = call
  const before = JSON.stringify([publication.members, publication.phase])
  const phase = publication.phase
  const side = choices.editChangesToo
  const also = side?.on === writing ? { [side.member]: otherThan(draft.members[side.member as 'Color']) } : {}
  publication.members = { ...draft.members, ...also }
  publication.phase = draft.phase
  const isChanged = JSON.stringify([publication.members, publication.phase]) !== before
  if (!isChanged && !choices.tagOnEveryWrite) return
  if (!(choices.tagFault === 'stalePatch' && writing === 'patch')) publication.revision += 1
  if (choices.tagFault === 'others')
    for (const other of world.publications.values()) if (other !== publication) other.revision += 1
  countsAgainst(call, publication, stepOf(phase, draft.phase, writing))
  notify(call, publication)
}

const stepOf = (from: Phase, into: Phase, writing: Writing) => {
  if (from === 'active' && into === 'suspended') return 'suspend'
  if (from === 'suspended' && into === 'archived') return 'archiveSuspended'
  if (from === 'active' && into === 'archived') return 'archive'
  if (from !== 'suspended' || into !== 'active') return undefined
  return writing === 'put' ? 'reactivatePut' : 'reactivatePatch'
}

/** Gives the level of a listing that goes to `phase`: a place is taken when it becomes active. */
const settled = (call: Call, publication: Publication, draft: Draft): Draft => {
  const wanted = draft.members.Exposicion
  const needsPlace = draft.phase === 'active' || call.choices.suspendedCounts
  const isKept = publication.phase === draft.phase && wanted === publication.members.Exposicion
  if (!needsPlace || isKept) return draft
  const Exposicion = takenLevel(call, publication.agency, wanted, publication)
  return { ...draft, members: { ...draft.members, Exposicion } }
}

/** Edits a listing in full: PUT. */
export const replacePublication = change('put', (call, publication) =>
  settled(call, publication, edited(call, publication)),
)

/** Edits amounts and state: PATCH. */
export const patchPublication = change('patch', (call, publication) => {
  const { choices } = call
  const body = bodyOf(call)
  const findings = new Findings(call)
  const values = membersOf(
    call,
    choices.uneditable === 'refused' ? body : known(call, body),
    PARTIAL_EDIT,
    findings,
  )
  if (choices.uneditable === 'refused')
    for (const name of Object.keys(body))
      if (!(name in PARTIAL_EDIT)) findings.add(name, 'No se modifica por aquí.')
  if (choices.patchEmpty === 400 && Object.keys(values).length === 0)
    findings.add('_', 'No hay nada que cambiar.')
  findings.settle()
  return settled(call, publication, {
    members: { ...publication.members, ...amountsOf(call, values, publication.members) },
    phase: phaseOf(call, publication.phase, values),
  })
})

const known = ({ choices }: Call, body: Values): Values =>
  choices.unknownMembers === 'refused'
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => name in PARTIAL_EDIT))

const amountsOf = ({ choices }: Call, values: Values, members: Members): Partial<Members> =>
  Object.fromEntries(
    (['Precio', 'Adelanto', 'Cuota'] as const)
      .filter((name) => values[name] !== undefined && !choices.patchIgnores.includes(name))
      .filter((name) => values[name] !== null || choices.patchNullAmounts === 'cleared')
      .map((name) => [
        name,
        inOldCurrency(choices.ignoresCurrency, values[name] as Members['Precio'], members[name]),
      ]),
  )

const phaseOf = ({ choices }: Call, phase: Phase, { Activa }: Values): Phase => {
  if (Activa === null && choices.activaFault === 'patchNull')
    return phase === 'active' ? 'suspended' : 'active'
  if (phase === 'archived' && choices.archivedFault !== 'reactivates') return phase
  if (typeof Activa !== 'boolean' || choices.patchIgnores.includes('Activa')) return phase
  if (Activa && choices.activaFault === 'patchTrue') return phase
  return Activa ? 'active' : 'suspended'
}

/** Suspends a listing: PATCH .../suspender. */
export const suspendPublication = change('suspender', (call, { members, phase }) => {
  refuseBody(call)
  const { suspendWhen, suspendRefused, suspendTwice, conflictKey } = call.choices
  const refused = (status: number, detail: string): never =>
    status === 403 ? refuse(call, 403, detail) : refuseValues(call, status, { [conflictKey]: [detail] })
  if (phase === 'suspended' && suspendTwice !== 200) refused(suspendTwice, 'Ya estaba en pausa.')
  const isBarred = suspendWhen === 'never' || (suspendWhen === 'notHigh' && members.Exposicion === 'Alta')
  if (isBarred && phase === 'active') refused(suspendRefused, 'Las condiciones del contrato no lo permiten.')
  return { members, phase: 'suspended' }
})

/** Archives a listing for good: PATCH .../archivar. */
export const archivePublication = change('archivar', (call, { members, phase }) => {
  refuseBody(call)
  const isKept = call.choices.archivedFault === 'unfinished' && phase === 'suspended'
  return { members, phase: isKept ? phase : 'archived' }
})
