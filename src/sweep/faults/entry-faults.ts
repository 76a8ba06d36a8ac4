import { bodyText, type ClientCall } from './client-call.ts'
import type { ExchangeFault } from './exchange-fault.ts'
import { armRule, type InjectedWorld } from './fault-injection.ts'
import { membersIn } from './json-walk.ts'

/** Returns the id under which a create makes a publication; ids differ by more than the case of letters (PUB-02). */
const idOf = ({ body }: ClientCall): string =>
  String(membersIn(bodyText(body))['ExternalId'] ?? '').toLowerCase()

const isCreate = ({ operation }: ClientCall): boolean => operation === 'publications.create'

const refuse = (world: InjectedWorld): undefined => {
  world.mark()
  world.atEnd(armRule(world, { operation: 'publications.create', status: 400, times: 1 }))
}

/** Faults that refuse one entry of several. */
export const entryFaults = {
  'entry-refused': {
    means: 'one of several creates is refused for good: 400',
    weakness: 'ends a batch at one entry that is refused, or takes it for done',
    rank: 9,
    advises: true,
    harms: true,
    perOperation: true,
    actsOn: isCreate,
    suits: (call, calls) => calls.some((other) => isCreate(other) && idOf(other) !== idOf(call)),
    before: refuse,
    beforeLater: (world, call, met) => {
      if (idOf(call) === idOf(met)) refuse(world)
    },
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>
