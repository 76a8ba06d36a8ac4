import { Marca, Modelo, Ref, VersionRef } from '../../src/api/wire/response-schemas.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { entriesOf, openLinkIn, ownAddress } from '../../src/kit/target/links.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { foldedWords, foldText } from '../../src/lib/text/folded-text.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { brandSearch, knownCar, modelSearch } from './catalogue-entries.ts'
import { followBlock } from './link-block.ts'

/** An entry of the catalogue, with the texts that name it in requests (COM-11). */
export interface ReferencedEntry {
  readonly name: string
  readonly forms: Readonly<Record<ReferenceForm, string | undefined>>
}

/** The forms of a reference to an entry of the catalogue (CAT-12). */
export const REFERENCE_FORMS = ['id', 'api-url', 'api-url-path', 'name', 'codename'] as const
/** One of the forms of a reference. */
export type ReferenceForm = (typeof REFERENCE_FORMS)[number]

/** Returns the last segment of an address if it has a digit and no part of the names; else undefined. */
const ownSegment = (path: string, names: readonly (string | undefined)[]): string | undefined => {
  const segment = /\/([^/?{}]*\d[^/?{}]*)$/.exec(path)?.[1]
  const words = names.flatMap(foldedWords).filter((word) => word.length > 1)
  return segment && !words.some((word) => bare(segment).includes(word)) ? segment : undefined
}

/**
 * Returns whether best-match accepts the last segment of an address for a brand or a model; then it is an id
 * for both. The run tries it once.
 */
const takesSegments = async (t: ClauseContext): Promise<boolean> => {
  const { brand, model } = await knownCar(t)
  const searches = [
    { name: brand, pathOf: brandSearch },
    { name: model, pathOf: (text: string) => modelSearch(brand, text) },
  ]
  for (const { name, pathOf } of searches) {
    const href = await hrefAt(t, pathOf(name))
    const segment = href === undefined ? undefined : ownSegment(href, [brand, model])
    if (segment === undefined) continue
    const found = await t.get(pathOf(segment), { accept: t.types.json })
    if (found.response.status === 200 && sameInAnyCase(membersOf(found.json).Nombre, name)) return true
  }
  return false
}

/**
 * Returns the id that an address ends in: a number, or another segment unlike the names if the service is
 * known to accept one.
 */
const idIn = async (
  t: ClauseContext,
  path: string,
  names: readonly (string | undefined)[],
): Promise<string | undefined> => {
  const segment = /\/\d+$/.test(path) ? path.split('/').at(-1) : ownSegment(path, names)
  if (segment === undefined || /^\d+$/.test(segment)) return segment
  return (await t.once(takesSegments)) ? segment : undefined
}

/** Derives the forms from an address. */
export const referenceFormsOf = async (
  t: ClauseContext,
  href: string | undefined,
  name: string,
  codename: string | undefined,
): Promise<ReferencedEntry> => {
  const url = href === undefined ? undefined : resolveHref(t.target, href)
  const path = url === undefined ? undefined : apiPath(t, url)
  const id = path === undefined ? undefined : await idIn(t, path, [name, codename])
  const shown = path === undefined || url === undefined ? undefined : await apiUrlPath(t, url, path)
  return { name, forms: { id, 'api-url': url, 'api-url-path': shown, name, codename } }
}

/** Returns path and query of an absolute URL, from `/v3` on. */
export const apiPath = (t: ClauseContext, url: string): string => {
  t.assert(isUrl(url), 'an href that is a URI', url)
  const { pathname, search } = new URL(url)
  const below = new URL(t.target.base).pathname.replace(/\/$/, '')
  return `${below !== '' && pathname.startsWith(`${below}/`) ? pathname.slice(below.length) : pathname}${search}`
}

/**
 * Returns the api-url-path of an entry. The description does not show where the path begins: at `/v3`, or
 * with the path of the base URL before it. The run tries both with best-match and a create; undefined when
 * the service accepts neither anywhere.
 */
export const apiUrlPath = async (
  t: ClauseContext,
  url: string,
  path: string,
): Promise<string | undefined> => {
  const found = await t.once(findPathForm)
  return found === 'unknown' ? undefined : found === 'below' ? path : wholePath(url)
}

const wholePath = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const findPathForm = async (t: ClauseContext): Promise<'below' | 'whole' | 'unknown'> => {
  const { brand, model } = await knownCar(t)
  // If brand or model is never found by its path, the other one shows which path is right.
  const searches = [
    { name: brand, pathOf: brandSearch },
    { name: model, pathOf: (text: string) => modelSearch(brand, text) },
  ]
  let brandForms: readonly (readonly ['below' | 'whole', string])[] = []
  for (const { name, pathOf } of searches) {
    const href = await hrefAt(t, pathOf(name))
    if (href === undefined) continue
    const url = resolveHref(t.target, href)
    const forms = [['below', apiPath(t, url)] as const, ['whole', wholePath(url)] as const]
    if (name === brand) brandForms = forms
    for (const [form, text] of forms) {
      const found = await t.get(pathOf(text), { accept: t.types.json })
      if (found.response.status === 200 && sameInAnyCase(membersOf(found.json).Nombre, name)) return form
    }
  }
  if (brandForms.length === 0) return 'below'
  if (t.session.isReadOnly) return 'below'
  for (const [form, Marca] of brandForms) {
    const made = await t.create({ Marca, Activa: false })
    if (made.response.status === 201) return form
  }
  return 'unknown'
}

const encodedQuery = (text: unknown): string => encodeURIComponent(String(text))

/**
 * Finds the brand of the sample publication by best-match (CAT-08). Skips when the target does not find it.
 */
export const sampleBrand = async (t: ClauseContext): Promise<ReferencedEntry> => {
  const { Marca: name } = await t.session.samplePublication()
  return (await brandNamed(t, String(name))) ?? t.skip('the brand of the listing is not found')
}

/** Finds a brand by its name; undefined when best-match does not. */
export const brandNamed = async (t: ClauseContext, brand: string): Promise<ReferencedEntry | undefined> => {
  const full = Marca.safeParse((await t.get(brandSearch(brand), { accept: t.types.json })).json)
  if (!full.success) return undefined
  const { Nombre, Codenames } = full.data
  const codename = Codenames.find((one) => isOtherWord(one, Nombre)) ?? Codenames[0]
  return referenceFormsOf(t, await hrefAt(t, brandSearch(brand)), Nombre, codename)
}

/** Finds a model by the names of brand and model; undefined when best-match does not. */
export const modelNamed = async (
  t: ClauseContext,
  brand: string,
  model: string,
): Promise<(ReferencedEntry & { readonly bodyStyles: readonly string[] }) | undefined> => {
  const search = modelSearch(brand, model)
  const full = Modelo.safeParse((await t.get(search, { accept: t.types.json })).json)
  if (!full.success) return undefined
  const { Nombre, Codename, Carrocerias } = full.data
  return {
    ...(await referenceFormsOf(t, await hrefAt(t, search), Nombre, Codename)),
    bodyStyles: Carrocerias,
  }
}

/** Returns whether a codename is more than the name in other letters. */
export const isOtherWord = (codename: string, name: string): boolean => bare(codename) !== bare(name)

const bare = (text: string): string => foldText(text).replace(/[^a-z0-9]/g, '')

/** Finds the model of the sample publication by best-match (CAT-07). */
export const sampleModel = async (t: ClauseContext): Promise<ReferencedEntry> => {
  const { Nombre, Codename } = await fullModel(t)
  return referenceFormsOf(
    t,
    await hrefAt(t, modelTarget(await t.session.samplePublication())),
    Nombre,
    Codename,
  )
}

const fullModel = async (t: ClauseContext) => {
  const full = Modelo.safeParse((await t.get(modelTarget(await t.session.samplePublication()))).json)
  return full.success ? full.data : t.skip('the model of the listing is not found')
}

const modelTarget = ({ Marca: make, Modelo: model }: Readonly<Record<string, unknown>>): string =>
  `/v3/modelos/bestmatch?make=${encodedQuery(make)}&model=${encodedQuery(model)}`

/** Returns the `href` of the ref form, which needs no relation name. */
const hrefAt = async (t: ClauseContext, target: string): Promise<string | undefined> => {
  const ref = Ref.safeParse((await t.get(target, { accept: t.types.ref })).json)
  return ref.success ? ref.data.href : undefined
}

/**
 * Finds the version of the sample model whose year is nearest to the sample's, by following links. Its
 * `members` make it a plausible car: an older version is a used one.
 */
export const sampleVersion = async (
  t: ClauseContext,
): Promise<ReferencedEntry & { readonly members: Readonly<Record<string, unknown>> }> => {
  const now = await t.session.targetYear()
  const list = await followBlock(t, (await fullModel(t)).Versiones, { accept: t.types.ref })
  const refs = entriesOf(list.json).flatMap((entry) => {
    const ref = VersionRef.safeParse(entry)
    return ref.success && ref.data.Version !== null ? [ref.data] : []
  })
  const distance = ({ VersionYear }: { VersionYear: number | null }) => Math.abs(now - (VersionYear ?? now))
  const [nearest] = [...refs].sort((one, other) => distance(one) - distance(other))
  if (!nearest) return t.skip('no version of the known model is listed')
  const { Version, href, VersionYear } = nearest
  const codename = textAt((await t.get(href, { accept: t.types.json })).json, 'Codename')
  return {
    ...(await referenceFormsOf(t, href, Version, codename)),
    members: await membersOfYear(t, VersionYear ?? now),
  }
}

/** Returns the year, with mileage and photos of a used car when the year is past (PUB-14, PUB-17). */
const membersOfYear = async (t: ClauseContext, year: number): Promise<Readonly<Record<string, unknown>>> => {
  const now = await t.session.targetYear()
  if (year >= now) return { VersionYear: year }
  const { Fotos } = await t.session.usedCar()
  return { VersionYear: year, Kilometraje: 10_000 * (now - year), Fotos }
}

/** Finds a fuel type of a version of the sample model, so that nothing contradicts it. */
export const sampleFuel = async (t: ClauseContext): Promise<ReferencedEntry> => {
  const { Versiones } = await fullModel(t)
  const [version] = entriesOf((await followBlock(t, Versiones)).json)
  return fuelNamed(t, textAt(version, 'Propulsion'))
}

/** Finds a fuel type by name in the list of them, else the first one. */
export const fuelNamed = (t: ClauseContext, name: string | undefined): Promise<ReferencedEntry> =>
  listedAs(t, 'Propulsiones', name)

/** Finds a body style of the sample model. */
export const sampleBodyStyle = async (t: ClauseContext): Promise<ReferencedEntry> =>
  bodyStyleNamed(t, (await fullModel(t)).Carrocerias[0])

/** Finds a body style by name in the list of them, else the first one. */
export const bodyStyleNamed = (t: ClauseContext, name: string | undefined): Promise<ReferencedEntry> =>
  listedAs(t, 'Carrocerias', name)

/**
 * Finds a model with several versions that agree in year, fuel, gearbox and body style, so that these data
 * identify none of them. Returns the members of a create that name the model and the data.
 */
export const ambiguousVersion = async (
  t: ClauseContext,
): Promise<{
  readonly members: Readonly<Record<string, unknown>>
  readonly versions: readonly string[]
}> => {
  for (const { brand, model } of (await t.session.catalogueCars()).slice(0, MAX_CARS)) {
    const full = Modelo.safeParse((await t.get(modelSearch(brand, model), { accept: t.types.json })).json)
    if (!full.success) continue
    const versions = entriesOf((await followBlock(t, full.data.Versiones, { accept: t.types.json })).json)
      .map(membersOf)
      .filter(({ VersionYear, Propulsion }) => typeof VersionYear === 'number' && isText(Propulsion))
    for (const { VersionYear, Propulsion, Transmision, Carroceria } of versions) {
      const data = { Propulsion, Transmision, Carroceria }
      const matching = versions.filter((one) =>
        Object.entries({ VersionYear, ...data }).every(([name, value]) => one[name] === value),
      )
      if (matching.length < 2) continue
      const year = await membersOfYear(t, Number(VersionYear))
      const names = versions.map(({ Nombre, Version }) => String(Nombre ?? Version))
      return { members: { Marca: brand, Modelo: model, ...data, ...year }, versions: names }
    }
  }
  return t.skip('no listed model has two versions with the same data')
}

const MAX_CARS = 6

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Finds the first currency of the list. */
export const sampleCurrency = async (t: ClauseContext): Promise<ReferencedEntry> =>
  listedAs(t, 'Monedas', undefined)

/**
 * Finds the entry with a name in a list behind the entry point, else its first entry. The description does
 * not show the list's shape.
 */
const listedAs = async (
  t: ClauseContext,
  block: 'Propulsiones' | 'Carrocerias' | 'Monedas',
  wanted: string | undefined,
): Promise<ReferencedEntry> => {
  const list = await followBlock(t, t.object(await t.get('/v3'))[block], {}, openLinkIn)
  const nameOf = (entry: unknown) => textAt(entry, 'Nombre') ?? textAt(entry, 'title')
  const named = entriesOf(list.json).filter((entry) => nameOf(entry) !== undefined)
  // Other resources may name an entry by its codename or its id.
  const isOtherNameOf = (entry: unknown, text: string) =>
    textAt(entry, 'Codename') === text || endsIn(ownAddress(entry), text)
  const entry =
    named.find((one) => nameOf(one) === wanted) ??
    named.find((one) => wanted !== undefined && isOtherNameOf(one, wanted)) ??
    named[0]
  const name = nameOf(entry) ?? t.skip(`nothing with a name is listed behind ${block}`)
  return referenceFormsOf(t, ownAddress(entry), name, textAt(entry, 'Codename'))
}

const endsIn = (href: string | undefined, segment: string): boolean =>
  href?.endsWith(`/${encodeURIComponent(segment)}`) ?? false

/** Returns whether a text that another resource shows is the name, the codename or the id of an entry. */
export const namesEntry = ({ name, forms }: ReferencedEntry, text: string): boolean =>
  name === text || forms.codename === text || endsIn(forms['api-url'], text)

const textAt = (value: unknown, name: string): string | undefined => {
  const text = membersOf(value)[name]
  return typeof text === 'string' && text !== '' ? text : undefined
}
