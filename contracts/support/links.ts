import * as z from 'zod'
import type { LinkObject } from './response-shapes.ts'
import { Link } from './response-shapes.ts'

/** Finding links in answers without knowing relation names, which are open (`common/relation-names`). */

/** An entry of some `_links`, and the way to it, such as `Marcas._links.self`. */
export interface FoundLink {
  readonly where: string
  readonly link: unknown
}

/** Every entry of every `_links` in a JSON value. */
export const linksIn = (value: unknown, where = ''): FoundLink[] => {
  if (Array.isArray(value)) return value.flatMap((entry, i) => linksIn(entry, `${where}[${i}]`))
  return Object.entries(membersOf(value)).flatMap(([name, inner]) => {
    const here = where === '' ? name : `${where}.${name}`
    if (name !== '_links') return linksIn(inner, here)
    return Object.entries(membersOf(inner)).map(([relation, link]) => ({ where: `${here}.${relation}`, link }))
  })
}

/** The well-formed link objects among them; the others are for another clause to judge. */
export const linkObjectsIn = (value: unknown): (LinkObject & { readonly where: string })[] =>
  linksIn(value).flatMap(({ where, link }) => {
    const read = Link.safeParse(link)
    return read.success ? [{ ...read.data, where }] : []
  })

export const isTemplate = ({ href, templated }: LinkObject): boolean => templated === true || /[{}]/.test(href)

/** Whether a GET of the `href` as it stands is what the link offers. */
export const isPlainGet = (link: LinkObject): boolean =>
  !isTemplate(link) && (link.method ?? 'GET').toUpperCase() === 'GET'

/** The first link of a value that can be followed as it stands. */
export const plainLinkIn = (value: unknown): string | undefined => linkObjectsIn(value).find(isPlainGet)?.href

/**
 * A template filled in, whichever way its query is written (`common/template-syntax`); undefined when it lacks one of the names. Variables
 * without a value go.
 */
export const expanded = (href: string, values: Readonly<Record<string, string>>): string | undefined => {
  const variables = [...href.matchAll(/\{[?&]?([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','))
  if (Object.keys(values).some((name) => !variables.includes(name))) return undefined
  const filled = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // Both ways write the variables into the query, so the path is what stands before it.
  return `${href.split(/\?|\{/, 1)[0]}?${filled.join('&')}`
}

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => {
  const read = z.record(z.string(), z.unknown()).safeParse(value)
  return read.success ? read.data : {}
}

/** The entries of a collection; none of anything else. */
export const entriesOf = (value: unknown): readonly unknown[] => {
  const { _entries: entries } = membersOf(value)
  return Array.isArray(entries) ? entries : []
}
