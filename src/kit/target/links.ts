import * as z from 'zod'
import { nullable } from '../../api/wire/shared-schemas.ts'
import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { isUrl } from '../../lib/text/url.ts'
import { isJsonObject, membersOf } from '../../lib/unknown-values.ts'

/** Finds links in responses without relation names, which are open (`common/relation-names`). */

/** COM-02. `templated` and `method` may be null, which counts as absent. */
export const LinkShape = z.object({
  href: z.string(),
  templated: nullable(z.boolean()).optional(),
  method: nullable(z.string()).optional(),
})
/** A link object (COM-02). */
export type LinkObjectShape = z.infer<typeof LinkShape>

/** A well-formed link object, and where it was found. */
type PlacedLink = LinkObjectShape & { readonly where: string }

/** An entry of some `_links`, with its path, such as `Marcas._links.self`. */
export interface FoundLink {
  readonly where: string
  readonly link: unknown
  /** The link object that it is; undefined when it is none (COM-02). */
  readonly read: PlacedLink | undefined
}

/** Links of values that were searched: each rule on a response needs its links again. */
const searched = new WeakMap<object, readonly FoundLink[]>()
const objects = new WeakMap<readonly FoundLink[], readonly PlacedLink[]>()

/** Returns every entry of every `_links` in a JSON value. */
export const allLinksIn = (value: unknown): readonly FoundLink[] => {
  if (typeof value !== 'object' || value === null) return NONE
  const known = searched.get(value)
  if (known) return known
  const found: FoundLink[] = []
  const visit = (inner: unknown, where: string): void => {
    if (Array.isArray(inner)) inner.forEach((entry, i) => void visit(entry, `${where}[${i}]`))
    else if (isJsonObject(inner))
      for (const [name, member] of Object.entries(inner)) {
        if (typeof member !== 'object') continue
        const here = where === '' ? name : `${where}.${name}`
        if (name === '_links')
          for (const [relation, link] of Object.entries(membersOf(member)))
            found.push(foundLink(link, `${here}.${relation}`))
        else visit(member, here)
      }
  }
  visit(value, '')
  searched.set(value, found)
  return found
}

const NONE: readonly FoundLink[] = []

const foundLink = (link: unknown, where: string): FoundLink => {
  const { data } = LinkShape.safeParse(link)
  return { where, link, read: data && { ...data, where } }
}

/** Returns the well-formed link objects in a JSON value; another clause judges the others. */
export const linkObjectsIn = (value: unknown): readonly PlacedLink[] => {
  const all = allLinksIn(value)
  const known = objects.get(all) ?? all.flatMap(({ read }) => read ?? [])
  objects.set(all, known)
  return known
}

/** Returns the well-formed links of a document or link block itself, not those of its parts. */
export const ownLinksIn = (value: unknown): readonly PlacedLink[] =>
  linkObjectsIn({ _links: membersOf(value)['_links'] })

/** Returns the address that a ref, an entry or a document gives as its own; undefined when it gives none. */
export const ownAddress = (value: unknown): string | undefined => {
  const { href, _links } = membersOf(value)
  const own = href ?? membersOf(membersOf(_links)['self'])['href']
  return typeof own === 'string' ? own : undefined
}

/** Returns the addresses of an entry: that of a ref, and those of its links. */
export const addressesIn = (entry: unknown): readonly string[] => {
  const { href } = membersOf(entry)
  return [...(typeof href === 'string' ? [href] : []), ...ownLinksIn(entry).map((link) => link.href)]
}

/** Returns whether the `href` of a link is a URI template. */
export const isTemplate = ({ href, templated }: LinkObjectShape): boolean =>
  templated === true || /[{}]/.test(href)

/** Returns whether the link is for a GET, which is what one without a method is for. */
export const isGetLink = ({ method }: LinkObjectShape): boolean => (method ?? 'GET').toUpperCase() === 'GET'

/** Returns whether the link is for a GET and its `href` is not a template. */
export const isPlainGet = (link: LinkObjectShape): boolean => isGetLink(link) && !isTemplate(link)

/** A link that a GET can follow. */
export interface OpenLink {
  readonly href: string
  /** The link is a template, left without its variables; one of them may be required. */
  readonly isEmptied: boolean
}

/** Returns a URI template without the variables of its query; undefined when its path has some. */
const emptied = (href: string): string | undefined => {
  const [path = '', ...query] = href.replace(/\{[?&][^{}]*\}/g, '').split('?')
  const constants = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !pair.includes('{'))
  if (path.includes('{')) return undefined
  return constants.length > 0 ? `${path}?${constants.join('&')}` : path
}

/** Returns the links that a GET can follow, plain ones first, then templates without their variables. */
export const openLinksIn = (value: unknown): readonly OpenLink[] => {
  const gets = linkObjectsIn(value).filter(isGetLink)
  const templates = gets.filter(isTemplate).flatMap(({ href }) => emptied(href) ?? [])
  return [
    ...gets.filter((link) => !isTemplate(link)).map(({ href }) => ({ href, isEmptied: false })),
    ...templates.map((href) => ({ href, isEmptied: true })),
  ]
}

/** Returns the `href` of the first link that a GET can follow. */
export const openLinkIn = (value: unknown): string | undefined => openLinksIn(value)[0]?.href

/**
 * Returns the `href` of the first link that a GET can follow to the data of an owner. A template without its
 * variables counts only if it still names the owner: in its query, or by the text `owner` in its path.
 */
export const linkOfOwner = (value: unknown, owner?: string): string | undefined =>
  openLinksIn(value).find(
    ({ href, isEmptied }) =>
      !isEmptied || href.includes('=') || (owner !== undefined && decodedUri(href).includes(owner)),
  )?.href

/**
 * Expands a URI template in either syntax of its query (`common/template-syntax`), without the variables that
 * have no value. Returns undefined when it lacks one of the names.
 */
export const expandTemplate = (
  href: string,
  values: Readonly<Record<string, string>>,
): string | undefined => {
  const variables = [...href.matchAll(/\{[?&]?([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','))
  if (Object.keys(values).some((name) => !variables.includes(name))) return undefined
  const filled = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // Both syntaxes have the variables in the query, so the path ends before it.
  return `${href.split(/\?|\{/, 1)[0]}?${filled.join('&')}`
}

/** Returns the entries of a collection; none of another value. */
export const entriesOf = (value: unknown): readonly unknown[] => {
  const { _entries: entries } = membersOf(value)
  return Array.isArray(entries) ? entries : []
}

/** Matches the name of a query parameter that is the number of a page, or goes with one. */
export const PAGE_PARAMETER = /^p$|pag|hoja/i

const pageLinksIn = (json: unknown): readonly PlacedLink[] => ownLinksIn(json).filter(isPlainGet)

/**
 * Returns how many pages lie between a page of a list and the one that an `href` names, by each parameter
 * that may be the number; undefined when the `href` is not of the list. An address without a number is of the
 * first page.
 */
const pagesUntil = (href: string, json: unknown, url: string): readonly number[] | undefined => {
  if (!isUrl(href, url)) return undefined
  const [here, there] = [new URL(url), new URL(href, url)]
  // A link may lack the path before `/v3`.
  if (!decodedUri(here.pathname).endsWith(decodedUri(there.pathname))) return undefined
  const { Pagina: first = 1 } = membersOf(json)
  return [...there.searchParams]
    .filter(([name]) => PAGE_PARAMETER.test(name))
    .map(([name, value]) => Number(value) - Number(here.searchParams.get(name) ?? first))
}

/** Returns the `href` of the link of a page at `url` that has the number of the next page. */
export const numberedNextPage = (json: unknown, url: string): string | undefined =>
  pageLinksIn(json).find(
    ({ href }) => pagesUntil(href, json, url)?.filter((pages) => pages === 1).length === 1,
  )?.href

/** Returns the `href` of the link to the next page, by its relation, else by its number. */
export const nextPageLink = (json: unknown, url: string): string | undefined =>
  pageLinksIn(json).find(({ where }) => /^_links\.(next|siguiente)$/i.test(where))?.href ??
  numberedNextPage(json, url)

/** Returns whether no link of a page leads to another page of its list but an earlier one. */
export const isLastPage = (json: unknown, url: string): boolean =>
  nextPageLink(json, url) === undefined &&
  pageLinksIn(json).every(({ href, where }) => {
    const pages = where === '_links.self' || href === url ? undefined : pagesUntil(href, json, url)
    // Without a number the link may lead to any page.
    return pages === undefined || (pages.length > 0 && pages.every((count) => count <= 0))
  })
