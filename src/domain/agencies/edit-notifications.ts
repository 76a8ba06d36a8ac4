import type { Profile } from '../../assumptions/profile.ts'
import type { NotificacionesEdit } from '../../wire/bodies.ts'
import type { NotificationSettings } from '../../world/agency.ts'
import { isEmail } from '../publications/contact.ts'
import type { FaultList } from '../validation-issues.ts'
import { checkCallback, checkEmails, readHeader, secretAfter } from '../webhooks/webhook-rules.ts'

/** Edits the channels of an agency (`agencies/notification-put`): absent channels and absent members stay as they were. */
export const editNotifications = (
  faults: FaultList,
  before: NotificationSettings,
  sent: NotificacionesEdit,
  profile: Profile,
): NotificationSettings => {
  const webHook = sent.PublicacionConsultadaWebHook
  const adfHook = sent.PublicacionConsultadaAdfHook
  const adfMail = sent.PublicacionConsultadaAdfMail
  const htmlMail = sent.PublicacionConsultadaHtmlMail
  return {
    ...before,
    ...(webHook && {
      PublicacionConsultadaWebHook: readWebHook(faults, before.PublicacionConsultadaWebHook, webHook, profile),
    }),
    ...(adfHook && { PublicacionConsultadaAdfHook: readAdfHook(faults, before.PublicacionConsultadaAdfHook, adfHook) }),
    ...(adfMail && { PublicacionConsultadaAdfMail: readAdfMail(faults, before.PublicacionConsultadaAdfMail, adfMail) }),
    ...(htmlMail && {
      PublicacionConsultadaHtmlMail: readHtmlMail(faults, before.PublicacionConsultadaHtmlMail, htmlMail),
    }),
  }
}

type Channels = Required<NotificationSettings>
type Sent<K extends keyof NotificacionesEdit> = NonNullable<NotificacionesEdit[K]>

const readWebHook = (
  faults: FaultList,
  before: Channels['PublicacionConsultadaWebHook'] | undefined,
  sent: Sent<'PublicacionConsultadaWebHook'>,
  profile: Profile,
): Channels['PublicacionConsultadaWebHook'] => {
  const path = 'PublicacionConsultadaWebHook'
  const header = (name: 'HeaderCustom01' | 'HeaderCustom02' | 'HeaderCustom03') =>
    sent[name] === undefined ? (before?.[name] ?? null) : readHeader(faults, `${path}.${name}`, sent[name])
  const Activo = sent.Activo ?? before?.Activo ?? true
  const Callback = sent.Callback === undefined ? (before?.Callback ?? null) : sent.Callback
  if (Activo || Callback) checkCallback(faults, `${path}.Callback`, Callback, Activo)
  return {
    Callback,
    Secret: secretAfter(sent.Secret, before?.Secret ?? null, profile),
    Activo,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  }
}

const readAdfHook = (
  faults: FaultList,
  before: Channels['PublicacionConsultadaAdfHook'] | undefined,
  sent: Sent<'PublicacionConsultadaAdfHook'>,
): Channels['PublicacionConsultadaAdfHook'] => {
  const path = 'PublicacionConsultadaAdfHook'
  const Activo = sent.Activo ?? before?.Activo ?? true
  const Callback = sent.Callback === undefined ? (before?.Callback ?? null) : sent.Callback
  if (Activo || Callback) checkCallback(faults, `${path}.Callback`, Callback, Activo)
  const header = sent.HeaderCustom01
  return {
    Callback,
    Activo,
    HeaderCustom01:
      header === undefined ? (before?.HeaderCustom01 ?? null) : readHeader(faults, `${path}.HeaderCustom01`, header),
  }
}

const readAdfMail = (
  faults: FaultList,
  before: Channels['PublicacionConsultadaAdfMail'] | undefined,
  sent: Sent<'PublicacionConsultadaAdfMail'>,
): Channels['PublicacionConsultadaAdfMail'] => {
  const Activo = sent.Activo ?? before?.Activo ?? true
  const Email = sent.Email === undefined ? (before?.Email ?? null) : sent.Email || null
  if ((Activo && !Email) || (Email && !isEmail(Email))) {
    faults.add('PublicacionConsultadaAdfMail.Email', 'Se espera un correo electrónico.', 'AGE-10')
  }
  return { Email, Activo }
}

const readHtmlMail = (
  faults: FaultList,
  before: Channels['PublicacionConsultadaHtmlMail'] | undefined,
  sent: Sent<'PublicacionConsultadaHtmlMail'>,
): Channels['PublicacionConsultadaHtmlMail'] => {
  const EmailsCCO = sent.EmailsCCO === undefined ? (before?.EmailsCCO ?? null) : sent.EmailsCCO || null
  if (EmailsCCO) checkEmails(faults, 'PublicacionConsultadaHtmlMail.EmailsCCO', EmailsCCO)
  return { EmailsCCO, Activo: sent.Activo ?? before?.Activo ?? true }
}
