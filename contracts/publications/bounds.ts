import { limits } from '../../src/api/wire/limits.ts'
import {
  membersSent,
  PLAIN_MEMBERS,
  PUBLICATION_MEMBERS,
  plainType,
  type SentMember,
} from '../../src/api/wire/publication-members.ts'
import type { Clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { textBounds, textOfLength } from '../../src/kit/sample/member-values.ts'
import { vinFor } from '../../src/kit/sample/vin.ts'
import { kebabCase } from '../../src/lib/text/kebab-case.ts'
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

type Member = SentMember<'create'>

const bound = (
  id: string,
  phrase: string,
  [member, value]: readonly [member: Member, value: unknown],
  { statement, control = {} }: { statement?: string; control?: PublicationMembers } = {},
): Bound => ({
  id,
  statements: [statement ?? PUBLICATION_MEMBERS[member].statement, 'PUB-01'],
  phrase,
  attempt: () => ({ more: { [member]: value }, control }),
})

const named = (member: Member, rest: string): string =>
  `${/^[AEIO]/.test(member) ? 'An' : 'A'} ${member} ${rest}`

/** Texts of which only the length is wrong. */
const TEXT_OF: { readonly [M in Member]?: (length: number) => string } = {
  OperadorResponsable: (length) => '@zzyzx.x'.padStart(length, 'x'),
  Exposicion: (length) => 'Alta'.padEnd(length, 'a'),
}

const ofLength = (member: Member, length: number): Bound => {
  const characters = `of ${length} character${length === 1 ? '' : 's'}`
  return bound(
    kebabCase(`${member} ${characters}`),
    length === 0 ? `An empty ${member}` : named(member, characters),
    [member, (TEXT_OF[member] ?? textOfLength)(length)],
  )
}

/** Texts of a create whose length alone decides, with their documented bounds. */
const TEXTS = Object.entries(membersSent('create')).flatMap(([name, type]) => {
  const bounds = textBounds(type)
  const isOwn = name === 'ExternalId' || name === 'Vin'
  return bounds && !isOwn ? [{ member: name as Member, ...bounds }] : [] // a key of that object
})

/** Returns a bound on a value of another JSON type. */
const ofType = (member: Member, kind: string, value: unknown, statement = 'COM-14'): Bound =>
  bound(kebabCase(`${member} that is ${kind}`), named(member, `that is ${kind}`), [member, value], {
    statement,
  })

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
  ...TEXTS.flatMap(({ member, min, max }) =>
    plainType(member)
      ? [min, ...(max === undefined ? [] : [max])].map((length) => ofLength(member, length))
      : [],
  ),
  bound('version-of-50-characters', 'A Version of 50 characters that no catalogue knows', [
    'Version',
    `Zzyzx ${'Xq'.repeat(22)}`,
  ]),
  vin('vin-of-17-characters', 'A Vin of 17 characters that ISO 3779 allows', (it) => it),
  year('version-year-1908', 'A used car of VersionYear 1908', limits.versionYear.min),
]

const { kilometraje, versionYear } = limits

const beyond: readonly Bound[] = [
  ...TEXTS.flatMap(({ member, min, max }) => [
    ...(min > 0 ? [ofLength(member, min - 1)] : []),
    ...(max === undefined ? [] : [ofLength(member, max + 1)]),
  ]),
  bound('kilometraje-below-0', 'A Kilometraje of -1', ['Kilometraje', -1]),
  bound('kilometraje-above-999000', 'A Kilometraje of 999001', ['Kilometraje', kilometraje.max + 1]),
  // Their last 32 bits are legal values.
  bound('kilometraje-beyond-32-bits', 'A Kilometraje of 2^32 + 10', ['Kilometraje', 2 ** 32 + 10]),
  bound('version-year-beyond-32-bits', 'A VersionYear of 2^32 + 2020', ['VersionYear', 2 ** 32 + 2020]),
  bound('version-year-1907', 'A VersionYear of 1907', ['VersionYear', versionYear.min - 1]),
  bound('version-year-2051', 'A VersionYear of 2051', ['VersionYear', versionYear.max + 1]),
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
  bound('transmision-of-another-value', 'A Transmision beyond the four values', ['Transmision', 'Zigzag'], {
    control: UNKNOWN_VERSION,
  }),
]

/** Values of another JSON type that no conversion makes valid (`common/types`). */
const ofAnotherType: readonly Bound[] = [
  ofType('RefStock', 'an object', { a: 1 }),
  ofType('VersionYear', 'a word', 'nuevo'),
  ofType('Kilometraje', 'an object', { km: 0 }),
  ofType('Activa', 'a word', 'pausada'),
  ofType('Fotos', 'an object', { a: 'b' }),
  ofType('Precio', 'a word', 'caro', 'COM-07'),
  {
    id: 'importe-that-is-a-word',
    phrase: 'An Importe that is a word',
    statements: ['COM-07', 'PUB-01'],
    // The currency is a known one: an amount in an unknown one may be left out (`common/valor-members`).
    attempt: async (t) => {
      await t.session.sample()
      return { more: { Precio: { ...amountFor(t, 0), Importe: 'mucho' } }, control: {} }
    },
  },
  ofType('Locacion', 'a number', 5, 'COM-08'),
  ofType('DatosTecnicosCustom', 'an object', { a: 'b' }),
]

/** Members that the description allows to be null. */
const NULLABLE = {
  Exposicion: 'PUB-07',
  OperadorResponsable: 'PUB-08',
  Adelanto: 'COM-07',
  Cuota: 'COM-07',
  Locacion: 'PUB-19',
  Telefono: 'PUB-19',
} as const

const ofNull: readonly Bound[] = Object.entries(NULLABLE).map(([member, statement]) => ({
  id: `${kebabCase(member)}-of-null`,
  phrase: `A null ${member}`,
  statements: [statement, 'PUB-01'],
  attempt: () => ({ more: { [member]: null } }),
}))

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
const ECHOED = [...PLAIN_MEMBERS.filter((name) => plainType(name)?.kind === 'text'), 'Vin', 'VersionYear']
