import { limits } from '../../src/api/wire/limits.ts'
import type { Clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { vinFor } from '../../src/kit/sample/vin.ts'
import { amountFor } from '../support/amounts.ts'
import {
  acceptedClause,
  type CreateAttempt,
  isEmpty,
  type PublicationMembers,
  refusedClause,
  UNKNOWN_VERSION,
  usedCarMembers,
} from './create-attempt.ts'

/** One value on one side of a bound. */
interface Bound {
  /** Part of the clause id. */
  readonly id: string
  readonly statements: readonly string[]
  /** Subject of the title, such as `A RefStock of 25 characters`. */
  readonly phrase: string
  attempt(t: ClauseContext): CreateAttempt | Promise<CreateAttempt>
}

const bound = (
  id: string,
  statement: string,
  phrase: string,
  more: PublicationMembers,
  control: PublicationMembers = {},
): Bound => ({
  id,
  statements: [statement, 'PUB-01'],
  phrase,
  attempt: () => ({ more, control }),
})

const text = (length: number): string =>
  'Texto de prueba '
    .repeat(length)
    .slice(0, length - 1)
    .padEnd(length, 'x')

const vin = (id: string, phrase: string, change: (vin: string) => string): Bound => ({
  id,
  statements: ['PUB-05', 'PUB-01'],
  phrase,
  attempt: (t) => ({ more: { Vin: change(vinFor(t.session.newExternalId())) } }),
})

const year = (id: string, phrase: string, VersionYear: number): Bound => ({
  id,
  statements: ['PUB-11', 'PUB-01'],
  phrase,
  // The mileage of such a car may be suspicious and its photos may be refused; neither concerns the year.
  attempt: async (t) => ({
    more: { VersionYear },
    control: await usedCarMembers(t),
    soft: ['Kilometraje', 'Fotos'],
  }),
})

const within: readonly Bound[] = [
  bound('ref-stock-of-25-characters', 'PUB-04', 'A RefStock of 25 characters', {
    RefStock: text(limits.refStock.max),
  }),
  bound('ref-stock-of-0-characters', 'PUB-04', 'An empty RefStock', { RefStock: '' }),
  bound('descripcion-of-2000-characters', 'PUB-04', 'A Descripcion of 2000 characters', {
    Descripcion: text(limits.descripcion.max),
  }),
  bound('descripcion-of-0-characters', 'PUB-04', 'An empty Descripcion', { Descripcion: '' }),
  bound('version-of-50-characters', 'PUB-04', 'A Version of 50 characters that no catalogue knows', {
    Version: `Zzyzx ${'Xq'.repeat(22)}`,
  }),
  bound('color-of-1-character', 'PUB-15', 'A Color of one character', { Color: 'X' }),
  vin('vin-of-17-characters', 'A Vin of 17 characters that ISO 3779 allows', (it) => it),
  year('version-year-1908', 'A used car of VersionYear 1908', limits.versionYear.min),
]

const beyond: readonly Bound[] = [
  bound('ref-stock-of-26-characters', 'PUB-04', 'A RefStock of 26 characters', {
    RefStock: text(limits.refStock.max + 1),
  }),
  bound('descripcion-of-2001-characters', 'PUB-04', 'A Descripcion of 2001 characters', {
    Descripcion: text(limits.descripcion.max + 1),
  }),
  bound('version-of-51-characters', 'PUB-04', 'A Version of 51 characters', {
    Version: `Zzyzx ${'Xq'.repeat(22)}X`,
  }),
  bound('operador-responsable-of-51-characters', 'PUB-04', 'An OperadorResponsable of 51 characters', {
    OperadorResponsable: `${'x'.repeat(limits.operadorResponsable.max - 7)}@zzyzx.x`.padStart(51, 'x'),
  }),
  bound('exposicion-of-6-characters', 'PUB-07', 'An Exposicion of six characters', { Exposicion: 'Altaaa' }),
  bound('color-of-0-characters', 'PUB-15', 'An empty Color', { Color: '' }),
  bound('marca-of-0-characters', 'PUB-09', 'An empty Marca', { Marca: '' }),
  bound('modelo-of-0-characters', 'PUB-09', 'An empty Modelo', { Modelo: '' }),
  bound('kilometraje-below-0', 'PUB-14', 'A Kilometraje of -1', { Kilometraje: -1 }),
  bound('kilometraje-above-999000', 'PUB-14', 'A Kilometraje of 999001', {
    Kilometraje: limits.kilometraje.max + 1,
  }),
  // Their last 32 bits are legal values.
  bound('kilometraje-beyond-32-bits', 'PUB-14', 'A Kilometraje of 2^32 + 10', { Kilometraje: 2 ** 32 + 10 }),
  bound('version-year-beyond-32-bits', 'PUB-11', 'A VersionYear of 2^32 + 2020', {
    VersionYear: 2 ** 32 + 2020,
  }),
  bound('version-year-1907', 'PUB-11', 'A VersionYear of 1907', { VersionYear: limits.versionYear.min - 1 }),
  bound('version-year-2051', 'PUB-11', 'A VersionYear of 2051', { VersionYear: limits.versionYear.max + 1 }),
  vin('vin-of-0-characters', 'An empty Vin', () => ''),
  vin('vin-of-16-characters', 'A Vin of 16 characters', (it) => it.slice(0, 16)),
  vin('vin-of-18-characters', 'A Vin of 18 characters', (it) => `${it}0`),
  vin(
    'vin-with-a-letter-that-iso-3779-excludes',
    'A Vin with the letter O',
    (it) => `${it.slice(0, 3)}O${it.slice(4)}`,
  ),
  ...['I', 'Q'].map((letter) =>
    vin(
      `vin-with-the-letter-${letter.toLowerCase()}`,
      `A Vin with the letter ${letter}`,
      (it) => `${it.slice(0, 3)}${letter}${it.slice(4)}`,
    ),
  ),
  vin('vin-with-a-sign', 'A Vin with a hyphen', (it) => `${it.slice(0, 3)}-${it.slice(4)}`),
  bound(
    'transmision-of-another-value',
    'PUB-12',
    'A Transmision beyond the four values',
    { Transmision: 'Zigzag' },
    UNKNOWN_VERSION,
  ),
]

/** Values of another JSON type that no conversion makes valid (`common/types`). */
const ofAnotherType: readonly Bound[] = [
  bound('ref-stock-that-is-an-object', 'COM-14', 'A RefStock that is an object', { RefStock: { a: 1 } }),
  bound('version-year-that-is-a-word', 'COM-14', 'A VersionYear that is a word', { VersionYear: 'nuevo' }),
  bound('kilometraje-that-is-an-object', 'COM-14', 'A Kilometraje that is an object', {
    Kilometraje: { km: 0 },
  }),
  bound('activa-that-is-a-word', 'COM-14', 'An Activa that is a word', { Activa: 'pausada' }),
  bound('fotos-that-is-an-object', 'COM-14', 'A Fotos that is an object', { Fotos: { a: 'b' } }),
  bound('precio-that-is-a-word', 'COM-07', 'A Precio that is a word', { Precio: 'caro' }),
  {
    ...bound('importe-that-is-a-word', 'COM-07', 'An Importe that is a word', {}),
    // The currency is a known one: an amount in an unknown one may be left out (`common/valor-members`).
    attempt: async (t) => {
      await t.session.sample()
      return { more: { Precio: { ...amountFor(t, 0), Importe: 'mucho' } }, control: {} }
    },
  },
  bound('locacion-that-is-a-number', 'COM-08', 'A Locacion that is a number', { Locacion: 5 }),
  bound('datos-tecnicos-custom-that-is-an-object', 'COM-14', 'A DatosTecnicosCustom that is an object', {
    DatosTecnicosCustom: { a: 'b' },
  }),
]

/** Members that the description allows to be null. */
const NULLABLE = [
  ['exposicion', 'Exposicion', 'PUB-07'],
  ['operador-responsable', 'OperadorResponsable', 'PUB-08'],
  ['adelanto', 'Adelanto', 'COM-07'],
  ['cuota', 'Cuota', 'COM-07'],
  ['locacion', 'Locacion', 'PUB-19'],
  ['telefono', 'Telefono', 'PUB-19'],
] as const

const ofNull: readonly Bound[] = NULLABLE.map(([id, member, statement]) =>
  bound(`${id}-of-null`, statement, `A null ${member}`, { [member]: null }),
)

const SECTION = 'publications-members'

const inRule = (rule: string) => (bound: Bound) => ({ ...bound, rule: `${SECTION}/${rule}` })

/** Bounds and types of the members of a create: the last legal value is accepted, the next one refused. */
export const publicationBoundClauses: readonly Clause[] = [
  ...[
    ...within.map(inRule('a-value-within-its-bound-is-accepted')),
    ...ofNull.map(inRule('null-is-accepted')),
  ].map(({ id, phrase, ...rest }) =>
    acceptedClause(
      { ...rest, id: `${SECTION}/${id}-is-accepted`, title: `${phrase} is accepted` },
      (t, made) => {
        const sent: PublicationMembers = JSON.parse(made.request.body ?? '{}')
        const body = t.object(made)
        for (const member of ECHOED) {
          const [sentValue, shown] = [sent[member], body[member]]
          if (sentValue === undefined) continue
          t.assert(
            shown === sentValue || (isEmpty(sentValue) && isEmpty(shown)),
            `${member} as sent`,
            shown,
            made,
          )
        }
      },
    ),
  ),
  ...[
    ...beyond.map(inRule('a-value-beyond-its-bound-is-refused')),
    ...ofAnotherType.map(inRule('another-json-type-is-refused')),
  ].map(({ id, phrase, ...rest }) =>
    refusedClause({ ...rest, id: `${SECTION}/${id}-is-refused`, title: `${phrase} is refused with 400` }),
  ),
]

/** Members that the response shows as sent. */
const ECHOED = ['RefStock', 'Descripcion', 'Color', 'Vin', 'VersionYear']
