import * as z from 'zod'
import type { BodyType, ObjectType } from '../../src/api/wire/body-type.ts'
import { CHANNELS, CUSTOM_HEADER_SENT } from '../../src/api/wire/channels.ts'
import { LOCACION_SENT, VALOR_SENT } from '../../src/api/wire/publication-members.ts'
import { HOURS_SENT, REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { nullable } from '../../src/api/wire/shared-schemas.ts'

/** The zod schemas of request bodies, made from their types. Equal types give one schema. */

const schemas = new WeakMap<ObjectType, z.ZodObject>()

const objectSchema = (type: ObjectType): z.ZodObject => {
  const known = schemas.get(type)
  if (known) return known
  const members = Object.entries(type.members).map(([name, member]) => {
    const schema = schemaOf(member)
    return [name, type.isComplete ? schema : schema.optional()]
  })
  const plain = z.object(Object.fromEntries(members))
  const made = type.description === undefined ? plain : plain.describe(type.description)
  schemas.set(type, made)
  return made
}

/** Creates the schema of a type, with its documentation as metadata. */
const schemaOf = (type: BodyType): z.ZodType => {
  if (type.kind === 'object') return objectSchema(type)
  const { description, values, format, schema, default: byDefault } = type
  const annotations = {
    ...(description !== undefined && { description }),
    ...(byDefault !== undefined && { default: byDefault }),
  }
  const ofText = { ...(values && { enum: [...values] }), ...(format && { format }), ...schema }
  if (Object.keys(ofText).length > 0 && type.kind === 'nullable')
    return nullable(bareSchema(type.of).meta(ofText)).meta(annotations)
  const all = { ...annotations, ...ofText }
  return Object.keys(all).length > 0 ? bareSchema(type).meta(all) : bareSchema(type)
}

const bareSchema = (type: BodyType): z.ZodType => {
  switch (type.kind) {
    case 'text':
      if (type.pattern) return z.string().regex(type.pattern)
      return type.min === undefined && type.max === undefined ? z.string() : boundedText(type)
    case 'integer':
      return z.int32().min(type.min).max(type.max)
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'any':
      return z.unknown()
    case 'list': {
      const list = z.array(schemaOf(type.of))
      return type.max === undefined ? list : list.max(type.max)
    }
    case 'nullable':
      return nullable(schemaOf(type.of))
    case 'object':
      return objectSchema(type)
  }
}

/**
 * Text with bounds in UTF-16 units (`common/length-unit`), since zod's own bounds count code points. The
 * OpenAPI generator reads them as the schema's `minLength` and `maxLength`.
 */
const boundedText = ({ min, max }: { readonly min?: number; readonly max?: number }) => {
  const check = z.check<string>(({ value, issues }) => {
    const issue = { origin: 'string', inclusive: true, exact: min === max, input: value } as const
    if (min !== undefined && value.length < min) issues.push({ ...issue, code: 'too_small', minimum: min })
    else if (max !== undefined && value.length > max) issues.push({ ...issue, code: 'too_big', maximum: max })
  })
  check._zod.onattach.push(({ _zod }) => {
    _zod.bag = {
      ..._zod.bag,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }
  })
  return z.string().check(check)
}

/** Parts of bodies that are components of their own. */
const PARTS = {
  ValorSent: VALOR_SENT,
  LocacionSent: LOCACION_SENT,
  CustomHeaderSent: CUSTOM_HEADER_SENT,
  HorarioSent: HOURS_SENT,
  WebHookSent: CHANNELS.PublicacionConsultadaWebHook.of,
  AdfHookSent: CHANNELS.PublicacionConsultadaAdfHook.of,
  AdfMailSent: CHANNELS.PublicacionConsultadaAdfMail.of,
  HtmlMailSent: CHANNELS.PublicacionConsultadaHtmlMail.of,
}

/** The schemas of request bodies and their parts, by the name of their component. */
export const REQUEST_SCHEMAS: ReadonlyMap<string, z.ZodObject> = new Map(
  Object.entries({ ...PARTS, ...REQUEST_BODIES }).map(([name, type]) => [name, objectSchema(type)]),
)
