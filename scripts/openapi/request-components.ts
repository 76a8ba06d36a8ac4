import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { DatoTecnico } from '../../src/api/wire/response-schemas.ts'
import { REQUEST_SCHEMAS } from './request-schemas.ts'
import { type Json, schemaRef } from './schemas.ts'

/**
 * Additions of the default profile to the schemas of request bodies; the description shows neither the
 * required members nor what null means everywhere.
 */

/** Members that a body needs by default, and the assumption that says so. */
interface RequiredMembers {
  readonly assumption: AssumptionId
  readonly members: readonly string[]
  /** What else is needed, depending on other members. */
  readonly conditions?: Json
}

const isText: Json = { type: 'string', minLength: 1 }

/** A condition on members; says that others are no matter, since linters close objects that do not. */
const openWith = (properties: Json): Json => ({ properties, unevaluatedProperties: true })

/** Required members by the name of the body. */
export const REQUIRED_MEMBERS: Readonly<Record<string, RequiredMembers>> = {
  PublicacionCreate: {
    assumption: 'publications/required-members',
    members: ['ExternalId', 'VersionYear', 'Kilometraje'],
    conditions: {
      $comment: 'A version that is named may establish its brand and model. A used car has photos.',
      if: { ...openWith({ Version: isText }), required: ['Version'] },
      else: { ...openWith({ Marca: isText, Modelo: isText }), required: ['Marca', 'Modelo'] },
      dependentSchemas: {
        Kilometraje: {
          if: openWith({ Kilometraje: { type: 'integer', minimum: 1 } }),
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: {
            ...openWith({ Fotos: { type: 'array', items: { type: 'string' }, minItems: 1 } }),
            required: ['Fotos'],
          },
        },
      },
    },
  },
  PublicacionEdit: {
    assumption: 'publications/put-absent',
    members: ['VersionYear', 'Kilometraje'],
  },
  AgenciaEdit: { assumption: 'agencies/commercial-name-absent', members: ['NombreComercial'] },
  AppWebhookUpsert: { assumption: 'events/required-members', members: ['Callback'] },
}

/** Returns the components as the default profile takes bodies. */
export const requestComponents = (components: Readonly<Record<string, Json>>): Record<string, Json> => ({
  ...components,
  ...Object.fromEntries(
    [...REQUEST_SCHEMAS.keys()].map((name) => [name, requestComponent(name, components[name] ?? {})]),
  ),
})

const requestComponent = (name: string, schema: Json): Json => {
  const rule = REQUIRED_MEMBERS[name]
  return withNulls({
    ...schema,
    ...(rule && { required: rule.members, 'x-playa-assumption': rule.assumption }),
    ...rule?.conditions,
  })
}

/** Rows of technical data, which the wire schema leaves open. */
const CUSTOM_DATA_ITEMS = {
  ...schemaRef(DatoTecnico),
  'x-playa-assumption': 'publications/custom-data-item',
} as const satisfies Json

/**
 * Lets every optional member be null, which counts as absent (`common/null-members`), so that a body that was
 * read can be sent back.
 */
const withNulls = (schema: Json): Json => {
  if (isList(schema['anyOf'])) return { ...schema, anyOf: schema['anyOf'].map(withNulls) }
  if (!isObject(schema['properties'])) return schema
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const members = Object.entries(schema['properties']).map(([name, member]) => {
    const typed = name === 'DatosTecnicosCustom' ? { ...member, items: CUSTOM_DATA_ITEMS } : withNulls(member)
    if (required.includes(name)) return [name, withoutNull(typed)]
    return [name, takesNull(typed) ? typed : orNullToo(typed)]
  })
  return { ...schema, properties: Object.fromEntries(members) }
}

const orNullToo = ({ description, default: byDefault, ...type }: Json): Json => ({
  anyOf: [type, { type: 'null' }],
  ...(description !== undefined && { description }),
  ...(byDefault !== undefined && { default: byDefault }),
  'x-playa-assumption': 'common/null-members',
})

/** Returns the type of a required member, where null counts as absent too. */
const withoutNull = ({ anyOf, ...rest }: Json): Json => {
  if (!isList(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf }
  const [only, ...others] = anyOf.filter((option) => option['type'] !== 'null')
  return others.length === 0 ? { ...rest, ...only } : { ...rest, anyOf: [only, ...others] }
}

const takesNull = ({ anyOf }: Json): boolean =>
  isList(anyOf) && anyOf.some((option) => option['type'] === 'null')

// Both narrow parts of a JSON Schema that was generated just before; the linter checks their structure.
const isList = (part: unknown): part is Json[] => Array.isArray(part)
const isObject = (part: unknown): part is Record<string, Json> => typeof part === 'object' && part !== null
