import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, linkOfOwner } from '../../src/kit/target/links.ts'
import { problemMembers } from '../../src/kit/target/problem.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import {
  brandSearch,
  collectionBehind,
  type KnownCar,
  knownBrand,
  knownBrandSearch,
  knownCar,
  knownModel,
  knownModelSearch,
  modelSearch,
} from '../support/catalogue-entries.ts'
import { apiPath, apiUrlPath } from '../support/reference-forms.ts'
import { BrandShape, ModelShape } from '../support/response-shapes.ts'

/** A name that no brand, model or body style has. */
const NOTHING = 'zzqxjvkw'

const named = (t: ClauseContext, answer: Exchange, name: string): void => {
  t.status(answer, 200)
  const { Nombre: found } = t.object(answer)
  t.assert(found === name, `Nombre ${name}`, found, answer)
}

/** Returns the `href` of a ref as an api-url and its path. Skips when it is not a plain address. */
const addressesOf = async (t: ClauseContext, path: string): Promise<readonly string[]> => {
  const { href } = membersOf((await t.get(path, { accept: t.types.ref })).json)
  if (typeof href !== 'string' || /[?#{]/.test(href)) return t.skip('no ref gives a plain address')
  const whole = resolveHref(t.target, href)
  t.assert(isUrl(whole), 'an href that is a URI', href)
  const below = await apiUrlPath(t, whole, apiPath(t, whole))
  return [...(below === undefined ? [] : [below]), whole]
}

interface Needing {
  readonly search: 'marcas' | 'modelos'
  readonly missing: 'make' | 'model'
  /** The other parameters, of a car that the target knows. */
  given(car: KnownCar): Readonly<Record<string, string>>
}

/** Returns a model of each listed brand. */
const listedCars = async (t: ClauseContext): Promise<readonly KnownCar[]> => {
  const cars: KnownCar[] = []
  for (const entry of entriesOf((await collectionBehind(t, 'Marcas')).json).slice(0, MAX_BRANDS)) {
    const read = BrandShape.safeParse(entry)
    const href = read.success ? linkOfOwner(read.data.Modelos) : undefined
    if (!read.success || href === undefined) continue
    const [first] = entriesOf((await t.get(href, { accept: t.types.json })).json)
    const { Nombre: model } = membersOf(first)
    if (typeof model === 'string') cars.push({ brand: read.data.Nombre, model })
  }
  return cars
}

const MAX_LISTED = 3

/** Returns the first and the last model of listed brands if their names are unlike any id. */
const listedModels = async (t: ClauseContext) => {
  const found: { readonly brand: string; readonly models: readonly string[] }[] = []
  for (const entry of entriesOf((await collectionBehind(t, 'Marcas')).json)) {
    const read = BrandShape.safeParse(entry)
    const href = read.success ? linkOfOwner(read.data.Modelos) : undefined
    if (!read.success || href === undefined) continue
    const entries = entriesOf((await t.get(href, { accept: t.types.json })).json)
    const names = entries.map((one) => String(membersOf(one).Nombre ?? ''))
    // A number may be a name or an id (`catalogue/numeric-names`), and two models may share a name.
    const plain = names.filter(
      (name) => /\p{L}/u.test(name) && names.filter((one) => one === name).length === 1,
    )
    const models = [...new Set([plain[0], plain.at(-1)])].filter((name) => name !== undefined)
    found.push({ brand: read.data.Nombre, models })
    if (found.length === MAX_LISTED) break
  }
  return found
}

const needs = (id: string, { search, missing, given }: Needing): Clause =>
  clause({
    id: `catalogue/${id}`,
    rule: 'catalogue/{search}-needs-{parameter}',
    statements: [search === 'modelos' ? 'CAT-07' : 'CAT-08', 'ERR-01', 'ERR-03'],
    title: `/v3/${search}/bestmatch without the required ${missing} is refused with 400`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      // A default for the missing parameter may fit only one brand or model.
      const cars = [await knownCar(t), ...(await t.session.catalogueCars()), ...(await listedCars(t))]
      const queries = cars.map((car) => new URLSearchParams(given(car)).toString())
      for (const query of [...new Set(queries)].slice(0, MAX_BRANDS)) {
        const answer = await t.get(`/v3/${search}/bestmatch${query && `?${query}`}`)
        t.status(answer, 400)
        problemMembers(t.object(answer))
      }
    },
  })

/**
 * Searches for a name that does not exist. Whether the service answers with a similar entry is open
 * (`catalogue/no-match`).
 */
const unmatched = (
  id: string,
  search: string,
  shape: typeof BrandShape | typeof ModelShape,
  pathOf: (brand: string) => string,
): Clause =>
  clause({
    id: `catalogue/${id}`,
    rule: 'catalogue/{search}-without-a-match',
    statements: [search === 'modelos' ? 'CAT-07' : 'CAT-08', 'CAT-12'],
    title: `/v3/${search}/bestmatch for a name that does not exist returns 400, 404 or an entry of the catalogue`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.get(pathOf((await knownCar(t)).brand), { accept: t.types.json })
      t.status(answer, 200, 400, 404)
      const { status } = answer.response
      if (status === 200) t.shape(answer, shape)
      else t.learn('catalogue/no-match', `${status}`, answer)
    },
  })

const MAX_BRANDS = 8

/** A listed model whose name has several words; `names` are those of all models of its brand. */
interface NamedInWords {
  readonly brand: string
  readonly name: string
  readonly names: readonly string[]
}

const holds = (name: string, part: string): boolean => name.toLowerCase().includes(part.toLowerCase())

/** Returns the words that no other model of the brand has; a short one may be a codename. */
const ownWords = ({ name, names }: NamedInWords): readonly string[] =>
  name
    .split(' ')
    .filter((part) => /^\p{L}{4,}$/u.test(part) && names.filter((one) => holds(one, part)).length === 1)

/** Finds models whose names have several words, those with a word of their own first. */
const modelsOfSeveralWords = async (t: ClauseContext): Promise<readonly NamedInWords[]> => {
  const found: NamedInWords[] = []
  for (const entry of entriesOf((await collectionBehind(t, 'Marcas')).json).slice(0, MAX_BRANDS)) {
    const read = BrandShape.safeParse(entry)
    const href = read.success ? linkOfOwner(read.data.Modelos) : undefined
    if (!read.success || href === undefined) continue
    const models = entriesOf((await t.get(href, { accept: t.types.json })).json)
    const names = models.map((one) => String(membersOf(one).Nombre ?? ''))
    for (const name of names)
      if (/^\p{L}[\p{L}\p{N}]+ [\p{L}\p{N}]+$/u.test(name))
        found.push({ brand: read.data.Nombre, name, names })
  }
  if (found.length === 0) t.skip('no model of several words is listed')
  return found.sort((one, other) => ownWords(other).length - ownWords(one).length)
}

const MAX_NAMED = 2

/** The two documented searches (CAT-07, CAT-08, CAT-12). */
export const catalogueBestMatch: readonly Clause[] = [
  clause({
    id: 'catalogue/a-listed-brand-is-found-by-name',
    statements: ['CAT-08', 'CAT-12', 'CAT-11'],
    title: 'make accepts the full name of a brand in the list',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await collectionBehind(t, 'Marcas')
      const name = entriesOf(list.json)
        .map((entry) => membersOf(entry).Nombre)
        .find((one) => typeof one === 'string')
      if (typeof name !== 'string') return t.skip('the list shows no name of a brand')
      named(t, await t.get(brandSearch(name), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/every-listed-brand-is-found',
    statements: ['CAT-08', 'CAT-12', 'CAT-09'],
    title: 'make accepts the name and every codename of each brand that the list shows in full',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await collectionBehind(t, 'Marcas')
      const brands = entriesOf(list.json).flatMap((entry) => {
        const read = BrandShape.safeParse(entry)
        return read.success ? [read.data] : []
      })
      for (const { Nombre, Codenames } of brands.slice(0, MAX_BRANDS))
        for (const text of [Nombre, ...Codenames.slice(0, 2)])
          named(t, await t.get(brandSearch(text), { accept: t.types.json }), Nombre)
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-by-part-of-its-name',
    statements: ['CAT-07', 'CAT-12', 'COM-11'],
    title:
      'model accepts a name of several words, and one word of it, and finds a model whose name contains it',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const model of (await modelsOfSeveralWords(t)).slice(0, MAX_NAMED)) {
        const { brand, name, names } = model
        const isAlone = names.filter((one) => sameInAnyCase(one, name)).length === 1
        if (isAlone) named(t, await t.get(modelSearch(brand, name), { accept: t.types.json }), name)
        // A word that several models share is not a single match (`catalogue/best-match-scoring`).
        for (const part of ownWords(model)) {
          const answer = await t.get(modelSearch(brand, part), { accept: t.types.json })
          t.status(answer, 200)
          const found = String(t.object(answer).Nombre)
          t.assert(holds(found, part), `a model with ${part} in its name`, found, answer)
        }
      }
    },
  }),
  clause({
    id: 'catalogue/a-brand-is-found-by-codename',
    rule: 'catalogue/{entry}-is-found-by-codename',
    statements: ['CAT-08', 'CAT-12', 'COM-11'],
    title: 'make accepts a codename',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownBrand(t)
      const { Codenames: codenames } = body
      const [codename] = Array.isArray(codenames) ? codenames : []
      if (typeof codename !== 'string') return t.skip('the brand has no codename')
      named(t, await t.get(brandSearch(codename), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-brand-is-found-by-address',
    rule: 'catalogue/{entry}-is-found-by-address',
    statements: ['CAT-08', 'CAT-12', 'COM-11'],
    title: 'make accepts an api-url and its path',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name } = await knownBrand(t)
      for (const address of await addressesOf(t, await knownBrandSearch(t))) {
        named(t, await t.get(brandSearch(address), { accept: t.types.json }), name)
      }
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-by-codename',
    rule: 'catalogue/{entry}-is-found-by-codename',
    statements: ['CAT-07', 'CAT-12', 'COM-11'],
    title: 'model accepts a codename',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownModel(t)
      const { Marca: brand, Codename: codename } = body
      if (typeof brand !== 'string' || typeof codename !== 'string')
        return t.skip('the model has no codename')
      named(t, await t.get(modelSearch(brand, codename), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-by-address',
    rule: 'catalogue/{entry}-is-found-by-address',
    statements: ['CAT-07', 'CAT-12', 'COM-11'],
    title: 'make and model accept an api-url and its path',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name } = await knownModel(t)
      const makes = await addressesOf(t, await knownBrandSearch(t))
      const models = await addressesOf(t, await knownModelSearch(t))
      for (const [i, model] of models.entries()) {
        named(t, await t.get(modelSearch(makes[i] ?? '', model), { accept: t.types.json }), name)
      }
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-within-its-brand',
    statements: ['CAT-07', 'CAT-09', 'CAT-12'],
    title: 'The names that a brand and a model show find that model, of that brand',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const [brand, model] = [await knownBrand(t), await knownModel(t)]
      const again = await t.get(modelSearch(brand.name, model.name), { accept: t.types.json })
      named(t, again, model.name)
      const { Marca: of } = t.object(again)
      t.assert(sameInAnyCase(of, brand.name), `Marca ${brand.name}`, of, again)
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-with-its-body-style',
    statements: ['CAT-07', 'CAT-12'],
    title: 'bodystyle accepts the name of a body style that the model has',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownModel(t)
      const { Marca: brand, Carrocerias: styles } = body
      const [style] = Array.isArray(styles) ? styles : []
      if (typeof brand !== 'string' || typeof style !== 'string')
        return t.skip('the model shows no body style')
      named(t, await t.get(modelSearch(brand, name, style), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-body-style-that-matches-nothing',
    statements: ['CAT-07', 'CAT-12'],
    title: 'A bodystyle that matches nothing is refused, or ignored by the search',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      await knownModel(t)
      const answer = await t.get(`${await knownModelSearch(t)}&bodystyle=${NOTHING}`, {
        accept: t.types.json,
      })
      t.status(answer, 200, 400, 404)
      const { status } = answer.response
      if (status === 200) t.shape(answer, ModelShape)
      if (status !== 404) t.learn('catalogue/bodystyle-no-match', status === 400 ? '400' : 'ignored', answer)
    },
  }),
  clause({
    id: 'catalogue/listed-models-are-found-within-their-brand',
    statements: ['CAT-07', 'CAT-09', 'CAT-12'],
    title: 'make and model find the models that the list of a brand shows, and none of another brand',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const brands = await listedModels(t)
      if (brands.length === 0) t.skip('no brand leads to its models')
      for (const [i, { brand, models }] of brands.entries()) {
        for (const model of models) {
          const answer = await t.get(modelSearch(brand, model), { accept: t.types.json })
          named(t, answer, model)
          const { Marca: of } = t.object(answer)
          t.assert(sameInAnyCase(of, brand), `Marca ${brand}`, of, answer)
        }
        const { brand: other = brand } = brands[i + 1] ?? {}
        const [model] = models
        if (model === undefined || other === brand) continue
        const strange = await t.get(modelSearch(other, model), { accept: t.types.json })
        if (strange.response.status !== 200) continue
        const { Marca: of } = t.object(strange)
        t.assert(sameInAnyCase(of, other), `a model of ${other}, or none`, of, strange)
      }
    },
  }),
  needs('brand-needs-make', { search: 'marcas', missing: 'make', given: () => ({}) }),
  needs('model-needs-make', { search: 'modelos', missing: 'make', given: ({ model }) => ({ model }) }),
  needs('model-needs-model', {
    search: 'modelos',
    missing: 'model',
    given: ({ brand }) => ({ make: brand }),
  }),
  unmatched('brand-without-a-match', 'marcas', BrandShape, () => brandSearch(NOTHING)),
  unmatched('model-without-a-match', 'modelos', ModelShape, (brand) => modelSearch(brand, NOTHING)),
]
