import type * as read from './request-bodies.ts'

/**
 * The request bodies as a client may write them: null counts as absent where it is not mentioned
 * (`common/null-members`), so what was read can be sent.
 */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: undefined extends T[Name] ? Sent<T[Name]> | null : Sent<T[Name]> }
    : T

/** Body of the edit of an agency, as sent. */
export type SentAgenciaEdit = Sent<read.AgenciaEdit>

/** Body of a webhook configuration, as sent. */
export type SentAppWebhookUpsert = Sent<read.AppWebhookUpsert>

/** Body of the edit of an agency's notification settings, as sent. */
export type SentNotificacionesEdit = Sent<read.NotificacionesEdit>

/** Body of the edit of an operator, as sent. */
export type SentOperadorEdit = Sent<read.OperadorEdit>

/** Body of a create, as sent. */
export type SentPublicacionCreate = Sent<read.PublicacionCreate>

/** Body of a full edit, as sent. */
export type SentPublicacionEdit = Sent<read.PublicacionEdit>

/** Body of a partial edit, as sent. */
export type SentPublicacionPartialEdit = Sent<read.PublicacionPartialEdit>

/** Body of the edit of a branch, as sent. */
export type SentSucursalEdit = Sent<read.SucursalEdit>
