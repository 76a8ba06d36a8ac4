import { findAgency, writeRefusal } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { editNotificationSettings } from '../domain/agencies/notification-settings-edit.ts'
import { visibleSecret } from '../domain/webhooks/webhook-rules.ts'
import { operation } from '../http/operation.ts'
import { adminMail } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link } from '../http/view.ts'
import { Notificaciones } from '../wire/response-schemas.ts'
import { NotificacionesEdit } from '../wire/request-schemas.ts'

const UNSET_HOOK = { Callback: null, HeaderCustom01: null, Activo: false }

/** AGE-10; a channel that was never configured as `agencies/settings-unset` says. */
const settingsRepresentation = representation<{ agency: Agency }>({
  name: 'Notificaciones',
  schemas: { full: Notificaciones },
  full: ({ agency }, view) => {
    const { notifications } = agency
    const self = paths.notifications(agency.adminMail)
    const webHook = notifications.PublicacionConsultadaWebHook ?? {
      ...UNSET_HOOK,
      Secret: null,
      HeaderCustom02: null,
      HeaderCustom03: null,
    }
    return {
      PublicacionConsultadaWebHook: {
        Callback: webHook.Callback,
        Secret: visibleSecret(webHook.Secret, view.profile),
        Activo: webHook.Activo,
        HeaderCustom01: webHook.HeaderCustom01,
        HeaderCustom02: webHook.HeaderCustom02,
        HeaderCustom03: webHook.HeaderCustom03,
      },
      PublicacionConsultadaAdfHook: notifications.PublicacionConsultadaAdfHook ?? UNSET_HOOK,
      PublicacionConsultadaAdfMail: notifications.PublicacionConsultadaAdfMail ?? { Email: null, Activo: false },
      PublicacionConsultadaHtmlMail: notifications.PublicacionConsultadaHtmlMail ?? { EmailsCCO: null, Activo: false },
      _links: {
        self: link(view, self),
        agencia: link(view, paths.agency(agency.adminMail)),
        ...(!writeRefusal(agency, view.app) && { editar: link(view, self, 'PUT') }),
      },
    }
  },
})

const read = operation<Agency>({
  id: 'notifications.read',
  method: 'GET',
  path: '/v3/notificaciones/{adminmail}',
  summary: 'Notification settings of an agency',
  statements: ['AGE-10'],
  parameters: [adminMail],
  representation: settingsRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency) => ({ result: { record: { agency } } }),
})

const edit = operation<Agency>({
  id: 'notifications.edit',
  method: 'PUT',
  path: '/v3/notificaciones/{adminmail}',
  summary: 'Edit the notification settings of an agency',
  statements: ['AGE-11', 'AGE-10'],
  assumption: 'agencies/notification-put',
  parameters: [adminMail],
  body: { name: 'NotificacionesEdit', schema: NotificacionesEdit },
  representation: settingsRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 403, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), false),
  authorize: (agency, call) => writeRefusal(agency, call.app),
  decide: (agency, call, { body, issues: faults }) => {
    // The well-formed members of that schema.
    const sent = body as NotificacionesEdit
    const notifications = editNotificationSettings(faults, agency.notifications, sent, call.render.profile)
    if (faults.hasIssues) return faults.toRefusal()
    const after = { ...agency, notifications }
    return { result: { record: { agency: after } }, world: { ...call.world, agencies: call.world.agencies.put(after) } }
  },
})

export const notificationOperations = [read, edit]
