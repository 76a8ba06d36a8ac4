import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { matchBrand, matchModel } from '../../src/model/domain/catalogue/brand-model-match.ts'
import { identifyCar, type ResolutionRules } from '../../src/model/domain/catalogue/car-resolution.ts'
import { REGION_FORMS } from '../../src/model/domain/catalogue/named-match.ts'
import { matchRegion } from '../../src/model/domain/catalogue/place-resolution.ts'
import { readCatalogue } from '../../src/sandbox/fixtures/catalogue.ts'

/** A typed brand, model or version, and the car it means. The lists were written before the matcher. */
const typedNameSchema = z.strictObject({
  make: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  brand: z.string(),
  expected: z.string().optional(),
})
type TypedName = z.infer<typeof typedNameSchema>

const readList = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))
const typedNames = (name: string): readonly TypedName[] => z.array(typedNameSchema).parse(readList(name))
const everydayTexts = (name: string): readonly string[] => z.array(z.string()).parse(readList(name))

const catalogue = readCatalogue()
const RULES: ResolutionRules = {
  keepsUnresolved: false,
  requiresNames: true,
  ordinaryWordsName: false,
  malformed: [false, false],
}

it('at least 97 % of 200 typed names are found first', () => {
  expectFound('typed-names', 200, 0.97)
})

it('at most 1 % of 300 everyday texts are taken for a car or a brand', () => {
  expectNoCar('everyday-texts', 300, 0.01)
})

it('at least 95 % of 100 typed names are found first that were listed after the matcher', () => {
  expectFound('typed-names-2', 100, 0.95)
})

it('at most 1 % of 100 everyday texts are taken for a car that were listed after the matcher', () => {
  expectNoCar('everyday-texts-2', 100, 0.01)
})

it('at least 97 % of 175 further typed names are found first', () => {
  expectFound('typed-names-3', 175, 0.97)
})

it('at most 1 % of 200 further everyday texts are taken for a car', () => {
  expectNoCar('everyday-texts-3', 200, 0.01)
})

it('at least 97 % of 40 typed regions are found', () => {
  const typed = z.array(z.tuple([z.string(), z.string()])).parse(readList('typed-regions'))
  const missed = typed.filter(([text, name]) => {
    const found = matchRegion(catalogue.regions, text, REGION_FORMS)
    return found.kind !== 'one' || found.entry.Nombre !== name
  })
  console.info(`regions: ${typed.length - missed.length} of ${typed.length} found; missed: ${missed}`)
  expect(1 - missed.length / typed.length).toBeGreaterThanOrEqual(0.97)
})

it('of 260 names without their last letter at least 250 are found', () => {
  const names = namesWithoutLastLetter()
  const every = names.length / 260
  const chosen = Array.from({ length: 260 }, (_, at) => names[Math.floor(at * every)]!)
  const missed = chosen.filter(({ typed, wanted, find }) => find(typed) !== wanted)
  console.info(
    `last letter dropped: ${260 - missed.length} of 260; missed: ${missed.map(({ typed }) => typed)}`,
  )
  expect(new Set(chosen).size).toBe(260)
  expect(260 - missed.length).toBeGreaterThanOrEqual(250)
})

function expectFound(list: string, least: number, rate: number) {
  const names = typedNames(list)
  const missed = names.flatMap((name) => {
    const found = foundCars(name)
    const wanted = [name.brand, name.expected].filter((part) => part !== undefined).join('/')
    const wrong = found.filter((one) => one !== wanted)
    return wrong.length === 0 ? [] : [`${name.make} ${name.model} ${name.version}: ${wrong[0]}`]
  })
  console.info(
    `${list}: ${names.length - missed.length} of ${names.length} found; missed:\n${missed.join('\n')}`,
  )
  expect(names.length).toBeGreaterThanOrEqual(least)
  expect(1 - missed.length / names.length).toBeGreaterThanOrEqual(rate)
}

function expectNoCar(list: string, least: number, rate: number) {
  const texts = everydayTexts(list)
  const taken = texts.flatMap((text) => {
    const brand = oneName(matchBrand(catalogue, text))
    const car = createdCar({ version: text, brand: '' })
    return brand === undefined && car === undefined ? [] : [`${text}: ${brand ?? car}`]
  })
  console.info(`${list}: ${taken.length} of ${texts.length} give a car:\n${taken.join('\n')}`)
  expect(texts.length).toBeGreaterThanOrEqual(least)
  expect(taken.length / texts.length).toBeLessThanOrEqual(rate)
}

/** Returns what the best-match search and a create make of the names. */
function foundCars(name: TypedName): readonly (string | undefined)[] {
  const { make, model, version } = name
  if (version !== undefined) return [createdCar(name)]
  const brand = matchBrand(catalogue, make ?? '')
  if (model === undefined || brand.kind !== 'one') return [oneName(brand)]
  const found = oneName(matchModel(catalogue, model, { brand: brand.entry }))
  return [`${brand.entry.Nombre}/${found}`, createdCar(name)]
}

const oneName = (match: ReturnType<typeof matchBrand> | ReturnType<typeof matchModel>): string | undefined =>
  match.kind === 'one' ? match.entry.Nombre : undefined

/** Returns brand and model of a create; undefined when it is refused. */
function createdCar({ make, model, version }: TypedName): string | undefined {
  const sent = { Marca: make, Modelo: model, Version: version }
  const { car, issues } = identifyCar(catalogue, sent, RULES)
  return issues.hasIssues ? undefined : `${car.Marca}/${car.Modelo}`
}

function namesWithoutLastLetter() {
  const brands = catalogue.brands.map((brand) => ({
    name: brand.Nombre,
    others: catalogue.brands.filter((one) => one !== brand),
    find: (typed: string) => oneName(matchBrand(catalogue, typed)),
  }))
  const models = catalogue.models.map((model) => ({
    name: model.Nombre,
    others: model.brand.models.filter((one) => one !== model),
    find: (typed: string) => oneName(matchModel(catalogue, typed, { brand: model.brand })),
  }))
  return [...brands, ...models]
    .filter(({ name }) => /^\p{L}{4,}$/u.test(name))
    .map(({ name, others, find }) => ({ wanted: name, typed: name.slice(0, -1).toLowerCase(), others, find }))
    .filter(
      ({ typed, others }) => !others.some(({ Nombre, codenames }) => [Nombre, ...codenames].includes(typed)),
    )
}
