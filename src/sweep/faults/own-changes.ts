import { idInBody, idInPath, isCreate } from './client-call.ts'
import type { FaultInjection } from './fault-injection.ts'
import { type JsonMembers, jsonMembers, mappedJson } from './json-walk.ts'
import { advice, changedJson, type WorldFault } from './world-fault.ts'

/** Changes the price of a publication, if it has one. */
const priced = ({ Precio }: JsonMembers, change: (price: JsonMembers) => object): object =>
  Precio ? { Precio: { ...Precio, ...change(jsonMembers(Precio)) } } : {}

/** Changes of one member each. Nearly every client notices the first. */
const CHANGES: readonly (readonly [member: string, change: (members: JsonMembers) => object])[] = [
  [
    'Precio.Importe',
    (members) => priced(members, ({ Importe }) => ({ Importe: Math.round(Number(Importe) * 1.2) })),
  ],
  [
    'Precio.Importe by cents',
    (members) => priced(members, ({ Importe }) => ({ Importe: Number(Importe) + 0.5 })),
  ],
  [
    'Precio.Moneda',
    (members) => priced(members, ({ Moneda }) => ({ Moneda: Moneda === 'ARS' ? 'USD' : 'ARS' })),
  ],
  ['Kilometraje', ({ Kilometraje }) => ({ Kilometraje: Number(Kilometraje) + 500 })],
  ['Color', () => ({ Color: 'Bordó' })],
  ['Descripcion', () => ({ Descripcion: 'Lo escribió otra persona.' })],
  ['RefStock', () => ({ RefStock: 'DE-OTRO-7' })],
]

/** Changes one member of publications that the client created, until it writes them again. */
const ownChanged = ([member, change]: (typeof CHANGES)[number]): FaultInjection => {
  const own = new Set<string>()
  return {
    changes: member,
    open: () => own.clear(),
    before: (world, call) => {
      const { operation, method } = call
      if (operation === undefined) return undefined
      if (method === 'GET')
        return changedJson(world, (value) =>
          mappedJson(value, (members) =>
            'OperadorResponsable' in members && own.has(String(members['ExternalId']).toLowerCase())
              ? { ...members, ...change(members) }
              : members,
          ),
        )
      return (response) => {
        if (response.ok && isCreate(call)) own.add(idInBody(call))
        else if (response.ok) own.delete(idInPath(call))
        return response
      }
    },
  }
}

const [MOST_SEEN, ...OTHERS] = CHANGES

/** Approximate value of a dollar in pesos. */
const RATE = 1_000
const CENTS = 0.37

/** Returns a price of about the same value in another currency. */
const inOtherCurrency = ({ Moneda, Importe }: JsonMembers): object => ({
  Moneda: Moneda === 'ARS' ? 'USD' : 'ARS',
  Importe: Math.round(Number(Importe) * (Moneda === 'ARS' ? 1 / RATE : RATE)),
})

const withCents = ({ Importe }: JsonMembers): object => ({ Importe: Math.floor(Number(Importe)) + CENTS })

/** Name of the fault that changes one member at a time of what the client created. */
export const CHANGED_OWN = 'changed-own'

/** Faults of a whole run that change what the client created. */
export const ownChangeFaults = {
  [CHANGED_OWN]: {
    ...advice,
    replays: false,
    harms: true,
    means: 'another client has changed one member of a publication that the client created',
    weakness: 'does not notice some changes that other clients make to what it writes',
    injection: () => (MOST_SEEN ? ownChanged(MOST_SEEN) : {}),
    contrasts: () => [{ others: OTHERS.map(ownChanged), isWhole: true }],
  },
  'own-prices': {
    ...advice,
    replays: false,
    harms: true,
    means: 'prices of publications that the client created are in another currency',
    weakness: 'computes without looking at the currency',
    injection: () => ownChanged(['Precio', (members) => priced(members, inOtherCurrency)]),
  },
  'own-cents': {
    ...advice,
    replays: false,
    harms: true,
    means: 'prices of publications that the client created have cents',
    weakness: 'computes amounts without rounding, or cuts cents off',
    injection: () => ownChanged(['Precio', (members) => priced(members, withCents)]),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
