import { refusePath } from './armed-refusals.ts'
import {
  bodyText,
  type ClientCall,
  decodedPath,
  hasSucceeded,
  idInBody,
  isCreate,
  isEdit,
  isRead,
  ownPath,
} from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import { armRule, type FaultInjection, type InjectedWorld } from './fault-injection.ts'
import { membersIn } from './json-walk.ts'
import { RIVAL_TEXT } from './rival-writes.ts'
import type { Contrast } from './world-fault.ts'

const refuse = (world: InjectedWorld): undefined => {
  world.mark()
  world.atEnd(armRule(world, { operation: 'publications.create', status: 400, times: 1 }))
}

/** Returns the write that a call continues: the last one to the same publication. */
const firstStep = (call: ClientCall, calls: readonly ClientCall[]): ClientCall | undefined => {
  const earlier = calls.slice(0, calls.indexOf(call))
  const own = earlier.slice(earlier.findLastIndex(({ operation }) => operation === undefined) + 1)
  return own.findLast((other) => !isRead(other) && hasSucceeded(other) && ownPath(other) === ownPath(call))
}

const takesAway = ({ operation, body }: ClientCall): boolean =>
  operation === 'publications.suspend' || membersIn(bodyText(body))['Activa'] === false

/** Returns whether an edit only reactivates: it undoes the first step, and is not a second one. */
const bringsBack = ({ body }: ClientCall): boolean => {
  const { Activa, ...others } = membersIn(bodyText(body))
  return Activa === true && Object.keys(others).length === 0
}

/** Additional kilometres of the other client's car. */
const OTHER_KM = 1_700

/** Lets another client create a different car under the id that the client is about to use. */
const createsFirst = async ({ handler, mark }: InjectedWorld, call: ClientCall): Promise<undefined> => {
  mark()
  const { method, target } = call
  const { Vin, Kilometraje: km, ...members } = membersIn(bodyText(call.body))
  const another = { RefStock: 'DE-OTRO-7', Color: 'Bordó', Descripcion: RIVAL_TEXT }
  // Zero is for new cars.
  const Kilometraje = typeof km === 'number' && km > 0 ? km + OTHER_KM : km
  const body = JSON.stringify({ ...members, ...another, Kilometraje })
  const headers = call.headers.map(([name, value]): [string, string] => [name, value])
  await handler(new Request(`http://playa.localhost${target}`, { method, headers, body }))
}

/** Refuses the create with 403, which most clients report. */
export const forbiddenContrast = ({ exchange }: ClientCall): readonly Contrast[] => {
  const before: FaultInjection['before'] = (world, call) =>
    call.exchange === exchange ? refusePath(403)(world, call) : undefined
  return [{ others: [{ before }] }]
}

/** Returns whether a create is followed directly by the create of another publication. */
const isBeforeAnother = (call: ClientCall, next: ClientCall | undefined): boolean =>
  isCreate(call) && next !== undefined && isCreate(next) && idInBody(next) !== idInBody(call)

/** Faults that refuse one entry of several, or one step. */
export const entryFaults = {
  'entry-refused': {
    means: 'the service permanently refuses one of several creates: 400',
    weakness: 'abandons a batch at one refused entry, or treats it as done',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: isCreate,
    suits: (call, calls) => {
      const beforeAnother = calls.filter((one, at) => isBeforeAnother(one, calls[at + 1]))
      // Only creates in a row show a batch.
      if (beforeAnother.length > 0) return beforeAnother.includes(call)
      return calls.some((other) => isCreate(other) && idInBody(other) !== idInBody(call))
    },
    before: refuse,
    beforeLater: (world, call, met) => {
      if (idInBody(call) === idInBody(met)) refuse(world)
    },
  },
  'id-taken': {
    means: 'another client has created another car under that ExternalId: 409',
    weakness: 'treats a publication of another client as its own',
    rank: 9,
    advises: true,
    harms: true,
    actsOn: (call) => isCreate(call) && hasSucceeded(call),
    contrasts: forbiddenContrast,
    before: createsFirst,
  },
  'second-step-refused': {
    means: 'the service once refuses the request that follows a suspension of the same publication: 409',
    weakness: 'does not undo the first step when the second is refused',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: (call) => isEdit(call) && hasSucceeded(call),
    suits: (call, calls) => {
      const first = firstStep(call, calls)
      return first !== undefined && takesAway(first) && !takesAway(call) && !bringsBack(call)
    },
    before: (world, call) => {
      world.mark()
      world.atEnd(armRule(world, { path: decodedPath(call.target), status: 409, times: 1 }))
      return undefined
    },
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
