import { byOption, chosenValue, isChosen, type Profile } from '../../../api/assumptions/profile.ts'
import {
  type ConfiguredHeader,
  FIELD_VALUE,
  HEADER_NAME,
  RESERVED_HEADERS,
} from '../../../api/wire/delivery-headers.ts'
import type { AppWebhookUpsert } from '../../../api/wire/request-bodies.ts'
import { isEmail } from '../../../lib/text/email.ts'
import { isWebUrl } from '../../../lib/text/url.ts'
import type { Webhook } from '../../world/webhook.ts'
import type { ValidationIssues } from '../validation-issues.ts'

const STANDARD_TOPICS = [
  'agencia-invitacion-aceptada',
  'publicacion-consultada',
  'publicacion-estado',
] as const

/** Returns the topics that an app may configure (`events/topics`). */
export const availableTopics = (profile: Profile): readonly string[] =>
  (isChosen(profile, 'events/topics', 'list') ? chosenValue(profile, 'events/topics') : undefined) ??
  STANDARD_TOPICS

/** Builds a webhook from its configuration (EVT-03, `events/required-members`, `events/secret-put`). */
export const configureWebhook = (
  issues: ValidationIssues,
  {
    app,
    topic,
    before,
    profile,
  }: { app: string; topic: string; before: Webhook | undefined; profile: Profile },
  sent: AppWebhookUpsert,
): Webhook => {
  const absent = byOption(profile, 'events/required-members', ABSENT_ACTIVO)
  if (absent.isRefused && sent.Activo === undefined && !issues.hasIssueAt('Activo'))
    issues.add('Activo', 'Este dato es obligatorio.', 'EVT-03', 'events/required-members')
  const Activo = sent.Activo ?? (absent.isKept ? (before?.Activo ?? true) : true)
  checkCallback(issues, 'Callback', sent.Callback ?? null, Activo)
  const header = (name: 'HeaderCustom01' | 'HeaderCustom02' | 'HeaderCustom03') =>
    checkHeader(issues, name, sent[name] ?? null, profile)
  return {
    app,
    topic,
    Callback: sent.Callback ?? null,
    Secret: secretAfterEdit(sent.Secret, before?.Secret ?? null, profile),
    Description: sent.Description ?? null,
    Activo,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  }
}

const ABSENT_ACTIVO = {
  callback: { isRefused: false, isKept: false },
  'callback-and-activo': { isRefused: true, isKept: false },
  'activo-kept': { isRefused: false, isKept: true },
}

/**
 * Keeps the stored secret when none was sent, since clients cannot read it back from responses
 * (`events/secret-put`).
 */
export const secretAfterEdit = (
  sent: string | null | undefined,
  stored: string | null,
  profile: Profile,
): string | null => sent ?? (isChosen(profile, 'events/secret-put', 'kept') ? stored : null)

/** Returns the secret as responses show it (`events/secret-shown`). */
export const visibleSecret = (secret: string | null, profile: Profile): string | null => {
  if (secret === null) return null
  return byOption(profile, 'events/secret-shown', { null: null, masked: '********', 'as-stored': secret })
}

/**
 * Checks a callback: absolute http or https URL, empty or absent only while inactive
 * (`events/callback-form`).
 */
export const checkCallback = (
  issues: ValidationIssues,
  path: string,
  callback: string | null,
  active: boolean,
): void => {
  if (issues.hasIssueAt(path)) return
  if (!callback) {
    if (active || callback === null)
      issues.add(path, 'Se espera la URL que recibe las notificaciones.', 'EVT-03', 'events/required-members')
  } else if (!isWebUrl(callback)) {
    issues.add(path, 'Se espera una URL absoluta, http o https.', 'EVT-03', 'events/callback-form')
  } else if (hasCredentials(callback)) {
    issues.add(
      path,
      'No puede llevar usuario ni contraseña: se envían en un encabezado propio.',
      'EVT-03',
      'events/callback-form',
    )
  }
}

/** True for a URL with a user or a password, which no delivery is sent to. */
const hasCredentials = (url: string): boolean => {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/**
 * Checks a custom header: it must be valid HTTP and must not override the service's headers
 * (`events/custom-headers`).
 */
export const checkHeader = (
  issues: ValidationIssues,
  path: string,
  header: ConfiguredHeader | null,
  profile: Profile,
): ConfiguredHeader | null => {
  if (header === null || isChosen(profile, 'events/custom-headers', 'left-out')) return header
  const hasName = !issues.hasIssueAt(`${path}.Name`)
  if (hasName && !HEADER_NAME.test(header.Name)) {
    issues.add(`${path}.Name`, 'No es un nombre de encabezado HTTP.', 'COM-09', 'events/custom-headers')
  } else if (hasName && RESERVED_HEADERS.test(header.Name)) {
    issues.add(`${path}.Name`, `El encabezado ${header.Name} está reservado.`, 'events/custom-headers')
  }
  if (!issues.hasIssueAt(`${path}.Value`) && !FIELD_VALUE.test(header.Value)) {
    issues.add(
      `${path}.Value`,
      'Contiene caracteres que un encabezado HTTP no admite.',
      'events/custom-headers',
    )
  }
  return header
}

/** Checks a comma-separated list of e-mail addresses (AGE-10, `EmailsCCO`). */
export const checkEmails = (issues: ValidationIssues, path: string, list: string): void => {
  const wrong = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isEmail(part))
  if (wrong.length > 0) issues.add(path, `No son correos electrónicos: ${wrong.join(', ')}.`, 'AGE-10')
}
