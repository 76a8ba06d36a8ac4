import { bodyText, type ClientCall, isRead, pathOfTarget } from './client-call.ts'
import type { FaultInjection } from './fault-injection.ts'
import { eachMember, type JsonMembers, jsonMembers, mappedJson, membersIn } from './json-walk.ts'
import { changedJson } from './world-fault.ts'

/** Changes publications (by default those with a price), except members that the client has written. */
export const unwritten = (
  change: (members: JsonMembers) => object,
  isAffected = ({ Precio }: JsonMembers): boolean => Boolean(Precio),
): FaultInjection => {
  const written = new Map<unknown, readonly string[]>()
  return {
    open: () => written.clear(),
    before: (world, call) => {
      if (isReset(call)) written.clear()
      return changedJson(world, (value) =>
        mappedJson(value, (members) => {
          const { EstadoActual, ExternalId } = members
          if (EstadoActual === undefined) return members
          const own = [...(written.get(ExternalId) ?? []), ...writtenBy(call, members)]
          written.set(ExternalId, own)
          return isAffected(members) ? { ...members, ...without(own, change(members)) } : members
        }),
      )
    },
  }
}

/** Returns the members of a publication that a request writes: those in an edit, all in a create. */
const writtenBy = (call: ClientCall, publication: JsonMembers): readonly string[] => {
  if (call.method === 'POST') return Object.keys(publication)
  return isRead(call) ? [] : Object.keys(membersIn(bodyText(call.body)))
}

const without = (names: readonly string[], members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** Returns whether a call is a control call with which a test resets the world. */
export const isReset = ({ operation, target = '' }: ClientCall): boolean =>
  operation === undefined && /\/reset$/.test(pathOfTarget(target))

/** Changes the amounts in all answers, except those of publications that the client has written. */
export const unwrittenAmounts = (change: (value: unknown) => unknown): FaultInjection => {
  const ofPublications = unwritten(
    (members) => jsonMembers(change(members)),
    () => true,
  )
  return {
    ...ofPublications,
    before: async (world, call) => {
      const step = await ofPublications.before?.(world, call)
      if (call.operation === undefined) return undefined
      const further = changedJson(world, (value) => elsewhere(value, change))
      return async (response) => further((await step?.(response)) ?? response)
    },
  }
}

/** Changes the amounts outside publications. */
const elsewhere = (value: unknown, change: (value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((inner) => elsewhere(inner, change))
  if (typeof value !== 'object' || value === null || 'EstadoActual' in value) return value
  return 'Importe' in value ? change(value) : eachMember(value, (inner) => elsewhere(inner, change))
}
