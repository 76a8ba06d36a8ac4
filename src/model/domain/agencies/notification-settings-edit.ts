import { chosen, type Profile } from '../../../api/assumptions/profile.ts'
import type { NotificacionesEdit } from '../../../api/wire/request-schemas.ts'
import { isEmail } from '../../../lib/text/email.ts'
import type { NotificationSettings } from '../../world/agency.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { checkCallback, checkEmails, checkHeader, secretAfterEdit } from '../webhooks/webhook-rules.ts'

/**
 * Edits the channels of an agency (`agencies/notification-put`). Absent channels and members keep their
 * value, or are then as if they had never been configured.
 */
export const editNotificationSettings = (
  issues: ValidationIssues,
  stored: NotificationSettings,
  sent: NotificacionesEdit,
  profile: Profile,
): NotificationSettings => {
  const before: NotificationSettings =
    chosen(profile, 'agencies/notification-put') === 'replaced' ? secretOnly(stored) : stored
  const webHook = sent.PublicacionConsultadaWebHook
  const adfHook = sent.PublicacionConsultadaAdfHook
  const adfMail = sent.PublicacionConsultadaAdfMail
  const htmlMail = sent.PublicacionConsultadaHtmlMail
  return {
    ...(before === stored && stored),
    ...(webHook && {
      PublicacionConsultadaWebHook: editWebHook(
        issues,
        before.PublicacionConsultadaWebHook,
        webHook,
        profile,
      ),
    }),
    ...(adfHook && {
      PublicacionConsultadaAdfHook: editAdfHook(
        issues,
        before.PublicacionConsultadaAdfHook,
        adfHook,
        profile,
      ),
    }),
    ...(adfMail && {
      PublicacionConsultadaAdfMail: editAdfMail(issues, before.PublicacionConsultadaAdfMail, adfMail),
    }),
    ...(htmlMail && {
      PublicacionConsultadaHtmlMail: editHtmlMail(issues, before.PublicacionConsultadaHtmlMail, htmlMail),
    }),
  }
}

/** Returns the settings without anything but the secret, which `events/secret-put` decides on. */
const secretOnly = (stored: NotificationSettings): NotificationSettings => ({
  PublicacionConsultadaWebHook: {
    Callback: null,
    Secret: stored.PublicacionConsultadaWebHook?.Secret ?? null,
    Activo: false,
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
  },
})

/** A channel that was never configured is not active until an edit says so (`agencies/settings-unset`). */
const isActiveAfterEdit = (
  sent: { readonly Activo?: boolean | undefined },
  before: { readonly Activo: boolean } | undefined,
): boolean => sent.Activo ?? before?.Activo ?? false

type ChannelSettings = Required<NotificationSettings>
type ChannelInput<K extends keyof NotificacionesEdit> = NonNullable<NotificacionesEdit[K]>

const editWebHook = (
  issues: ValidationIssues,
  before: ChannelSettings['PublicacionConsultadaWebHook'] | undefined,
  sent: ChannelInput<'PublicacionConsultadaWebHook'>,
  profile: Profile,
): ChannelSettings['PublicacionConsultadaWebHook'] => {
  const path = 'PublicacionConsultadaWebHook'
  const header = (name: 'HeaderCustom01' | 'HeaderCustom02' | 'HeaderCustom03') =>
    sent[name] === undefined
      ? (before?.[name] ?? null)
      : checkHeader(issues, `${path}.${name}`, sent[name], profile)
  const Activo = isActiveAfterEdit(sent, before)
  const Callback = sent.Callback === undefined ? (before?.Callback ?? null) : sent.Callback
  if (Activo || Callback) checkCallback(issues, `${path}.Callback`, Callback, Activo)
  return {
    Callback,
    Secret: secretAfterEdit(sent.Secret, before?.Secret ?? null, profile),
    Activo,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  }
}

const editAdfHook = (
  issues: ValidationIssues,
  before: ChannelSettings['PublicacionConsultadaAdfHook'] | undefined,
  sent: ChannelInput<'PublicacionConsultadaAdfHook'>,
  profile: Profile,
): ChannelSettings['PublicacionConsultadaAdfHook'] => {
  const path = 'PublicacionConsultadaAdfHook'
  const Activo = isActiveAfterEdit(sent, before)
  const Callback = sent.Callback === undefined ? (before?.Callback ?? null) : sent.Callback
  if (Activo || Callback) checkCallback(issues, `${path}.Callback`, Callback, Activo)
  const header = sent.HeaderCustom01
  return {
    Callback,
    Activo,
    HeaderCustom01:
      header === undefined
        ? (before?.HeaderCustom01 ?? null)
        : checkHeader(issues, `${path}.HeaderCustom01`, header, profile),
  }
}

const editAdfMail = (
  issues: ValidationIssues,
  before: ChannelSettings['PublicacionConsultadaAdfMail'] | undefined,
  sent: ChannelInput<'PublicacionConsultadaAdfMail'>,
): ChannelSettings['PublicacionConsultadaAdfMail'] => {
  const Activo = isActiveAfterEdit(sent, before)
  const Email = sent.Email === undefined ? (before?.Email ?? null) : sent.Email || null
  const path = 'PublicacionConsultadaAdfMail.Email'
  if (!issues.hasIssueAt(path) && (Email ? !isEmail(Email) : Activo))
    issues.add(path, 'Se espera un correo electrónico.', 'AGE-10')
  return { Email, Activo }
}

const editHtmlMail = (
  issues: ValidationIssues,
  before: ChannelSettings['PublicacionConsultadaHtmlMail'] | undefined,
  sent: ChannelInput<'PublicacionConsultadaHtmlMail'>,
): ChannelSettings['PublicacionConsultadaHtmlMail'] => {
  const EmailsCCO = sent.EmailsCCO === undefined ? (before?.EmailsCCO ?? null) : sent.EmailsCCO || null
  if (EmailsCCO) checkEmails(issues, 'PublicacionConsultadaHtmlMail.EmailsCCO', EmailsCCO)
  return { EmailsCCO, Activo: isActiveAfterEdit(sent, before) }
}
