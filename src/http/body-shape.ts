import type { Profile } from '../assumptions/profile.ts'
import type { ValidationIssues } from '../domain/validation-issues.ts'
import type { JsonObject } from './json-body.ts'

/** Name of a request body's schema in `wire/request-schemas.ts`. */
export type RequestSchemaName =
  | 'PublicacionCreate'
  | 'PublicacionEdit'
  | 'PublicacionPartialEdit'
  | 'OperadorEdit'
  | 'AgenciaEdit'
  | 'AppWebhookUpsert'
  | 'NotificacionesEdit'
  | 'SucursalEdit'

/** The body that an operation reads. */
export interface BodyShape {
  readonly name: RequestSchemaName
  /** Which edit it is, where further members are known but not editable (PUB-27, PUB-28). */
  readonly uneditable?: 'full-edit' | 'partial-edit'
}

/**
 * Validates a body by its schema. The request handler loads the reader with the first request that has a
 * body, since a server that is only read from needs no schemas.
 */
export type BodyReader = (
  sent: JsonObject,
  shape: BodyShape,
  profile: Profile,
) => { readonly body: JsonObject; readonly issues: ValidationIssues }
