import { UNKNOWN_VERSION } from '../../../../contracts/publications/create-attempt.ts'
import type { Members } from '../../../../contracts/rules/expectations.ts'
import { LEVELS } from '../../../api/wire/exposure-level.ts'
import { limits } from '../../../api/wire/limits.ts'
import { membersSent } from '../../../api/wire/publication-members.ts'
import { textOfLength, wrongValues } from '../../../kit/sample/member-values.ts'
import { vinFor } from '../../../kit/sample/vin.ts'
import type { AcceptWord, RequestSequence, SequenceCommand } from './sequence-command.ts'
import type { ServiceFacts } from './service-facts.ts'

/**
 * Sequences that send every member of a publication with every kind of value: usual, at a bound, beyond it.
 */

const FORMS: readonly AcceptWord[] = ['json', 'ref', 'entry', 'text']

/** Values that both a create and a full edit accept. */
const sharedValues = (facts: ServiceFacts): readonly Members[] => [
  ...Object.entries(membersSent('put')).flatMap(([name, type]) =>
    wrongValues(type).map((value) => ({ [name]: value })),
  ),
  { RefStock: textOfLength(limits.refStock.max) },
  { Descripcion: textOfLength(limits.descripcion.max) },
  { Descripcion: `${'Con señas, eñes y más letras. '.repeat(48)}fin` },
  { Descripcion: 'Un auto \u{1F697} con emblema' },
  {
    RefStock: `A  b&<c>"d'%41+e`,
    Descripcion: `Dos  espacios, <b>negrita</b> &amp; "comillas", 'simples', %41 + \\ y\nuna línea más`,
    Color: 'Gris  "plata" & <humo>',
  },
  { RefStock: 'ñ'.repeat(limits.refStock.max), Color: 'ñ'.repeat(limits.color.max) },
  { Color: 'X' },
  { Color: textOfLength(limits.color.max) },
  { Color: `Verde${'e'.repeat(limits.color.max)}` },
  { Vin: `${vinFor('walk').slice(0, 10)}Q${vinFor('walk').slice(11)}` },
  { Vin: `${vinFor('line')}\n` },
  { Vin: '9BWIOQ377VT004251' },
  { Vin: `${vinFor('walk').slice(0, 3)}-${vinFor('walk').slice(4)}` },
  { Exposicion: 'Mala' },
  {
    DatosTecnicosCustom: Array.from(
      { length: limits.datosTecnicosCustom.max + 1 },
      (_, i) => facts.item?.(`Fila ${i}`) ?? `${i}`,
    ),
  },
  { Precio: facts.amount(21_234_567), Adelanto: facts.amount(2_345_678), Cuota: facts.amount(345_678) },
  {
    Precio: facts.foreignAmount(21_345),
    Adelanto: facts.foreignAmount(2_134),
    Cuota: facts.foreignAmount(213),
  },
  { Precio: facts.amount(21_000_000), Adelanto: facts.foreignAmount(2_134) },
  { Adelanto: null, Cuota: null },
  ...(facts.place ? [{ Locacion: { ...facts.place, Direccion: 'Calle de la Prueba 123' } }] : []),
  ...(facts.region ? [{ Locacion: { Region: facts.region.iso } }] : []),
  ...facts.phones.slice(-1).map((Telefono) => ({ Telefono, OperadorResponsable: null })),
  { Telefono: null },
  { OperadorResponsable: 'nadie@playa.invalid' },
  { OperadorResponsable: '@zzyzx.x'.padStart(limits.operadorResponsable.max + 1, 'x') },
  ...(facts.collaborator ? [{ OperadorResponsable: facts.collaborator.mail, Telefono: null }] : []),
]

/** The letters of a VIN that others do not have, five at a time. */
const VIN_LETTERS = ['CDEFG', 'JKLMN', 'PRSUV', 'XYZ89']

const createValues = (facts: ServiceFacts): readonly Members[] => [
  ...sharedValues(facts),
  ...VIN_LETTERS.map((letters) => ({ Vin: vinFor(`letters ${facts.run}`, letters) })),
  { Marca: '' },
  { Modelo: '' },
  { Version: UNKNOWN_VERSION.Version },
  { Version: `Zzyzx ${'Xq'.repeat(22)}` },
  { Version: `Zzyzx ${'Xq'.repeat(22)}X` },
  ...['Automática', 'Manual', 'A', 'M'].map((Transmision) => ({ ...UNKNOWN_VERSION, Transmision })),
  ...(facts.item
    ? [1, limits.datosTecnicosCustom.max].map((length) => ({
        ...UNKNOWN_VERSION,
        DatosTecnicosCustom: Array.from({ length }, (_, i) => facts.item?.(`Dato ${i}`)),
      }))
    : []),
  { Telefono: '+54 11 4000-0009' },
  { OperadorResponsable: null },
  { Exposicion: null, Activa: true },
  { Activa: true },
  { Activa: undefined },
  ...LEVELS.map((Exposicion) => ({ Exposicion, Activa: true })),
  ...facts.cars.map(({ brand, model }) => ({ ...UNKNOWN_VERSION, Marca: brand, Modelo: model })),
  ...facts.fuels.map((Propulsion) => ({ ...UNKNOWN_VERSION, Propulsion })),
  ...facts.bodies.map((Carroceria) => ({ ...UNKNOWN_VERSION, Carroceria })),
  { Version: 'Zzyzx  Xq  "Ñandú" & <b>' },
]

/** A create with one value, shown in every form. */
const createSequence = (members: Members, at: number): RequestSequence => ({
  commands: [
    { do: 'create', slot: 0, members, accept: FORMS[at % FORMS.length] ?? 'json' },
    { do: 'read', slot: 0 },
    { do: 'read', slot: 0, accept: 'ref' },
  ],
})

/** A full edit with one value, beside one that is accepted. */
const editSequence = (members: Members, at: number): RequestSequence => ({
  commands: [
    { do: 'create', slot: 0, members: { RefStock: 'WALK-0', Descripcion: 'Como se creó.' } },
    { do: 'edit', slot: 0 },
    { do: 'edit', slot: 0, members, accept: FORMS[at % FORMS.length] ?? 'json' },
    { do: 'read', slot: 0 },
    { do: 'read', slot: 0, accept: 'ref' },
    { do: 'amend', slot: 0, members: { Activa: null }, tag: 'stale' },
  ],
})

const editValues = (facts: ServiceFacts): readonly Members[] => [
  ...sharedValues(facts),
  { RefStock: 'WALK-1' },
  { Vin: vinFor(`edit ${facts.agency}`) },
  { VersionYear: facts.year - 1 },
  { Fotos: facts.photos.slice(0, 1) },
  { Fotos: [...facts.photos].reverse() },
  { Fotos: [...facts.photos, ...facts.photos.map((url) => url.replace(/(\d)(\.\w{1,5})$/, '$19$2'))] },
  { Version: 'Otra', Marca: 'Otra', Transmision: 'A', Propulsion: 'Otra', Modelo: 'Otro' },
  { ExternalId: 'otro' },
  { Telefono: '+54 9 11 4000-0000' },
  ...facts.phones.slice(0, 1).map((phone) => ({ Telefono: phone.slice(0, -2), OperadorResponsable: null })),
  { RefStock: undefined, Activa: undefined },
  { RefStock: '', Descripcion: '' },
  { Activa: null },
]

const USED_EDITS: readonly SequenceCommand[] = [
  { do: 'edit', slot: 0, isUsed: true, members: { Fotos: [] } },
  { do: 'edit', slot: 0, isUsed: true, members: { Kilometraje: 123_456 } },
  { do: 'edit', slot: 0, isUsed: true, members: { AplicaCertificadoGarantiaUsado: true } },
]

const read: SequenceCommand = { do: 'read', slot: 0 }

/** Members of a publication stay the same through writes that do not concern them. */
const stays = (facts: ServiceFacts): readonly RequestSequence[] => {
  const amend: SequenceCommand = { do: 'amend', slot: 0, members: { Precio: facts.amount(20_111_333) } }
  const kept = (first: OnCar, last: OnCar): RequestSequence => ({
    commands: [
      { do: 'create', slot: 0, ...first },
      amend,
      read,
      { do: 'edit', slot: 0, ...last },
      { do: 'suspend', slot: 0 },
      read,
      { do: 'archive', slot: 0 },
      read,
    ],
  })
  const { collaborator, hasUsedCar } = facts
  const certified = (Activa: boolean) =>
    ({ isUsed: true, members: { AplicaCertificadoGarantiaUsado: true, Activa } }) as const
  return [
    ...(collaborator
      ? [
          kept(
            { members: { OperadorResponsable: collaborator.mail, Activa: true } },
            { members: { OperadorResponsable: null } },
          ),
        ]
      : []),
    ...(hasUsedCar ? [true, false].map((Activa) => kept(certified(Activa), certified(Activa))) : []),
    ...otherYears(facts),
    ...facts.cars.flatMap((car) => knownVersion(facts, car)),
    ...lostAmounts(facts),
  ]
}

/** Members of a car, and whether it is a used one. */
interface OnCar {
  readonly members: Members
  readonly isUsed?: true
}

const otherYears = ({ year }: ServiceFacts): readonly RequestSequence[] =>
  [year - 1, year].map((VersionYear) => ({
    commands: [
      { do: 'create', slot: 0, members: { ...UNKNOWN_VERSION, VersionYear: year - 2 } },
      { do: 'read', slot: 0, accept: 'ref' },
      { do: 'edit', slot: 0, members: { VersionYear } },
      { do: 'read', slot: 0, accept: 'ref' },
    ],
  }))

/** A version of the catalogue with its year and with another one. */
const knownVersion = (
  { item, year }: ServiceFacts,
  { brand, model, version }: ServiceFacts['cars'][number],
): readonly RequestSequence[] => {
  if (version === undefined) return []
  const VersionYear = version.year ?? year
  const car = { Marca: brand, Modelo: model, Version: version.name, VersionYear }
  const rows = item ? [item('Fila de prueba')] : null
  return [
    { commands: [{ do: 'create', slot: 0, members: { ...car, VersionYear: VersionYear - 1 } }, read] },
    {
      commands: [
        { do: 'create', slot: 0, members: car },
        { do: 'edit', slot: 0, members: { VersionYear: VersionYear - 1, DatosTecnicosCustom: null } },
        { do: 'edit', slot: 0, members: { VersionYear, DatosTecnicosCustom: rows } },
        read,
      ],
    },
  ]
}

/** A full edit that empties one of three amounts. */
const lostAmounts = (facts: ServiceFacts): readonly RequestSequence[] => {
  const amounts = {
    Precio: facts.amount(20_000_000),
    Adelanto: facts.amount(2_000_000),
    Cuota: facts.amount(200_000),
  }
  return Object.keys(amounts).map((name) => ({
    commands: [
      { do: 'create', slot: 0, members: amounts },
      read,
      { do: 'edit', slot: 0, members: { ...amounts, [name]: null, RefStock: null } },
      read,
    ],
  }))
}

/** Successive values of one member of a used car, so that it changes in both directions. */
const turns = (facts: ServiceFacts): readonly Members[][] => {
  const each = (name: string, ...values: readonly unknown[]) => values.map((value) => ({ [name]: value }))
  const { collaborator, phones, photos, place, year } = facts
  return [
    each('Kilometraje', 90_000, 45_000, 90_001),
    each('VersionYear', year - 3, year - 2, year - 4),
    // A list of photos in another order counts as another list if their number changed in between.
    each('Fotos', photos, photos.slice(0, 1), [...photos].reverse()),
    each('RefStock', 'WALK-Z', 'WALK-A', null),
    each('Descripcion', 'Una descripción que es larga.', 'Corta.', 'Otra, que es más larga.'),
    each('Descripcion', 'Año y ñandú.', 'Año y ñandá.', 'Año y ñandu.'),
    each('Color', 'Verde', 'Azul', 'Verde'),
    each('Vin', ...['turn', 'back', 'turn'].map((seed) => vinFor(seed))),
    each('Precio', facts.amount(30_000_000), facts.foreignAmount(20_000), facts.amount(10_000_000)),
    each('Precio', facts.amount(10_000_000.25), facts.amount(10_000_000.75)),
    each('Adelanto', facts.amount(3_000_000), facts.amount(2_000_000), facts.amount(3_000_000)),
    each('Cuota', facts.amount(300_000), facts.amount(200_000), facts.amount(300_000)),
    each('AplicaCertificadoGarantiaUsado', true, false, true),
    ...(place
      ? [each('Locacion', ...['Calle Uno 1', 'Calle Dos 22'].map((Direccion) => ({ ...place, Direccion })))]
      : []),
    ...(phones.length > 1 ? [each('Telefono', ...phones)] : []),
    ...(collaborator
      ? [each('OperadorResponsable', collaborator.mail, facts.agency, collaborator.mail)]
      : []),
  ]
}

/** Successive full edits of one member, with reads after them. */
const turnSequence = ([first = {}, ...further]: readonly Members[]): RequestSequence => ({
  commands: [
    { do: 'create', slot: 0, isUsed: true, members: first },
    ...further.map((members): SequenceCommand => ({ do: 'edit', slot: 0, isUsed: true, members })),
    { do: 'read', slot: 0 },
  ],
})

const USED: readonly RequestSequence[] = USED_EDITS.map((command) => ({
  commands: [{ do: 'create', slot: 0, isUsed: true }, command, { do: 'read', slot: 0 }],
}))

const { max: mostKilometres } = limits.kilometraje
const usedCreates: readonly (readonly Members[])[] = [
  [{}],
  [{ Fotos: [] }],
  [{ Fotos: undefined }],
  [{ Kilometraje: 1 }],
  // A bound may be refused as suspicious, but not if the next value was accepted.
  [mostKilometres - 1, mostKilometres].map((Kilometraje) => ({
    VersionYear: limits.versionYear.min,
    Kilometraje,
  })),
  [{ AplicaCertificadoGarantiaUsado: true }],
  [{ AplicaCertificadoGarantiaUsado: false }],
]

/** Returns sequences on the members of publications. */
export const memberSequences = (facts: ServiceFacts): readonly RequestSequence[] => [
  ...createValues(facts).map(createSequence),
  ...editValues(facts).map(editSequence),
  ...stays(facts),
  ...(facts.hasUsedCar
    ? [
        ...USED,
        ...turns(facts).map(turnSequence),
        ...usedCreates.map(
          (all): RequestSequence => ({
            commands: [
              ...all.map((members): SequenceCommand => ({ do: 'create', slot: 0, isUsed: true, members })),
              { do: 'read', slot: 0 },
            ],
          }),
        ),
      ]
    : []),
]
