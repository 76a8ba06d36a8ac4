import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, isPlainGet, linkOfOwner, nextPageLink, ownLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { spread } from '../rules/catalogue-facts.ts'
import { brandSearch, collectionBehind, modelSearch } from '../support/catalogue-entries.ts'

/** Chooses records that differ in kind from others, because a mistake may affect only such a record. */

/** Maximum number of entries and pages of one list. */
const MAX_VARIED = 4
const MAX_PAGES = 3

type Members = Readonly<Record<string, unknown>>

/** Returns what is special about a value. */
const kindOf = (value: unknown): string => {
  if (value === null || value === '' || value === 0) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'no items' : 'items'
  if (typeof value !== 'string') return typeof value
  if (/^\d+$/.test(value)) return 'digits'
  if (/[&<>"']/.test(value)) return 'markup'
  return /[^ -~]/.test(value) ? 'letters beyond ASCII' : 'text'
}

/**
 * Returns the entries that differ in kind from those before them: without a year, or with digits, non-ASCII
 * letters or markup in a name.
 */
const variedEntries = (entries: readonly Members[], most = MAX_VARIED): readonly Members[] => {
  const seen = new Set<string>()
  const chosen: Members[] = []
  for (const entry of entries) {
    const { href: _href, _links, ...members } = entry
    const kinds = Object.entries(members).map(([name, value]) => `${name} ${kindOf(value)}`)
    if (chosen.length >= most || kinds.every((kind) => seen.has(kind))) continue
    for (const kind of kinds) seen.add(kind)
    chosen.push(entry)
  }
  return chosen
}

/** Returns the entries of a list, page after page. */
const entriesFrom = async (t: ClauseContext, first: Exchange): Promise<readonly Members[]> => {
  const entries = entriesOf(first.json).map(membersOf)
  let page = first
  for (let count = 1; count < MAX_PAGES; count++) {
    const href = nextPageLink(page.json, page.request.url)
    if (href === undefined) break
    page = await t.get(href, { accept: t.types.json })
    entries.push(...entriesOf(page.json).map(membersOf))
  }
  return entries
}

/** Returns the entries of the list behind a link block; none when no link leads to it. */
const listBehind = async (t: ClauseContext, block: unknown): Promise<readonly Members[]> => {
  const href = linkOfOwner(block)
  return href === undefined ? [] : entriesFrom(t, await t.get(href, { accept: t.types.json }))
}

/** Brands whose models are listed. */
const MAX_BRANDS = 8

/**
 * Searches brands and models of different kinds by their names, and reads versions of different kinds.
 */
export const readVariedCars = async (t: ClauseContext): Promise<void> => {
  const list = await collectionBehind(t, 'Marcas').catch(() => undefined)
  if (!list) return
  const brands = await entriesFrom(t, list)
  const varied = variedEntries(brands)
  const listed = await Promise.all(
    [...new Set([...varied, ...spread(brands, MAX_BRANDS)])].map(async (brand) => {
      const { json } = await t.get(brandSearch(String(brand.Nombre)), { accept: t.types.json })
      return listBehind(t, membersOf(json).Modelos)
    }),
  )
  const first = listed.flatMap((models) => models.slice(0, 1))
  const models = [...new Set([...variedEntries(listed.flat()), ...first])]
  const found = await Promise.all(
    models.map(async ({ Marca, Nombre }) => {
      const { json } = await t.get(modelSearch(String(Marca), String(Nombre)), { accept: t.types.json })
      return listBehind(t, membersOf(json).Versiones)
    }),
  )
  const links = variedEntries(found.flat(), 2 * MAX_VARIED).flatMap((entry) =>
    ownLinksIn(entry).filter(isPlainGet),
  )
  const own = links.map(({ href }) => href).filter((href) => /\/v3\/versiones\//.test(href))
  await Promise.all(own.flatMap((href) => [t.get(href), t.get(href, { accept: t.types.ref })]))
}
