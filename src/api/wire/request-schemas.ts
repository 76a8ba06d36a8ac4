import * as z from 'zod'
import type { BodyType, ObjectType, ValueOf } from './body-type.ts'
import { CHANNELS, CUSTOM_HEADER_SENT } from './channels.ts'
import { LOCACION_SENT, VALOR_SENT } from './publication-members.ts'
import { HOURS_SENT, REQUEST_BODIES, type RequestBodyName } from './request-bodies.ts'
import { boundedText, nullable } from './shared-schemas.ts'

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

export const ValorSent = objectSchema(VALOR_SENT)
export const LocacionSent = objectSchema(LOCACION_SENT)
export const CustomHeaderSent = objectSchema(CUSTOM_HEADER_SENT)
export const HorarioSent = objectSchema(HOURS_SENT)

export const WebHookSent = objectSchema(CHANNELS.PublicacionConsultadaWebHook.of)
export const AdfHookSent = objectSchema(CHANNELS.PublicacionConsultadaAdfHook.of)
export const AdfMailSent = objectSchema(CHANNELS.PublicacionConsultadaAdfMail.of)
export const HtmlMailSent = objectSchema(CHANNELS.PublicacionConsultadaHtmlMail.of)

export const PublicacionCreate = objectSchema(REQUEST_BODIES.PublicacionCreate)
export type PublicacionCreate = ValueOf<typeof REQUEST_BODIES.PublicacionCreate>

export const PublicacionEdit = objectSchema(REQUEST_BODIES.PublicacionEdit)
export type PublicacionEdit = ValueOf<typeof REQUEST_BODIES.PublicacionEdit>

export const PublicacionPartialEdit = objectSchema(REQUEST_BODIES.PublicacionPartialEdit)
export type PublicacionPartialEdit = ValueOf<typeof REQUEST_BODIES.PublicacionPartialEdit>

export const OperadorEdit = objectSchema(REQUEST_BODIES.OperadorEdit)
export type OperadorEdit = ValueOf<typeof REQUEST_BODIES.OperadorEdit>

export const AgenciaEdit = objectSchema(REQUEST_BODIES.AgenciaEdit)
export type AgenciaEdit = ValueOf<typeof REQUEST_BODIES.AgenciaEdit>

export const AppWebhookUpsert = objectSchema(REQUEST_BODIES.AppWebhookUpsert)
export type AppWebhookUpsert = ValueOf<typeof REQUEST_BODIES.AppWebhookUpsert>

export const NotificacionesEdit = objectSchema(REQUEST_BODIES.NotificacionesEdit)
export type NotificacionesEdit = ValueOf<typeof REQUEST_BODIES.NotificacionesEdit>

export const SucursalEdit = objectSchema(REQUEST_BODIES.SucursalEdit)
export type SucursalEdit = ValueOf<typeof REQUEST_BODIES.SucursalEdit>

/** Returns the schema of a request body. */
export const requestSchema = (name: RequestBodyName): z.ZodObject => objectSchema(REQUEST_BODIES[name])
