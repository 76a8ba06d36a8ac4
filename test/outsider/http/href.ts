import type { Choices } from '../choices.ts'

/** Names a resource by its decoded segments below `/v3`; how it looks is decided when it is written. */
export class Href {
  readonly segments: readonly string[]
  readonly query: Readonly<Record<string, string>>
  readonly variables: readonly string[]

  constructor(
    segments: readonly (string | number)[],
    query: Readonly<Record<string, string>> = {},
    variables: readonly string[] = [],
  ) {
    this.segments = segments.map(String)
    this.query = query
    this.variables = variables
  }
}

export interface Link {
  readonly href: Href
  readonly templated?: boolean
  readonly method?: string
}

/** Makes a link to segments below `/v3`. */
export const to = (...segments: (string | number)[]): Link => ({ href: new Href(segments) })

/** Makes a link that is followed with another method than GET. */
export const by = (method: string, ...segments: (string | number)[]): Link => ({
  href: new Href(segments),
  method,
})

/** Makes a link with a fixed query. */
export const asking = (query: Readonly<Record<string, string>>, ...segments: (string | number)[]): Link => ({
  href: new Href(segments, query),
})

/** Makes a link that the reader completes with `variables`. */
export const template = (variables: readonly string[], ...segments: (string | number)[]): Link => ({
  href: new Href(segments, {}, variables),
  templated: true,
})

/** Wraps links as the value of a member that points to a related collection. */
export const block = (links: Readonly<Record<string, Link>>): { _links: Readonly<Record<string, Link>> } => ({
  _links: links,
})

/** Base of the links of a document: the origin, the prefix and the path of the request. */
export interface Standpoint {
  readonly choices: Choices
  readonly origin: string
  readonly basePath: string
  readonly requestPath: string
}

const ENCODINGS: Readonly<Record<Choices['hrefEncoding'], (segment: string) => string>> = {
  component: encodeURIComponent,
  sparse: (segment) =>
    encodeURIComponent(segment).replace(/%40/g, '@').replace(/%2B/g, '+').replace(/%3A/g, ':'),
  lower: (segment) => encodeURIComponent(segment).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  dense: (segment) =>
    [...Buffer.from(segment)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hex(byte))).join(''),
}

const isPlain = (byte: number): boolean => /[A-Za-z0-9]/.test(String.fromCharCode(byte))
const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** Writes the path of `href` with the prefix, without its query. */
const pathOf = (href: Href, { choices, basePath }: Standpoint): string => {
  const encode = ENCODINGS[choices.hrefEncoding]
  // Fixed words stay readable in every encoding.
  const written = href.segments.map((segment) => (/^[a-z-]+$/.test(segment) ? segment : encode(segment)))
  return [`${basePath}/v3`, ...written].join('/')
}

const queryOf = (href: Href, { choices }: Standpoint): string => {
  const fixed = new URLSearchParams(href.query).toString()
  if (href.variables.length === 0 || choices.templates === 'none') return fixed === '' ? '' : `?${fixed}`
  if (choices.templates === 'plain' && fixed === '')
    return `?${href.variables.map((name) => `${name}={${name}}`).join('&')}`
  if (fixed !== '') return `?${fixed}{&${href.variables.join(',')}}`
  const [first = '', ...rest] = href.variables
  if (choices.templates === 'continued')
    return `?${first}={${first}}${rest.length ? `{&${rest.join(',')}}` : ''}`
  return `{?${href.variables.join(',')}}`
}

/** Writes `href` in the chosen form. */
export const written = (href: Href, standpoint: Standpoint, form = standpoint.choices.hrefForm): string => {
  const path = pathOf(href, standpoint) + queryOf(href, standpoint)
  const { origin, requestPath } = standpoint
  if (form === 'root') return path
  if (form === 'scheme') return origin.replace(/^http:/, '') + path
  if (form === 'origin') return origin.replace('127.0.0.1', 'localhost') + path
  if (form === 'document') return '../../'.repeat(requestPath.split('/').length - 2) + path.slice(1)
  return origin + path
}
