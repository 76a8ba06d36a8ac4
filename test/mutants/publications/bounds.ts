import { type JsonBody, without } from '../support/body-changes.ts'
import {
  altersCreateAnswers,
  altersCreateRequests,
  lengthOf,
  refusesCreates,
} from '../support/publication-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const wrong = (words: string, name: string, serve: WrongServer['serve']): WrongServer => ({
  clause: `publications-members/${words}`,
  name,
  serve,
})

/** Refuses the last legal value. */
const tight = (
  words: string,
  member: string,
  when: (value: unknown, body: JsonBody) => boolean,
): WrongServer =>
  wrong(
    `${words}-is-accepted`,
    'a legal value is refused',
    refusesCreates(member, (body) => when(body[member], body)),
  )

const TIGHT: readonly WrongServer[] = [
  tight('ref-stock-of-25-characters', 'RefStock', (value) => lengthOf(value) > 20),
  tight('ref-stock-of-0-characters', 'RefStock', (value) => value === ''),
  tight('descripcion-of-2000-characters', 'Descripcion', (value) => lengthOf(value) >= 2000),
  tight('descripcion-of-0-characters', 'Descripcion', (value) => value === ''),
  tight('version-of-50-characters', 'Version', (value) => lengthOf(value) >= 50),
  tight('color-of-1-character', 'Color', (value) => lengthOf(value) === 1),
  tight('vin-of-17-characters', 'Vin', (value) => lengthOf(value) === 17),
  tight('version-year-1908', 'VersionYear', (value) => Number(value) < 1950),
  ...['Exposicion', 'OperadorResponsable', 'Adelanto', 'Cuota', 'Locacion', 'Telefono'].map((member) =>
    tight(`${member.replace('rR', 'r-r').toLowerCase()}-of-null`, member, (value) => value === null),
  ),
]

/** Does not check a bound: drops the illegal value, or replaces it by a legal one. */
const loose = (words: string, member: string, fix?: (value: unknown) => unknown): WrongServer =>
  wrong(
    `${words}-is-refused`,
    'the bound is not checked',
    altersCreateRequests((body) => {
      if (!(member in body)) return body
      return fix ? { ...body, [member]: fix(body[member]) } : without(member)(body)
    }),
  )

const cut = (most: number) => (value: unknown) => String(value).slice(0, most)

const LOOSE: readonly WrongServer[] = [
  loose('ref-stock-of-26-characters', 'RefStock', cut(25)),
  loose('descripcion-of-2001-characters', 'Descripcion', cut(2000)),
  loose('version-of-51-characters', 'Version', cut(50)),
  loose('operador-responsable-of-51-characters', 'OperadorResponsable'),
  loose('exposicion-of-6-characters', 'Exposicion', cut(4)),
  loose('color-of-0-characters', 'Color', (value) => value || 'Sin color'),
  loose('marca-of-0-characters', 'Marca', (value) => value || 'Citroën'),
  loose('modelo-of-0-characters', 'Modelo', (value) => value || 'C3 Aircross'),
  loose('kilometraje-below-0', 'Kilometraje', (value) => Math.max(0, Number(value))),
  loose('kilometraje-above-999000', 'Kilometraje', (value) => Math.min(999_000, Number(value))),
  loose('kilometraje-beyond-32-bits', 'Kilometraje', (value) => Number(value) % 2 ** 32),
  loose('version-year-beyond-32-bits', 'VersionYear', (value) => {
    const last = Number(value) % 2 ** 32
    return last === value ? value : 2026
  }),
  loose('version-year-1907', 'VersionYear', (value) => (value === 1907 ? 2026 : value)),
  loose('version-year-2051', 'VersionYear', (value) => (value === 2051 ? 2026 : value)),
  ...[
    'vin-of-0-characters',
    'vin-of-16-characters',
    'vin-of-18-characters',
    'vin-with-a-letter-that-iso-3779-excludes',
    'vin-with-the-letter-i',
    'vin-with-the-letter-q',
    'vin-with-a-sign',
  ].map((words) => loose(words, 'Vin')),
  loose('transmision-of-another-value', 'Transmision'),
  loose('ref-stock-that-is-an-object', 'RefStock'),
  loose('version-year-that-is-a-word', 'VersionYear', (value) => (typeof value === 'string' ? 2026 : value)),
  loose('kilometraje-that-is-an-object', 'Kilometraje', (value) => (typeof value === 'object' ? 0 : value)),
  loose('activa-that-is-a-word', 'Activa'),
  loose('fotos-that-is-an-object', 'Fotos'),
  loose('precio-that-is-a-word', 'Precio'),
  wrong(
    'importe-that-is-a-word-is-refused',
    'the bound is not checked',
    altersCreateRequests(({ Precio, ...body }) =>
      typeof Object(Precio).Importe === 'string' ? body : { ...body, Precio },
    ),
  ),
  loose('locacion-that-is-a-number', 'Locacion'),
  loose('datos-tecnicos-custom-that-is-an-object', 'DatosTecnicosCustom'),
  wrong(
    'descripcion-of-2001-characters-is-refused',
    'answers 500',
    refusesCreates('_', (body) => lengthOf(body['Descripcion']) > 2000, 500),
  ),
]

export const publicationsBoundsMutants: readonly WrongServer[] = [
  ...TIGHT,
  ...LOOSE,
  wrong(
    'ref-stock-of-25-characters-is-accepted',
    'RefStock is truncated',
    altersCreateAnswers((shown) => ({ ...shown, RefStock: cut(20)(shown['RefStock']) })),
  ),
]
