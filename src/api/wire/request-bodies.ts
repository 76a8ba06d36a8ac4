import {
  ANY_TEXT,
  BOOLEAN,
  documented,
  EMAIL_OR_EMPTY,
  objectOf,
  orNull,
  textWithin,
  type ValueOf,
} from './body-type.ts'
import { CHANNELS, HOOK_HEADERS, HOOK_MEMBERS } from './channels.ts'
import { limits } from './limits.ts'
import { membersSent, PLACE_FORMS } from './publication-members.ts'

/**
 * Request bodies, with the types and bounds of the description and no more (AGE-03, AGE-05, EVT-03). The
 * description never lists required members, so all are optional here and `publications/required-members`
 * decides in the domain. A member accepts null only where the description gives null a meaning; elsewhere
 * `common/null-members` decides.
 */

const PHONE = textWithin(limits.telefono)
const PLACE = textWithin(limits.place)

const CLOCK = orNull(textWithin({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/ }))
/** Opening hours of one kind of day. */
export const HOURS_SENT = objectOf({
  Desde: documented('Opens at, `HH:MM` in local time', CLOCK),
  Hasta: documented('Closes at, `HH:MM` in local time', CLOCK),
})
const HOURS = orNull(HOURS_SENT)
const BRANCH_PLACE = orNull(textWithin({ max: limits.sucursal.place }))
const BRANCH_MAIL = orNull(textWithin({ max: limits.sucursal.email }))

const { Activa, ...amended } = membersSent('patch')

/** Request bodies by the name of their schema. */
export const REQUEST_BODIES = {
  PublicacionCreate: documented('A new publication', objectOf(membersSent('create'))),
  PublicacionEdit: documented('A full edit of a publication', objectOf(membersSent('put'))),
  PublicacionPartialEdit: documented(
    'A partial edit of a publication; an absent member stays as it is, a null amount is cleared',
    objectOf({ ...amended, Activa }),
  ),
  OperadorEdit: documented(
    "An edit of the administrator's data",
    objectOf({
      Nombre: documented('First name', textWithin(limits.nombre)),
      Apellido: documented('Last name', textWithin(limits.nombre)),
      TelefonoLaboral: documented('Phone at work', PHONE),
      WhatsApp: documented('Plus sign, country code, zone code and number', PHONE, {
        schema: { pattern: '^\\+\\d[\\d -]*\\d$' },
      }),
      Region: documented(`Region: ${PLACE_FORMS} or ISO 3166-2 code`, PLACE),
      Ciudad: documented(`City: ${PLACE_FORMS} or part of the name`, PLACE),
      Direccion: documented('Street and number of the main branch', PLACE),
    }),
  ),
  AgenciaEdit: documented(
    'An edit of an agency',
    objectOf({
      NombreComercial: documented('Commercial name, shown to end users', textWithin(limits.nombreComercial)),
    }),
  ),
  AppWebhookUpsert: documented(
    'The configuration of a webhook',
    objectOf({
      Callback: HOOK_MEMBERS.Callback,
      Secret: HOOK_MEMBERS.Secret,
      Description: documented('Free text', textWithin(limits.description)),
      Activo: documented('True: deliveries are made; false: suspended', BOOLEAN, { default: true }),
      ...HOOK_HEADERS,
    }),
  ),
  // The edit of an agency's notification settings (`agencies/notification-put`).
  NotificacionesEdit: documented(
    'An edit of the notification settings of an agency; a channel that is absent or null is not edited',
    objectOf(CHANNELS),
  ),
  // A branch (`agencies/branches`, `agencies/opening-hours`).
  SucursalEdit: documented(
    'A branch of an agency',
    objectOf({
      Descripcion: documented('Name or description', orNull(ANY_TEXT)),
      Email: documented('E-mail of the branch', BRANCH_MAIL, EMAIL_OR_EMPTY),
      Telefono: documented('Phone of the branch', orNull(textWithin({ max: limits.sucursal.telefono }))),
      Region: documented(`Region: ${PLACE_FORMS} or ISO 3166-2 code`, BRANCH_PLACE),
      Ciudad: documented(`City: ${PLACE_FORMS} or part of the name`, BRANCH_PLACE),
      Direccion: documented('Street and number', BRANCH_PLACE),
      Comercial: documented('Sells cars', BOOLEAN),
      TallerMecanico: documented('Has a workshop', BOOLEAN),
      Autopartes: documented('Sells parts', BOOLEAN),
      Laborable: documented('Opening hours on working days', HOURS),
      PreFestivo: documented('Opening hours on the day before a holiday', HOURS),
      Festivo: documented('Opening hours on holidays', HOURS),
      ResponsableLeadsPostVenta: documented(
        'E-mail of the enabled operator who receives after-sales inquiries',
        BRANCH_MAIL,
        EMAIL_OR_EMPTY,
      ),
    }),
  ),
} as const

/** Name of a request body. */
export type RequestBodyName = keyof typeof REQUEST_BODIES

/** Body of a create, as read. */
export type PublicacionCreate = ValueOf<typeof REQUEST_BODIES.PublicacionCreate>
/** Body of a full edit, as read. */
export type PublicacionEdit = ValueOf<typeof REQUEST_BODIES.PublicacionEdit>
/** Body of a partial edit, as read. */
export type PublicacionPartialEdit = ValueOf<typeof REQUEST_BODIES.PublicacionPartialEdit>
/** Body of the edit of an operator, as read. */
export type OperadorEdit = ValueOf<typeof REQUEST_BODIES.OperadorEdit>
/** Body of the edit of an agency, as read. */
export type AgenciaEdit = ValueOf<typeof REQUEST_BODIES.AgenciaEdit>
/** Body of a webhook configuration, as read. */
export type AppWebhookUpsert = ValueOf<typeof REQUEST_BODIES.AppWebhookUpsert>
/** Body of the edit of notification settings, as read. */
export type NotificacionesEdit = ValueOf<typeof REQUEST_BODIES.NotificacionesEdit>
/** Body of the edit of a branch, as read. */
export type SucursalEdit = ValueOf<typeof REQUEST_BODIES.SucursalEdit>
