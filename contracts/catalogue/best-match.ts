import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { BRAND, brandFor, knownBrand, knownModel, listBehind, MODEL, modelFor } from '../support/catalogue-walk.ts'
import { entriesOf, membersOf } from '../support/links.ts'
import { Brand, Model } from '../support/response-shapes.ts'
import { problemIn } from '../support/problem-body.ts'

/** No brand, model or body style is called so. */
const NOTHING = 'zzqxjvkw'

const named = (t: ClauseContext, answer: Exchange, name: string): void => {
  t.status(answer, 200)
  const { Nombre: found } = t.object(answer)
  t.assert(found === name, `Nombre ${name}`, found, answer)
}

/** The address that a ref gives: as a path, and whole. Skips when it is not a plain address. */
const addressesOf = async (t: ClauseContext, path: string): Promise<readonly string[]> => {
  const { href } = membersOf((await t.get(path, { accept: t.types.ref })).json)
  if (typeof href !== 'string' || /[?#{]/.test(href)) return t.skip('no ref gives a plain address')
  const whole = resolveHref(t.target, href)
  t.assert(URL.canParse(whole), 'an href that is a URI', href)
  return [new URL(whole).pathname, whole]
}

const needs = (id: string, path: string, missing: string): Clause =>
  clause({
    id: `catalogue/${id}`,
    statements: [path.includes('modelos') ? 'CAT-07' : 'CAT-08', 'ERR-01', 'ERR-03'],
    title: `${path} is refused with 400: ${missing} is required`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.get(path)
      t.status(answer, 400)
      problemIn(t, answer)
    },
  })

/** A search for what does not exist; whether a service finds something like it all the same is open. */
const unmatched = (id: string, path: string, shape: typeof Brand | typeof Model): Clause =>
  clause({
    id: `catalogue/${id}`,
    statements: [path.includes('modelos') ? 'CAT-07' : 'CAT-08', 'CAT-12'],
    title: `${path} is answered 400, 404 or an entry of the catalogue`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.get(path, { accept: t.types.json })
      t.status(answer, 200, 400, 404)
      const { status } = answer.response
      if (status === 200) t.shape(answer, shape)
      else t.learn('catalogue/no-match', `${status}`, answer)
    },
  })

/** The two documented searches (CAT-07, CAT-08, CAT-12). */
export const catalogueBestMatch: readonly Clause[] = [
  clause({
    id: 'catalogue/a-listed-brand-is-found-by-name',
    statements: ['CAT-08', 'CAT-12', 'CAT-11'],
    title: 'make takes the full name of a brand that the list shows',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const list = await listBehind(t, 'Marcas')
      const name = entriesOf(list.json)
        .map((entry) => membersOf(entry).Nombre)
        .find((one) => typeof one === 'string')
      if (typeof name !== 'string') return t.skip('the list shows no name of a brand')
      named(t, await t.get(brandFor(name), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-brand-is-found-by-codename',
    statements: ['CAT-08', 'CAT-12', 'COM-11'],
    title: 'make takes a codename',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownBrand(t)
      const { Codenames: codenames } = body
      const [codename] = Array.isArray(codenames) ? codenames : []
      if (typeof codename !== 'string') return t.skip('the brand has no codename')
      named(t, await t.get(brandFor(codename), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-brand-is-found-by-address',
    statements: ['CAT-08', 'CAT-12', 'COM-11'],
    title: 'make takes an api-url and its path',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name } = await knownBrand(t)
      for (const address of await addressesOf(t, BRAND)) {
        named(t, await t.get(brandFor(address), { accept: t.types.json }), name)
      }
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-by-codename',
    statements: ['CAT-07', 'CAT-12', 'COM-11'],
    title: 'model takes a codename',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownModel(t)
      const { Marca: brand, Codename: codename } = body
      if (typeof brand !== 'string' || typeof codename !== 'string') return t.skip('the model has no codename')
      named(t, await t.get(modelFor(brand, codename), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-by-address',
    statements: ['CAT-07', 'CAT-12', 'COM-11'],
    title: 'make and model take an api-url and its path',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name } = await knownModel(t)
      const makes = await addressesOf(t, BRAND)
      const models = await addressesOf(t, MODEL)
      for (const [i, model] of models.entries()) {
        named(t, await t.get(modelFor(makes[i] ?? '', model), { accept: t.types.json }), name)
      }
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-within-its-brand',
    statements: ['CAT-07', 'CAT-09', 'CAT-12'],
    title: 'the names that a brand and a model show find that model, of that brand',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const [brand, model] = [await knownBrand(t), await knownModel(t)]
      const again = await t.get(modelFor(brand.name, model.name), { accept: t.types.json })
      named(t, again, model.name)
      const { Marca: of } = t.object(again)
      t.assert(String(of).toLowerCase() === brand.name.toLowerCase(), `Marca ${brand.name}`, of, again)
    },
  }),
  clause({
    id: 'catalogue/a-model-is-found-with-its-body-style',
    statements: ['CAT-07', 'CAT-12'],
    title: 'bodystyle takes the name of a body style that the model has',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { name, body } = await knownModel(t)
      const { Marca: brand, Carrocerias: styles } = body
      const [style] = Array.isArray(styles) ? styles : []
      if (typeof brand !== 'string' || typeof style !== 'string') return t.skip('the model shows no body style')
      named(t, await t.get(modelFor(brand, name, style), { accept: t.types.json }), name)
    },
  }),
  clause({
    id: 'catalogue/a-body-style-that-matches-nothing',
    statements: ['CAT-07', 'CAT-12'],
    title: 'a bodystyle that matches nothing is refused, or the search goes on without it',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      await knownModel(t)
      const answer = await t.get(`${MODEL}&bodystyle=${NOTHING}`, { accept: t.types.json })
      t.status(answer, 200, 400, 404)
      const { status } = answer.response
      if (status === 200) t.shape(answer, Model)
      if (status !== 404) t.learn('catalogue/bodystyle-no-match', status === 400 ? '400' : 'ignored', answer)
    },
  }),
  needs('brand-needs-make', '/v3/marcas/bestmatch', 'make'),
  needs('model-needs-make', '/v3/modelos/bestmatch?model=Polo', 'make'),
  needs('model-needs-model', '/v3/modelos/bestmatch?make=Volkswagen', 'model'),
  unmatched('brand-without-a-match', brandFor(NOTHING), Brand),
  unmatched('model-without-a-match', modelFor('Volkswagen', NOTHING), Model),
]
