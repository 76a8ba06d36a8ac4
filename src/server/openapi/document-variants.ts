import { isJsonObject } from '../../lib/unknown-values.ts'

/** Variants of the OpenAPI document for tools that take less than it says. All are plain JSON. */

type Json = { readonly [name: string]: unknown }

/** Returns the document with another server than the one that serves it, e.g. `/w/demo` for a world's own. */
export const withServer = (document: Json, url: string): Json => ({ ...document, servers: [{ url }] })

/**
 * Returns the document for generators of clients: one JSON media type for every body and response, where the
 * service offers several, which some generators send or accept all at once. Otherwise it says the same.
 */
export const forClients = (document: Json): Json =>
  withoutUnused(mapMembers(document, 'content', oneJsonType))

/** Leaves out the components that nothing refers to any longer. */
const withoutUnused = ({ components, ...document }: Json): Json => {
  const kinds = components as Readonly<Record<string, Json>> // by kind, then by name
  const used = new Set<string>()
  const look = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      look(kinds[kind]?.[name])
    }
  }
  look(document)
  const kept = Object.entries(kinds).map(([kind, parts]) => [
    kind,
    // Security schemes are referred to by name alone.
    kind === 'securitySchemes'
      ? parts
      : Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${kind}/${name}`))),
  ])
  return { ...document, components: Object.fromEntries(kept) }
}

const oneJsonType = (content: Json): Json => {
  const [kept, ...others] = Object.keys(content).filter((type) => /\bjson$/.test(type))
  const first = Object.hasOwn(content, 'application/json') ? 'application/json' : kept
  if (others.length === 0) return content
  return Object.fromEntries(
    Object.entries(content).filter(([type]) => type === first || !/\bjson$/.test(type)),
  )
}

/** Keywords of JSON Schema 2020-12 that OpenAPI 3.0 does not have; what they say is left out. */
const LEFT_OUT = new Set(['if', 'then', 'else', 'dependentSchemas', 'unevaluatedProperties', '$comment'])

/**
 * Returns the document as OpenAPI 3.0.3: null becomes `nullable`, a constant an enumeration. Conditions
 * between members and the webhooks are left out, because 3.0 cannot say them.
 */
export const asOpenapi30 = ({ webhooks: _, ...document }: Json): Json => {
  const { summary: _summary, license, ...info } = document['info'] as Json // Every document has this object.
  const { identifier: _identifier, ...named } = license as Json // So has the info of this one.
  const body = schemasAs30(document) as Json // An object stays one.
  return withoutUnused({
    ...body,
    openapi: '3.0.3',
    info: { ...info, license: { ...named, url: 'https://spdx.org/licenses/MIT.html' } },
  })
}

const schemasAs30 = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(schemasAs30)
  if (!isJsonObject(part)) return part
  const members = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    if (LEFT_OUT.has(name)) return []
    // Examples are data.
    if (name === 'examples' || name === 'example' || name === 'value' || name === 'enum')
      return [[name, value]]
    if (name === 'const') return [['enum', [value]]]
    if (name === 'exclusiveMinimum' && typeof value === 'number')
      return [
        ['minimum', value],
        [name, true],
      ]
    return [[name, schemasAs30(value)]]
  })
  return withNullable(Object.fromEntries(members))
}

const withNullable = (schema: Json): Json => {
  const { $ref, anyOf, ...rest } = schema
  // Beside a reference 3.0 reads nothing.
  if ($ref !== undefined) return Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] }
  if (!Array.isArray(anyOf)) return schema
  const options = anyOf.filter((option: Json) => option['type'] !== 'null')
  if (options.length === anyOf.length) return schema
  const [only, ...others]: Json[] = options
  if (only === undefined || others.length > 0) return { ...rest, anyOf: options, nullable: true }
  return only['$ref'] === undefined
    ? { ...only, ...rest, nullable: true }
    : { ...rest, allOf: [only], nullable: true }
}

/** Replaces every member of that name, at every depth, except in examples. */
const mapMembers = (part: Json, name: string, change: (value: Json) => Json): Json => {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === name && isJsonObject(inner)
          ? walk(change(inner))
          : key === 'examples' || key === 'example'
            ? inner
            : walk(inner),
      ]),
    )
  }
  return walk(part) as Json // An object stays one.
}
