import { resolveHref } from '../../src/kit/target/target.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Marca, Modelo, Ref, VersionRef } from '../../src/wire/answers.ts'
import { entriesOf, follow } from './link-block.ts'

/** One entry of the catalogue, and the texts by which a request may name it. */
export interface Named {
  readonly name: string
  readonly forms: Readonly<Record<Form, string | undefined>>
}

export const FORMS = ['id', 'api-url', 'api-url-path', 'name', 'codename'] as const
export type Form = (typeof FORMS)[number]

/** The forms that an address gives. An id is taken from it only where it ends in a number. */
const formsOf = (t: ClauseContext, href: string | undefined, name: string, codename: string | undefined): Named => {
  const url = href === undefined ? undefined : resolveHref(t.target, href)
  const path = url === undefined ? undefined : apiPath(t, url)
  const id = path === undefined ? undefined : /\/(\d+)$/.exec(path)?.[1]
  return { name, forms: { id, 'api-url': url, 'api-url-path': path, name, codename } }
}

/** The path of an absolute URL from `/v3` on, with its query. */
const apiPath = (t: ClauseContext, url: string): string => {
  t.assert(URL.canParse(url), 'an href that is a URI', url)
  const { pathname, search } = new URL(url)
  const below = new URL(t.target.base).pathname.replace(/\/$/, '')
  return `${below !== '' && pathname.startsWith(`${below}/`) ? pathname.slice(below.length) : pathname}${search}`
}

const query = (text: unknown): string => encodeURIComponent(String(text))

/** The brand of the run's listing, by the best-match that the description has for it; skips when it is not found. */
export const brandOf = async (t: ClauseContext): Promise<Named> => {
  const listing = await t.session.samplePublication()
  const target = `/v3/marcas/bestmatch?make=${query(listing.Marca)}`
  const full = Marca.safeParse((await t.get(target)).json)
  if (!full.success) return t.skip('the brand of the listing is not found')
  return formsOf(t, await hrefAt(t, target), full.data.Nombre, full.data.Codenames[0])
}

/** The model of the run's listing. */
export const modelOf = async (t: ClauseContext): Promise<Named> => {
  const { Nombre, Codename } = await fullModel(t)
  return formsOf(t, await hrefAt(t, modelTarget(await t.session.samplePublication())), Nombre, Codename)
}

const fullModel = async (t: ClauseContext) => {
  const full = Modelo.safeParse((await t.get(modelTarget(await t.session.samplePublication()))).json)
  return full.success ? full.data : t.skip('the model of the listing is not found')
}

const modelTarget = ({ Marca: make, Modelo: model }: Readonly<Record<string, unknown>>): string =>
  `/v3/modelos/bestmatch?make=${query(make)}&model=${query(model)}`

/** The address that the ref form tells: it needs no relation name. */
const hrefAt = async (t: ClauseContext, target: string): Promise<string | undefined> => {
  const ref = Ref.safeParse((await t.get(target, { accept: t.types.ref })).json)
  return ref.success ? ref.data.href : undefined
}

/** A known version of the listing's model that a car of the listing's year may be, with that year; by walking links. */
export const versionOf = async (t: ClauseContext): Promise<Named & { readonly year: number }> => {
  const listing = await t.session.samplePublication()
  const year = Number(listing.VersionYear)
  const list = await follow(t, (await fullModel(t)).Versiones, { accept: t.types.ref })
  for (const entry of entriesOf(list)) {
    const ref = VersionRef.safeParse(entry)
    if (!ref.success || (ref.data.VersionYear !== null && Math.abs(year - ref.data.VersionYear) > 1)) continue
    const { Version, href } = ref.data
    return { ...formsOf(t, href, Version, undefined), year: ref.data.VersionYear ?? year }
  }
  return t.skip('no known version of the model and year is listed')
}

/** A fuel type that some version of the listing's model has, so that nothing contradicts it. */
export const fuelOf = async (t: ClauseContext): Promise<Named> => {
  const { Versiones } = await fullModel(t)
  const [version] = entriesOf(await follow(t, Versiones))
  return listedAs(t, 'Propulsiones', textAt(version, 'Propulsion'))
}

/** A body style that the listing's model has. */
export const bodyStyleOf = async (t: ClauseContext): Promise<Named> =>
  listedAs(t, 'Carrocerias', (await fullModel(t)).Carrocerias[0])

/** The first currency of the list. */
export const currencyOf = async (t: ClauseContext): Promise<Named> => listedAs(t, 'Monedas', undefined)

/** The entry of that name in a list behind the entry point, else the first. The list's shape is link-only, so only what is there is taken. */
const listedAs = async (
  t: ClauseContext,
  block: 'Propulsiones' | 'Carrocerias' | 'Monedas',
  wanted: string | undefined,
): Promise<Named> => {
  const list = await follow(t, t.object(await t.get('/v3'))[block])
  const named = entriesOf(list).flatMap((entry) => {
    const name = textAt(entry, 'Nombre') ?? textAt(entry, 'title')
    const href = textAt(entry, 'href') ?? textAt(entry, '_links', 'self', 'href')
    return name === undefined ? [] : [formsOf(t, href, name, textAt(entry, 'Codename'))]
  })
  return (
    named.find(({ name }) => name === wanted) ?? named[0] ?? t.skip(`nothing with a name is listed behind ${block}`)
  )
}

const textAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = path.reduce<unknown>(
    (here, step) => (typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined),
    value,
  )
  return typeof found === 'string' && found !== '' ? found : undefined
}
