import { bodyText, pathOfTarget } from './client-call.ts'
import type { Disturbance } from './disturbance.ts'
import { type JsonMembers, mappedJson } from './json-walk.ts'
import { RIVAL_AMOUNT } from './rival-writes.ts'
import { changedJson } from './world-fault.ts'

/** Members of a publication that a full edit wipes where it leaves them out; the others stay, or have a default. */
const WIPED = ['RefStock', 'Vin', 'Descripcion', 'Precio', 'Adelanto', 'Cuota', 'Locacion'] as const

/**
 * Shows an instalment that somebody else has put in, and accuses a client of a full edit, of a publication or of an
 * agency's settings, that leaves out what was shown.
 */
export const withInstalment = (): Disturbance => {
  const shown = new Map<string, JsonMembers>()
  let channels: readonly string[] = []
  return {
    // A second run begins anew.
    open: () => {
      shown.clear()
      channels = []
    },
    before: (world, { operation, target, body, method }) => {
      const written = method === 'PUT' ? membersOf(bodyText(body)) : {}
      const lost = (names: readonly string[]) => names.filter((name) => isAbsent(written[name]))
      if (operation === 'publications.edit') {
        const id = decodeURIComponent(pathOfTarget(target).split('/').at(-1) ?? '').toLowerCase()
        const before = shown.get(id)
        const names = lost(WIPED.filter((name) => name === 'Cuota' || !isAbsent(before?.[name])))
        if (names.length > 0)
          world.accuse(`it wipes in a full edit what somebody else has put in: ${names.join(', ')}`)
      }
      if (operation === 'notifications.edit') {
        const names = lost(channels)
        if (names.length > 0)
          world.accuse(`it leaves settings out of an edit that somebody else has made: ${names.join(', ')}`)
      }
      return changedJson(world, (value) =>
        mappedJson(value, (members) => {
          if (CHANNEL in members) channels = Object.keys(members).filter((name) => name !== '_links')
          if (!('EstadoActual' in members)) return members
          const changed = members['Cuota'] === null ? { ...members, Cuota: RIVAL_AMOUNT } : members
          shown.set(String(members['ExternalId']).toLowerCase(), changed)
          return changed
        }),
      )
    },
  }
}

const CHANNEL = 'PublicacionConsultadaWebHook'

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const membersOf = (text: string): JsonMembers => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
