import { bodyText, type ClientCall, isEdit, isRead, targetKey } from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import type { InjectedWorld } from './fault-injection.ts'
import { membersIn } from './json-walk.ts'
import { RIVAL_TEXT_AGAIN, rivalWrites } from './rival-writes.ts'

/**
 * Returns the edit for which the client reads a publication; undefined if it next does something else, reads
 * it again, or changes only the state.
 */
const editAfter = (read: ClientCall, calls: readonly ClientCall[]): ClientCall | undefined => {
  const later = calls.slice(calls.indexOf(read) + 1)
  const end = later.findIndex(({ operation }) => operation === undefined)
  const next = (end < 0 ? later : later.slice(0, end)).find((call) => targetKey(call) === targetKey(read))
  return next?.operation === 'publications.edit' || (next && namesActive(next)) ? next : undefined
}

/** Returns whether a call is an edit that sets the state along with other members. */
export const namesActive = (call: ClientCall): boolean => {
  if (!isEdit(call)) return false
  const { Activa, ...others } = membersIn(bodyText(call.body))
  return Activa === true && Object.keys(others).length > 0
}

const isShownActive = ({ response }: ClientCall): boolean =>
  membersIn(response?.body ?? '')['EstadoActual'] === 'Activa'

/** Returns whether a publication is active after an edit. */
const activates = ({ body }: ClientCall): boolean => membersIn(bodyText(body))['Activa'] !== false

/** What another client writes to `Precio` before the client reads it, and again before it writes. */
const FORMER_AMOUNT = { Moneda: 'ARS', Importe: 18_750_000 }
const LATER_AMOUNT = { Moneda: 'ARS', Importe: 19_250_000 }

const rivalWritesAt =
  (further: Parameters<typeof rivalWrites>[2] = {}) =>
  (world: InjectedWorld, call: ClientCall): undefined =>
    // The other client acts as if this read were the write.
    rivalWrites(world, { ...call, method: 'PUT' }, further)

/** Faults in which another client changes a publication right before the client reads it for an edit. */
export const beforeReadFaults = {
  'changed-before-read': {
    means: 'another client changes the publication right before the client reads the tag for a full edit',
    weakness: 'writes back with a new tag what it had read earlier',
    rank: 2,
    harms: true,
    actsOn: ({ operation }) => operation === 'publications.read',
    suits: (call, calls) => {
      const edit = editAfter(call, calls)
      const isReadBefore = (other: ClientCall) => isRead(other) && targetKey(other) === targetKey(call)
      return (
        edit?.operation === 'publications.edit' &&
        bodyText(edit.body).includes('"Descripcion"') &&
        calls.slice(0, calls.indexOf(call)).some(isReadBefore)
      )
    },
    before: rivalWritesAt(),
  },
  'changed-twice': {
    means: 'another client changes a publication right before it is read for a full edit, and after that',
    weakness: 'takes the new tag after 412, and writes the values that it had read before',
    rank: 2,
    harms: true,
    actsOn: ({ operation }) => operation === 'publications.read',
    suits: (call, calls) => {
      const isAffected = (other: ClientCall) =>
        other.operation === 'publications.read' && editAfter(other, calls)?.operation === 'publications.edit'
      return calls.find(isAffected) === call
    },
    after: (call, calls) => `stale-tag@${editAfter(call, calls)?.exchange}`,
    before: (world, call) => {
      rivalWritesAt({ Precio: FORMER_AMOUNT })(world, call)
      return (response) => {
        rivalWritesAt({ Descripcion: RIVAL_TEXT_AGAIN, Precio: LATER_AMOUNT })(world, call)
        return response
      }
    },
  },
  'suspended-before-read': {
    means: 'another client suspends the publication right before the client reads it for an edit',
    weakness: 'activates a publication that it has just read as suspended',
    rank: 9,
    advises: true,
    harms: true,
    after: (call, calls) => `suspended@${editAfter(call, calls)?.exchange}`,
    actsOn: ({ operation }) => operation === 'publications.read',
    suits: (call, calls) => {
      const edit = editAfter(call, calls)
      return edit !== undefined && isShownActive(call) && activates(edit)
    },
    before: rivalWritesAt({ condition: 'suspended' }),
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
