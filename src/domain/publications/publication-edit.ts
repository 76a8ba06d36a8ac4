import type { PublicacionEdit, PublicacionPartialEdit } from '../../wire/request-schemas.ts'
import { parseAmount, isSameAmount } from './amount.ts'
import { checkPhone, firstPhone, operatorForEdit } from './contact.ts'
import { type DecisionContext, type MissingPhotoSizes, activeOption } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { archivedRefusal, applyRequestedState } from './lifecycle.ts'
import { parseColor, parseCustomData, parseLevel, parseVin } from './member-rules.ts'
import { checkMileage, checkMileageChange } from './mileage.ts'
import { acceptedPhotos, unmeasuredPhotos } from './photos.ts'
import { placeAddress, resolvePlace } from '../catalogue/place-resolution.ts'
import { changedMembers, isUsed, updateFingerprint, type Publication } from '../../world/publication.ts'
import type { Refusal } from '../refusal.ts'

/** The full edit (PUB-21 .. PUB-27): what is said, then what the state of the publication and of the package admits. */
export const editPublication = (
  deciding: DecisionContext,
  before: Publication,
  sent: PublicacionEdit,
  faults: ValidationIssues,
): Publication | Refusal | MissingPhotoSizes => {
  const body = activeOption(deciding, 'publications/put-absent') === 'unchanged' ? withFormerMembers(sent, before) : sent
  const needsPhotos = unmeasuredPhotos(deciding, body.Fotos ?? [])
  if (needsPhotos.length > 0) return { needsPhotos }
  const edited = applyEdit(faults, deciding, before, body)
  // PUB-24 judges what was sent; a phone that merely stays (`publications/put-absent`) was accepted when it came.
  if (sent.Telefono) {
    const operator = operatorForEdit(deciding.agency, sent.OperadorResponsable, before.OperadorResponsable)
    checkPhone(faults, operator, sent.Telefono)
  }
  const level = parseLevel(faults, body.Exposicion)
  if (faults.hasIssues) return faults.toRefusal()
  if (before.condition === 'archived') return archivedRefusal(deciding)
  return applyRequestedState(deciding, edited, { active: body.Activa !== false, level })
}

/** The partial edit (PUB-28). Absent leaves a member, null clears an amount (`publications/patch-null-amounts`). */
export const amendPublication = (
  deciding: DecisionContext,
  before: Publication,
  body: PublicacionPartialEdit,
  faults: ValidationIssues,
): Publication | Refusal => {
  const catalogue = deciding.world.setting.catalogue
  const amount = (member: 'Precio' | 'Adelanto' | 'Cuota') => {
    const sent = body[member]
    if (sent === undefined) return before[member]
    const read = sent === null ? null : parseAmount(faults, member, sent, catalogue())
    return isSameAmount(read, before[member]) ? before[member] : read
  }
  const edited = { ...before, Precio: amount('Precio'), Adelanto: amount('Adelanto'), Cuota: amount('Cuota') }
  if (faults.hasIssues) return faults.toRefusal()
  if (before.condition !== 'archived') {
    const active = body.Activa ?? before.condition === 'active'
    return applyRequestedState(deciding, edited, { active, level: null })
  }
  // An archived publication is not active, so `Activa: false` asks it for nothing new.
  const changes = changedMembers(before, edited).length > 0 || body.Activa === true
  const tolerated = !changes && activeOption(deciding, 'publications/patch-nothing-archived') === '200'
  return tolerated ? before : archivedRefusal(deciding)
}

/**
 * The edited publication when it differs from the former one, with the next revision; otherwise the former one itself, so that its
 * entity tag stays (PUB-33, `publications/patch-empty`), unless `publications/etag-unchanged-write` wants a new one.
 */
export const withNextRevision = (deciding: DecisionContext, before: Publication, after: Publication): Publication => {
  const members = changedMembers(before, after)
  if (members.length === 0 && activeOption(deciding, 'publications/etag-unchanged-write') === 'same') return before
  const changed = { ...after, revision: before.revision + 1 }
  updateFingerprint(before, changed, members)
  return changed
}

const applyEdit = (faults: ValidationIssues, deciding: DecisionContext, before: Publication, body: PublicacionEdit): Publication => {
  const catalogue = deciding.world.setting.catalogue()
  const operator = operatorForEdit(deciding.agency, body.OperadorResponsable, before.OperadorResponsable)
  checkRequiredMembers(faults, body)
  const km = body.Kilometraje ?? before.Kilometraje
  const used = isUsed(km)
  if (body.Kilometraje !== undefined) {
    checkMileage(faults, deciding, body.Kilometraje, body.VersionYear ?? before.VersionYear)
    checkMileageChange(faults, before.Kilometraje, body.Kilometraje)
  }
  const customData = parseCustomData(faults, deciding, body.DatosTecnicosCustom ?? [])
  return {
    ...before,
    RefStock: body.RefStock ?? null,
    Vin: parseVin(faults, deciding, body.Vin ?? null, before.handle.key),
    OperadorResponsable: operator.Email,
    VersionYear: body.VersionYear ?? before.VersionYear,
    Kilometraje: km,
    Color: parseColor(body.Color),
    Descripcion: body.Descripcion ?? null,
    DatosTecnicosCustom: before.versionId === null ? customData : [],
    Precio: parseAmount(faults, 'Precio', body.Precio ?? null, catalogue),
    Adelanto: parseAmount(faults, 'Adelanto', body.Adelanto ?? null, catalogue),
    Cuota: parseAmount(faults, 'Cuota', body.Cuota ?? null, catalogue),
    Fotos: parseEditPhotos(faults, deciding, before, body, used),
    warranty: used && body.AplicaCertificadoGarantiaUsado === true,
    Locacion: body.Locacion
      ? placeAddress(resolvePlace(faults, 'Locacion.', body.Locacion, catalogue))
      : (operator.Direcciones[0] ?? null),
    Telefono: body.Telefono || firstPhone(operator),
  }
}

/** `publications/put-absent`: the two members without which a full edit says too little. */
const checkRequiredMembers = (faults: ValidationIssues, body: PublicacionEdit): void => {
  for (const member of ['VersionYear', 'Kilometraje'] as const) {
    if (body[member] === undefined && !faults.hasIssueAt(member)) {
      faults.add(member, 'Este dato es obligatorio en la edición completa.', 'publications/put-absent')
    }
  }
}

/** PUB-25 and `publications/photos-put`: absent keeps them, as many as before changes nothing. */
const parseEditPhotos = (
  faults: ValidationIssues,
  deciding: DecisionContext,
  before: Publication,
  body: PublicacionEdit,
  used: boolean,
): readonly string[] => {
  const rule = activeOption(deciding, 'publications/photos-put')
  const missing = body.Fotos === undefined
  const empty = body.Fotos?.length === 0
  const keeps = !body.Fotos || (used && empty)
  const photos = keeps ? before.Fotos : acceptedPhotos(faults, deciding, body.Fotos ?? [])
  const refused = (missing && rule === 'mandatory') || (empty && rule !== 'empty-ignored')
  // A new car may have none to keep, and an edit that makes it a used one must then bring some.
  if (used && (refused || photos.length === 0) && !faults.hasIssueAt('Fotos')) {
    faults.add('Fotos', 'Las fotos son obligatorias para vehículos usados.', 'PUB-17', 'publications/photos-put')
  }
  return body.Fotos?.length === before.Fotos.length ? before.Fotos : photos
}

/** The body with every absent or null member as it stood, for the second option of `publications/put-absent`. */
const withFormerMembers = (sent: PublicacionEdit, before: Publication): PublicacionEdit => ({
  ...sent,
  RefStock: sent.RefStock ?? before.RefStock ?? undefined,
  Vin: sent.Vin ?? before.Vin,
  Activa: sent.Activa ?? before.condition === 'active',
  VersionYear: sent.VersionYear ?? before.VersionYear ?? undefined,
  Kilometraje: sent.Kilometraje ?? before.Kilometraje ?? undefined,
  Color: sent.Color ?? before.Color ?? undefined,
  Descripcion: sent.Descripcion ?? before.Descripcion ?? undefined,
  DatosTecnicosCustom: sent.DatosTecnicosCustom ?? [...before.DatosTecnicosCustom],
  Precio: sent.Precio ?? before.Precio,
  Adelanto: sent.Adelanto ?? before.Adelanto,
  Cuota: sent.Cuota ?? before.Cuota,
  AplicaCertificadoGarantiaUsado: sent.AplicaCertificadoGarantiaUsado ?? before.warranty,
  Locacion: sent.Locacion ?? before.Locacion,
  Telefono: sent.Telefono ?? before.Telefono,
})
