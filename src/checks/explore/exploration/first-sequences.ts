import type { Members } from '../../../../contracts/rules/expectations.ts'
import { PLAIN_MEMBERS, PUBLICATION_MEMBERS } from '../../../api/wire/publication-members.ts'
import { wrongValues } from '../../../kit/sample/member-values.ts'
import { vinFor } from '../../../kit/sample/vin.ts'
import type { AcceptWord, RequestSequence, SequenceCommand } from './sequence-command.ts'
import type { ServiceFacts } from './service-facts.ts'

/**
 * Sequences that cover much with few requests. They are sent first, because an exploration may have little
 * time; their findings are shrunk.
 */

const FULL: readonly AcceptWord[] = ['json', 'entry', 'text']

/**
 * Full edits of one publication, each of one member, to see kept members, refusals and tags.
 */
const edits = (facts: ServiceFacts): RequestSequence => {
  const { collaborator, hasUsedCar, phones, photos, place, year } = facts
  const isUsed = hasUsedCar ? { isUsed: true as const } : {}
  const changed: readonly Members[] = [
    {},
    { RefStock: 'WALK-1' },
    { Color: 'Verde' },
    { Descripcion: 'Otra, con señas.' },
    { Vin: vinFor(`first ${facts.agency}`) },
    { VersionYear: year - 3 },
    ...(hasUsedCar ? [{ Kilometraje: 90_001 }, { AplicaCertificadoGarantiaUsado: true }] : []),
    { Precio: facts.amount(21_234_567) },
    { Adelanto: facts.amount(2_345_678) },
    { Cuota: facts.amount(345_678) },
    ...(photos.length > 1 ? [{ Fotos: photos.slice(0, 1) }] : []),
    ...(place ? [{ Locacion: { ...place, Direccion: 'Calle de la Prueba 123' } }] : []),
    ...(collaborator ? [{ OperadorResponsable: collaborator.mail, Telefono: null }] : []),
    ...phones.slice(-1).map((Telefono) => ({ Telefono, OperadorResponsable: facts.agency })),
    { Marca: 'Otra', Modelo: 'Otro', Version: 'Otra', Transmision: 'A', Propulsion: 'Otra' },
  ]
  const refused: readonly Members[] = [
    ...PLAIN_MEMBERS.map((name) => ({ [name]: wrongValues(PUBLICATION_MEMBERS[name].create)[0] })),
    { Vin: vinFor('first').slice(1) },
    ...phones.slice(0, 1).map((phone) => ({ Telefono: phone.slice(0, -2) })),
  ]
  const read: SequenceCommand = { do: 'read', slot: 0 }
  return {
    commands: [
      { do: 'create', slot: 0, ...isUsed, members: { RefStock: 'WALK-0', Cuota: facts.amount(345_679) } },
      read,
      ...changed.map(
        (members, at): SequenceCommand => ({
          do: 'edit',
          slot: 0,
          ...isUsed,
          members,
          accept: FULL[at % FULL.length] ?? 'json',
        }),
      ),
      ...refused.map((members): SequenceCommand => ({ do: 'edit', slot: 0, ...isUsed, members })),
      read,
      { ...read, accept: 'ref' },
      { ...read, ifNoneMatch: 'current' },
      { ...read, ifNoneMatch: 'stale' },
    ],
  }
}

/** One lifecycle of a publication, from create to archive, with counts and refusals between its steps. */
const lifecycle = (facts: ServiceFacts): RequestSequence => {
  const slot = 0
  const read: SequenceCommand = { do: 'read', slot }
  const counted: SequenceCommand = { do: 'package' }
  const amend = (members: Members, more: object = {}): SequenceCommand => ({
    do: 'amend',
    slot,
    members,
    ...more,
  })
  const price = (importe: number) => ({ Precio: facts.amount(importe) })
  return {
    commands: [
      counted,
      { do: 'create', slot, members: { Activa: true } },
      counted,
      read,
      amend(price(20_111_222)),
      { ...read, accept: 'ref' },
      amend(price(20_333_444), { tag: 'stale' }),
      { do: 'edit', slot, members: { RefStock: 'WALK-S' }, tag: 'stale' },
      { do: 'suspend', slot, tag: 'stale' },
      { do: 'archive', slot, tag: 'foreign' },
      read,
      amend({ Precio: 'barato' }),
      { do: 'create', slot: 1, idOf: 0 },
      { do: 'create', slot: 1, members: { ExternalId: null, Color: '' }, accept: 'ref' },
      amend({ Activa: false }),
      counted,
      { ...read, accept: 'text' },
      amend({ Adelanto: facts.amount(2_111_222), Activa: null }),
      amend({ Activa: true }),
      counted,
      { do: 'suspend', slot, accept: 'entry' },
      counted,
      read,
      { do: 'edit', slot, members: { Activa: true } },
      amend({ Cuota: facts.amount(211_222) }, { accept: 'ref' }),
      { do: 'list' },
      { do: 'archive', slot },
      counted,
      read,
      amend(price(20_555_666), { accept: 'text' }),
      { do: 'edit', slot, members: { Activa: true } },
      read,
    ],
  }
}

/** Each write and read in the ref form. */
const refs = (facts: ServiceFacts): RequestSequence => {
  const on = { slot: 0, accept: 'ref' } as const
  return {
    commands: [
      { do: 'create', ...on },
      { do: 'read', ...on },
      { do: 'read', ...on, ifNoneMatch: 'current' },
      { do: 'amend', ...on, members: { Precio: facts.amount(20_777_888) } },
      { do: 'edit', ...on, members: { Color: 'Verde' } },
      { do: 'read', slot: 0 },
      { do: 'suspend', ...on },
      { do: 'archive', ...on },
      { do: 'read', ...on },
    ],
  }
}

/** Returns the sequences that come first. */
export const firstSequences = (facts: ServiceFacts): readonly RequestSequence[] => [
  edits(facts),
  lifecycle(facts),
  refs(facts),
]
