import type { Choices } from '../../choices.ts'
import type { Operation } from '../../faults.ts'
import { type WrongVariant, wrong } from '../variant.ts'

type Form = Choices['matchMisses'][number]

const FORMS: readonly (readonly [string, Form, string])[] = [
  ['make', 'codename', 'CAT-12'],
  ['make', 'url', 'CAT-12'],
  ['make', 'path', 'CAT-12'],
  ['make', 'id', 'CAT-12'],
  ['make', 'name', 'CAT-12'],
  ['model', 'part', 'CAT-12'],
  ['model', 'url', 'CAT-12'],
  ['model', 'id', 'CAT-12'],
  ['bodystyle', 'codename', 'CAT-12'],
  ['Marca', 'codename', 'PUB-09'],
  ['Marca', 'id', 'PUB-09'],
  ['Modelo', 'url', 'PUB-09'],
  ['Modelo', 'path', 'PUB-09'],
  ['Version', 'url', 'PUB-10'],
  ['Version', 'id', 'PUB-10'],
  ['Propulsion', 'codename', 'PUB-13'],
  ['Carroceria', 'id', 'PUB-13'],
  ['Region', 'iso', 'AGE-03 PUB-26'],
  ['Region', 'id', 'AGE-03'],
  ['Ciudad', 'part', 'AGE-03'],
]

const missedForms = FORMS.map(([asker, form, id]) =>
  wrong(`${asker} by ${form} has no match`, id, `${asker} may be given by ${form}.`, {
    matchFault: [asker],
    matchMisses: [form],
  }),
)

const CASED: readonly Operation[] = ['get', 'put', 'patch', 'suspender', 'archivar', 'consultas']

const cased = CASED.map((place) =>
  wrong(`${place} minds the case of ExternalId`, 'PUB-03', 'Case has no meaning.', {
    caseSensitive: [place],
  }),
)

const ENCODED: readonly Operation[] = [
  ...(['get', 'put', 'patch', 'archivar', 'suspender', 'consultas', 'consulta'] as const),
  ...(['productos', 'operadores', 'create'] as const),
]

const encoded = ENCODED.map((place) =>
  wrong(
    `${place} does not decode its path or query`,
    'COM-13',
    'A percent-encoded segment is its decoded value.',
    {
      undecoded: [place],
    },
  ),
)

/** Identifiers, paths and names that are not understood in every spelling. */
export const WRONG_SPELLINGS: readonly WrongVariant[] = [...missedForms, ...cased, ...encoded]
