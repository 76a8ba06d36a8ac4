import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { brandSearch, type KnownCar, knownCar, modelSearch } from '../support/catalogue-entries.ts'
import {
  bodyStyleNamed,
  brandNamed,
  isOtherWord,
  modelNamed,
  namesEntry,
  REFERENCE_FORMS,
  type ReferencedEntry,
} from '../support/reference-forms.ts'

/** Every form of a search parameter finds the same entry (CAT-12). */

interface Searched {
  /** What the parameter names. */
  readonly entry: ReferencedEntry
  readonly pathOf: (text: string) => string
}

interface SearchedParameter {
  readonly slug: string
  readonly phrase: string
  readonly statement: string
  /** Undefined when the target does not know the car. */
  searched(t: ClauseContext, car: KnownCar): Promise<Searched | undefined>
}

const PARAMETERS: readonly SearchedParameter[] = [
  {
    slug: 'make-of-a-brand',
    phrase: 'make of the search for brands',
    statement: 'CAT-08',
    searched: async (t, { brand }) => {
      const entry = await brandNamed(t, brand)
      return entry && { entry, pathOf: brandSearch }
    },
  },
  {
    slug: 'make-of-a-model',
    phrase: 'make of the search for models',
    statement: 'CAT-07',
    searched: async (t, { brand, model }) => {
      const entry = await brandNamed(t, brand)
      return entry && { entry, pathOf: (text) => modelSearch(text, model) }
    },
  },
  {
    slug: 'model',
    phrase: 'model',
    statement: 'CAT-07',
    searched: async (t, { brand, model }) => {
      const entry = await modelNamed(t, brand, model)
      return entry && { entry, pathOf: (text) => modelSearch(brand, text) }
    },
  },
  {
    slug: 'bodystyle',
    phrase: 'bodystyle',
    statement: 'CAT-07',
    searched: async (t, { brand, model }) => {
      const [style] = (await modelNamed(t, brand, model))?.bodyStyles ?? []
      const entry = style === undefined ? undefined : await bodyStyleNamed(t, style)
      return entry && style !== undefined && namesEntry(entry, style)
        ? { entry, pathOf: (text) => modelSearch(brand, model, text) }
        : undefined
    },
  },
]

const MAX_CARS = 2

/** Returns the known car, and one of another brand, whose codename may differ more from its name. */
const carsToFind = async (t: ClauseContext): Promise<readonly KnownCar[]> => {
  const first = await knownCar(t)
  const others = (await t.session.catalogueCars()).filter(({ brand }) => brand !== first.brand)
  return [first, ...others].slice(0, MAX_CARS)
}

const judge = async (t: ClauseContext, { searched }: SearchedParameter): Promise<void> => {
  let count = 0
  for (const car of await carsToFind(t)) {
    const found = await searched(t, car)
    if (!found) continue
    const { entry, pathOf } = found
    const nameAt = async (text: string) => {
      const answer = await t.get(pathOf(text), { accept: t.types.json })
      return { answer, name: membersOf(answer.json).Nombre }
    }
    const byName = await nameAt(entry.name)
    if (byName.answer.response.status !== 200) continue
    for (const form of REFERENCE_FORMS) {
      const text = entry.forms[form]
      if (form === 'name' || text === undefined) continue
      count += 1
      const { answer, name } = await nameAt(text)
      if (answer.response.status !== 200)
        throw new Violation(
          `${byName.name}, which has the ${form} ${text}`,
          `${answer.response.status}`,
          answer,
        )
      // A name of digits may come before an id.
      const isSame = name === byName.name || !isOtherWord(String(name), text)
      t.assert(isSame, `${byName.name}, which has the ${form} ${text}`, name, answer)
    }
  }
  if (count === 0) t.skip('the catalogue shows no other form than names')
}

/** Clauses on the forms that the searches accept. */
export const catalogueSearchForms: readonly Clause[] = PARAMETERS.map((parameter) =>
  clause({
    id: `catalogue/${parameter.slug}-takes-every-form`,
    rule: 'catalogue/{parameter}-takes-every-form',
    statements: [parameter.statement, 'CAT-12', 'COM-11'],
    title: `${parameter.phrase} accepts an id, api-url, api-url-path and codename, and finds what the name finds`,
    leaves: 'nothing',
    needs: [],
    check: (t) => judge(t, parameter),
  }),
)
