import { type OperadorEdit, REQUEST_BODIES } from '../../../api/wire/request-bodies.ts'
import { type Agency, administratorOf, type Operator } from '../../world/agency.ts'
import type { World } from '../../world/world.ts'
import { checkEmptyPlace, resolvePlace } from '../catalogue/place-resolution.ts'
import { byActiveOption, isActiveOption } from '../decision-context.ts'
import type { Refusal } from '../refusal.ts'
import { refusal } from '../refusal.ts'
import type { ValidationIssues } from '../validation-issues.ts'

/**
 * Edits the administrator (AGE-03). Absent members keep their value (`agencies/operator-absent`); phones and
 * the first address are derived (`agencies/operator-phones`). Refuses an administrator that was not created
 * through the API (AGE-04).
 */
export const editAdministrator = (
  issues: ValidationIssues,
  world: World,
  agency: Agency,
  body: OperadorEdit,
): Operator | Refusal => {
  const before = administratorOf(agency)
  const absent = byActiveOption({ world }, 'agencies/operator-absent', ABSENT_MEMBERS)
  if (absent.isRefused) checkPresence(issues, body)
  if (body.WhatsApp !== undefined && !isWhatsApp(body.WhatsApp)) {
    issues.add(
      'WhatsApp',
      'Se espera signo más, código de país, código de zona y número: +54 11 5555-0123.',
      'AGE-03',
      'agencies/phone-form',
    )
  }
  const kept = absent.isCleared ? clearedOperator(before) : before
  const address = editAddress(issues, world, kept, body)
  if (issues.hasIssues) return issues.toRefusal()
  if (!before.createdThroughApi) {
    const detail = 'Solo se puede editar un administrador creado a través de esta API.'
    return refusal('forbidden', detail, ['AGE-04', 'auth/forbidden'])
  }
  const TelefonoLaboral = body.TelefonoLaboral ?? kept.TelefonoLaboral
  const WhatsApp = body.WhatsApp ?? kept.WhatsApp
  const listed = isActiveOption({ world }, 'agencies/operator-phones', 'work-then-whatsapp') ? WhatsApp : null
  return {
    ...before,
    Nombre: body.Nombre ?? kept.Nombre,
    Apellido: body.Apellido ?? kept.Apellido,
    TelefonoLaboral,
    WhatsApp,
    Telefonos: operatorPhones(TelefonoLaboral, listed),
    Direcciones: address ? [address, ...kept.Direcciones.slice(1)] : kept.Direcciones,
  }
}

const ABSENT_MEMBERS = {
  unchanged: { isRefused: false, isCleared: false },
  cleared: { isRefused: false, isCleared: true },
  '400': { isRefused: true, isCleared: false },
}

// The names are the keys of that literal.
const OPERATOR_EDIT_MEMBERS = Object.keys(REQUEST_BODIES.OperadorEdit.members) as (keyof OperadorEdit)[]

const checkPresence = (issues: ValidationIssues, body: OperadorEdit): void => {
  for (const member of OPERATOR_EDIT_MEMBERS) {
    if (body[member] === undefined && !issues.hasIssueAt(member))
      issues.add(member, 'Este dato es obligatorio.', 'AGE-03', 'agencies/operator-absent')
  }
}

/** Returns the operator without what an edit says. */
const clearedOperator = (before: Operator): Operator => ({
  ...before,
  Nombre: '',
  Apellido: '',
  TelefonoLaboral: null,
  WhatsApp: null,
  Direcciones: before.Direcciones.slice(1),
})

/** Returns the work phone, then WhatsApp, without duplicates (`agencies/operator-phones`). */
export const operatorPhones = (work: string | null, whatsApp: string | null): string[] => [
  ...new Set([work, whatsApp].filter((phone) => phone !== null)),
]

/** True for a plus sign and digits, with spaces and hyphens between them (`agencies/phone-form`). */
const isWhatsApp = (text: string): boolean => /^\+\d[\d -]*\d$/.test(text)

const editAddress = (issues: ValidationIssues, world: World, before: Operator, body: OperadorEdit) => {
  const { Region, Ciudad, Direccion } = body
  if (Region === undefined && Ciudad === undefined && Direccion === undefined) return undefined
  checkEmptyPlace(issues, { world }, body)
  const previous = before.Direcciones[0] ?? { Region: '', Ciudad: '', Direccion: '' }
  // A city that was not sent is kept only while the region stays the same.
  const region = Region ?? previous.Region
  const moved = Region !== undefined && Ciudad === undefined
  const place = resolvePlace(
    issues,
    '',
    { Region: region, Ciudad: moved ? '' : (Ciudad ?? previous.Ciudad) },
    world.setting.catalogue(),
    { keepsUnresolved: isActiveOption({ world }, 'agencies/place-no-match', 'kept') },
  )
  const stays = moved && place.Region === previous.Region
  return {
    Region: place.Region ?? '',
    Ciudad: stays ? previous.Ciudad : (place.Ciudad ?? ''),
    Direccion: Direccion ?? previous.Direccion,
  }
}
