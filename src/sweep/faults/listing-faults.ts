import type { FaultInjection } from './fault-injection.ts'
import { type JsonMembers, jsonMembers } from './json-walk.ts'
import { unwritten } from './unwritten.ts'
import { advice, type WorldFault } from './world-fault.ts'

/** A text that breaks CSV, pages and tables into which a client puts it unescaped. */
const ODD_TEXT =
  'Uno; "dos", tres | cuatro\t<b>5</b> & 6\n7</td></tr></li></p></article><article><p><li><tr><td>8'

/** Changes publications, except members that the client has written. */
const listed = (change: (members: JsonMembers) => object): FaultInjection =>
  unwritten(change, ({ OperadorResponsable }) => OperadorResponsable !== undefined)

const described = (text: string): FaultInjection =>
  listed(({ Descripcion }) => ({ Descripcion: Descripcion && text }))

const dearer = (by: number): FaultInjection =>
  listed(({ Precio }) => {
    const price = jsonMembers(Precio)
    return { Precio: Precio && { ...price, Importe: Number(price['Importe']) + by } }
  })

/** Faults of a whole run that change texts and amounts of publications that a client exports or shows. */
export const listingFaults = {
  'odd-descriptions': {
    ...advice,
    harms: true,
    means: 'descriptions of publications have line breaks, separators and markup',
    weakness: 'puts the description of a publication into another format without escaping it',
    // A test may expect the description of a certain publication.
    injection: () => described('Otro texto de la agencia.'),
    contrasts: () => [{ others: [described(ODD_TEXT)] }],
  },
  'prices-with-cents': {
    ...advice,
    harms: true,
    means: 'prices of publications have cents',
    weakness: 'cuts off the cents of a price, or does not expect any',
    // As above.
    injection: () => dearer(50_000),
    contrasts: () => [{ others: [dearer(50_000.75)] }],
  },
} as const satisfies Readonly<Record<string, WorldFault>>
