import * as z from 'zod'
import { brandTraits, codenameFacts, modelFacts } from '../domain/catalogue/brand-facts.ts'

/** What the files under `fixtures/` must hold. Only tests and editors of facts pay for this. */

const named = z.strictObject({ Nombre: z.string().min(1), codenames: z.array(codenameFacts).min(1) })

const isoRegion = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'expected an ISO 3166-2 code such as AR-B')

const files = {
  brands: {
    path: 'catalogue/brands.json',
    entry: z.strictObject({ ...brandTraits.shape, models: z.array(modelFacts).min(1) }),
  },
  fuels: { path: 'catalogue/fuels.json', entry: named },
  bodyStyles: { path: 'catalogue/body-styles.json', entry: named },
  regions: { path: 'places/regions.json', entry: z.strictObject({ ...named.shape, Iso: isoRegion }) },
  cities: {
    path: 'places/cities.json',
    entry: z.strictObject({ region: isoRegion, cities: z.array(z.string().min(1)).min(1) }),
  },
  currencies: {
    path: 'places/currencies.json',
    entry: z.strictObject({
      Nombre: z.string().min(1),
      codenames: z.tuple([z.string().regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code such as ARS')], codenameFacts),
      Simbolo: z.string().min(1),
    }),
  },
} as const

export type FactFile = keyof typeof files

/** The content of every file under `fixtures/catalogue` and `fixtures/places`. */
export type CatalogueFacts = { readonly [K in FactFile]: readonly z.infer<(typeof files)[K]['entry']>[] }

/** The facts, typed, when they are sound; throws an error that lists every fault by file, entry and what was expected. */
export const checkFacts = (facts: Readonly<Record<FactFile, unknown>>): CatalogueFacts => {
  const shapes = z.object({
    brands: z.array(files.brands.entry),
    fuels: z.array(files.fuels.entry),
    bodyStyles: z.array(files.bodyStyles.entry),
    regions: z.array(files.regions.entry),
    cities: z.array(files.cities.entry),
    currencies: z.array(files.currencies.entry),
  })
  const checked = shapes.safeParse(facts)
  const faults = checked.success
    ? faultyReferences(checked.data)
    : checked.error.issues.map(({ path, message }) => {
        const [file, ...inside] = path
        return `${pathOf(file)}: ${entryAt(facts, path)}: ${inside.join('.')}: ${message}`
      })
  if (faults.length > 0 || !checked.success) throw new Error(`fixtures are not sound:\n${faults.join('\n')}`)
  return checked.data
}

const pathOf = (file: PropertyKey | undefined): string =>
  Object.entries(files).find(([key]) => key === file)?.[1].path ?? String(file)

/** The names met on the way to a fault, e.g. `Fiat, Cronos`. */
const entryAt = (facts: unknown, path: readonly PropertyKey[]): string => {
  const names: string[] = []
  let here = facts
  for (const step of path) {
    here = typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined
    const label =
      typeof here === 'object' && here !== null ? (Reflect.get(here, 'Nombre') ?? Reflect.get(here, 'region')) : 0
    if (typeof label === 'string') names.push(label)
  }
  return names.join(', ') || 'unnamed entry'
}

const faultyReferences = (facts: CatalogueFacts): string[] => {
  const fuels = new Set(facts.fuels.map((fuel) => fuel.Nombre))
  const bodyStyles = new Set(facts.bodyStyles.map((style) => style.Nombre))
  const regions = new Set(facts.regions.map((region) => region.Iso))
  const ofModels = facts.brands.flatMap((brand) =>
    brand.models.flatMap(({ Nombre, engines, bodies, years: [from, to] }) => {
      const where = `${files.brands.path}: ${brand.Nombre}, ${Nombre}`
      const strangers = (kind: string, known: ReadonlySet<string>, given: readonly string[]) =>
        given.filter((one) => !known.has(one)).map((one) => `${where}: expected a known ${kind}, got ${one}`)
      return [
        ...strangers(
          'fuel',
          fuels,
          engines.map((engine) => engine[2]),
        ),
        ...strangers('body style', bodyStyles, bodies),
        ...(to !== null && to < from ? [`${where}: expected years in order, got ${from} to ${to}`] : []),
      ]
    }),
  )
  const ofCities = facts.cities
    .filter((entry) => !regions.has(entry.region))
    .map((entry) => `${files.cities.path}: ${entry.region}: expected the Iso of a region in ${files.regions.path}`)
  return [...ofModels, ...ofCities]
}
