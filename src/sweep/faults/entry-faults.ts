import { refuseThere } from './armed-refusals.ts'
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

/**
 * Returns the write by which a client began what a call goes on with: the last one about the same
 * publication.
 */
const firstStep = (call: ClientCall, calls: readonly ClientCall[]): ClientCall | undefined => {
  const earlier = calls.slice(0, calls.indexOf(call))
  const own = earlier.slice(earlier.findLastIndex(({ operation }) => operation === undefined) + 1)
  return own.findLast((other) => !isRead(other) && hasSucceeded(other) && ownPath(other) === ownPath(call))
}

const takesAway = ({ operation, body }: ClientCall): boolean =>
  operation === 'publications.suspend' || membersIn(bodyText(body))['Activa'] === false

/** True for an edit that is about the state alone: it undoes the first step, and is no second one. */
const bringsBack = ({ body }: ClientCall): boolean => {
  const { Activa, ...others } = membersIn(bodyText(body))
  return Activa === true && Object.keys(others).length === 0
}

/** How far another car has gone. */
const OTHER_KM = 1_700

/** Lets another client create another car under the id that the client is about to use. */
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

/** A create that is refused for a reason of which most clients say something: 403. */
export const besideForbidden = ({ exchange }: ClientCall): readonly Contrast[] => {
  const before: FaultInjection['before'] = (world, call) =>
    call.exchange === exchange ? refuseThere(403)(world, call) : undefined
  return [{ others: [{ before }] }]
}

/** True for a create right after which another publication is created. */
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
      // Where several are created in a row, that they are shows.
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
    weakness: 'takes a publication of another client for its own',
    rank: 9,
    advises: true,
    harms: true,
    actsOn: (call) => isCreate(call) && hasSucceeded(call),
    contrasts: besideForbidden,
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
