import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { tokenize } from '../../src/lib/text/fuzzy-text.ts'
import { searchCars } from '../../src/model/domain/catalogue/car-search.ts'
import type { Brand, Model, Version } from '../../src/model/world/catalogue.ts'
import { readCatalogue } from '../../src/sandbox/fixtures/catalogue.ts'

const joinTokens = (text: string): string => tokenize(text).join('')

/** A typed text and the expected first result. The queries were collected before the search was written. */
const querySchema = z.strictObject({
  text: z.string().min(1),
  brand: z.string(),
  /** Of several names, the first one in the catalogue: `Gol Trend` if it exists, else `Gol`. */
  model: z.union([z.string(), z.array(z.string())]).optional(),
  /** Words that the names of model and version must contain. */
  words: z.string().optional(),
  year: z.int().optional(),
  transmission: z.string().optional(),
  fuel: z.string().optional(),
})
type Query = z.infer<typeof querySchema>

const queries = z
  .array(querySchema)
  .parse(JSON.parse(readFileSync(new URL('queries.json', import.meta.url), 'utf8')))
const catalogue = readCatalogue()

/** Required share of queries whose first result is the expected car. */
const MIN_RATE = 0.95

it('at least 95 % of the queries find the expected brand, model and version first', () => {
  const missed = queries.flatMap(missOf)
  const rate = 1 - missed.length / queries.length
  const lacking = queries.filter(isLacking).map(({ text }) => text)
  console.info(
    `first-hit rate ${(100 * rate).toFixed(1)} % of ${queries.length} texts; missed:\n${missed.join('\n')}`,
  )
  console.info(`judged by brand and model, since no version has all that they say: ${lacking.join(', ')}`)
  expect(queries.length).toBeGreaterThanOrEqual(120)
  expect(rate).toBeGreaterThanOrEqual(MIN_RATE)
})

/**
 * Returns a line with the wrong result, or undefined. A brand or model that the catalogue lacks counts as
 * wrong.
 */
function missOf(query: Query): readonly string[] {
  const brand = catalogue.brands.find(({ Nombre }) => Nombre === query.brand)
  const model = brand && modelMeant(query, brand)
  const found = searchCars(catalogue, query.text)
  const first = found.version ?? found.candidates[0]
  const isModelFound = query.model === undefined || (model !== undefined && found.model === model)
  const isFound = brand !== undefined && found.brand === brand && isModelFound && isMeant(query, first, model)
  if (isFound) return []
  const instead = [found.brand, found.model, first].map((entry) => entry?.Nombre ?? 'none').join(' / ')
  return [`  ${query.text}: ${instead}`]
}

function modelMeant({ model }: Query, brand: Brand): Model | undefined {
  const names = [model ?? []].flat().map(joinTokens)
  return names
    .map((name) => brand.models.find(({ Nombre }) => joinTokens(Nombre) === name))
    .find((one) => one !== undefined)
}

function isLacking(query: Query): boolean {
  const brand = catalogue.brands.find(({ Nombre }) => Nombre === query.brand)
  const model = brand && modelMeant(query, brand)
  return model !== undefined && !model.versions.some((version) => hasFacts(query, version))
}

/** True when the version meets every condition of the query that some version of the model meets. */
function isMeant(query: Query, first: Version | undefined, model: Model | undefined): boolean {
  const isRight = (version: Version) => hasFacts(query, version)
  return !model?.versions.some(isRight) || (first !== undefined && isRight(first))
}

function hasFacts({ words, year, transmission, fuel }: Query, version: Version): boolean {
  const name = `${version.model.Nombre} ${version.Nombre}`
  const has = (word: string) =>
    tokenize(name).includes(word) || (word.length > 2 && joinTokens(name).includes(word))
  return (
    tokenize(words ?? '').every(has) &&
    (year ?? version.VersionYear) === version.VersionYear &&
    (transmission ?? version.Transmision) === version.Transmision &&
    version.Propulsion.startsWith(fuel ?? '')
  )
}
