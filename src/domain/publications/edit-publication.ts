import type { PublicacionEdit, PublicacionPartialEdit } from '../../wire/bodies.ts'
import { readAmount, sameMoney } from './amount.ts'
import { checkPhone, firstPhone, operatorForEdit } from './contact.ts'
import { type Deciding, type NeedsPhotos, option } from '../decision-context.ts'
import type { FaultList } from '../validation-issues.ts'
import { archivedIsFinal, settle } from './lifecycle.ts'
import { readColor, readCustomData, readLevel, readVin } from './member-rules.ts'
import { checkMileage, checkMileageChange } from './mileage.ts'
import { readPhotos, unmeasured } from './photos.ts'
import { addressOf, readPlace } from '../catalogue/place.ts'
import { changedMembers, isUsed, noteChange, type Publication } from '../../world/publication.ts'
import type { Refusal } from '../refusal.ts'

/** The full edit (PUB-21 .. PUB-27): what is said, then what the state of the publication and of the package admits. */
export const editPublication = (
  deciding: Deciding,
  before: Publication,
  sent: PublicacionEdit,
  faults: FaultList,
): Publication | Refusal | NeedsPhotos => {
  const body = option(deciding, 'publications/put-absent') === 'unchanged' ? completed(sent, before) : sent
  const needsPhotos = unmeasured(deciding, body.Fotos ?? [])
  if (needsPhotos.length > 0) return { needsPhotos }
  const edited = readEdit(faults, deciding, before, body)
  // PUB-24 judges what was sent; a phone that merely stays (`publications/put-absent`) was accepted when it came.
  if (sent.Telefono) {
    const operator = operatorForEdit(deciding.agency, sent.OperadorResponsable, before.OperadorResponsable)
    checkPhone(faults, operator, sent.Telefono)
  }
  const level = readLevel(faults, body.Exposicion)
  if (faults.any) return faults.refusal()
  if (before.condition === 'archived') return archivedIsFinal(deciding)
  return settle(deciding, edited, { active: body.Activa !== false, level })
}

/** The partial edit (PUB-28). Absent leaves a member, null clears an amount (`publications/patch-null-amounts`). */
export const amendPublication = (
  deciding: Deciding,
  before: Publication,
  body: PublicacionPartialEdit,
  faults: FaultList,
): Publication | Refusal => {
  const catalogue = deciding.world.setting.catalogue
  const amount = (member: 'Precio' | 'Adelanto' | 'Cuota') => {
    const sent = body[member]
    if (sent === undefined) return before[member]
    const read = sent === null ? null : readAmount(faults, member, sent, catalogue())
    return sameMoney(read, before[member]) ? before[member] : read
  }
  const edited = { ...before, Precio: amount('Precio'), Adelanto: amount('Adelanto'), Cuota: amount('Cuota') }
  if (faults.any) return faults.refusal()
  if (before.condition !== 'archived') {
    const active = body.Activa ?? before.condition === 'active'
    return settle(deciding, edited, { active, level: null })
  }
  // An archived publication is not active, so `Activa: false` asks it for nothing new.
  const changes = changedMembers(before, edited).length > 0 || body.Activa === true
  const tolerated = !changes && option(deciding, 'publications/patch-nothing-archived') === '200'
  return tolerated ? before : archivedIsFinal(deciding)
}

/**
 * The edited publication when it differs from the former one, with the next revision; otherwise the former one itself, so that its
 * entity tag stays (PUB-33, `publications/patch-empty`), unless `publications/etag-unchanged-write` wants a new one.
 */
export const revised = (deciding: Deciding, before: Publication, after: Publication): Publication => {
  const members = changedMembers(before, after)
  if (members.length === 0 && option(deciding, 'publications/etag-unchanged-write') === 'same') return before
  const changed = { ...after, revision: before.revision + 1 }
  noteChange(before, changed, members)
  return changed
}

const readEdit = (faults: FaultList, deciding: Deciding, before: Publication, body: PublicacionEdit): Publication => {
  const catalogue = deciding.world.setting.catalogue()
  const operator = operatorForEdit(deciding.agency, body.OperadorResponsable, before.OperadorResponsable)
  requireMembers(faults, body)
  const km = body.Kilometraje ?? before.Kilometraje
  const used = isUsed(km)
  if (body.Kilometraje !== undefined) {
    checkMileage(faults, deciding, body.Kilometraje, body.VersionYear ?? before.VersionYear)
    checkMileageChange(faults, before.Kilometraje, body.Kilometraje)
  }
  const customData = readCustomData(faults, deciding, body.DatosTecnicosCustom ?? [])
  return {
    ...before,
    RefStock: body.RefStock ?? null,
    Vin: readVin(faults, deciding, body.Vin ?? null, before.handle.key),
    OperadorResponsable: operator.Email,
    VersionYear: body.VersionYear ?? before.VersionYear,
    Kilometraje: km,
    Color: readColor(body.Color),
    Descripcion: body.Descripcion ?? null,
    DatosTecnicosCustom: before.versionId === null ? customData : [],
    Precio: readAmount(faults, 'Precio', body.Precio ?? null, catalogue),
    Adelanto: readAmount(faults, 'Adelanto', body.Adelanto ?? null, catalogue),
    Cuota: readAmount(faults, 'Cuota', body.Cuota ?? null, catalogue),
    Fotos: readEditPhotos(faults, deciding, before, body, used),
    warranty: used && body.AplicaCertificadoGarantiaUsado === true,
    Locacion: body.Locacion
      ? addressOf(readPlace(faults, 'Locacion.', body.Locacion, catalogue))
      : (operator.Direcciones[0] ?? null),
    Telefono: body.Telefono || firstPhone(operator),
  }
}

/** `publications/put-absent`: the two members without which a full edit says too little. */
const requireMembers = (faults: FaultList, body: PublicacionEdit): void => {
  for (const member of ['VersionYear', 'Kilometraje'] as const) {
    if (body[member] === undefined && !faults.touches(member)) {
      faults.add(member, 'Este dato es obligatorio en la edición completa.', 'publications/put-absent')
    }
  }
}

/** PUB-25 and `publications/photos-put`: absent keeps them, as many as before changes nothing. */
const readEditPhotos = (
  faults: FaultList,
  deciding: Deciding,
  before: Publication,
  body: PublicacionEdit,
  used: boolean,
): readonly string[] => {
  const rule = option(deciding, 'publications/photos-put')
  const missing = body.Fotos === undefined
  const empty = body.Fotos?.length === 0
  const keeps = !body.Fotos || (used && empty)
  const photos = keeps ? before.Fotos : readPhotos(faults, deciding, body.Fotos ?? [])
  const refused = (missing && rule === 'mandatory') || (empty && rule !== 'empty-ignored')
  // A new car may have none to keep, and an edit that makes it a used one must then bring some.
  if (used && (refused || photos.length === 0) && !faults.touches('Fotos')) {
    faults.add('Fotos', 'Las fotos son obligatorias para vehículos usados.', 'PUB-17', 'publications/photos-put')
  }
  return body.Fotos?.length === before.Fotos.length ? before.Fotos : photos
}

/** The body with every absent or null member as it stood, for the second option of `publications/put-absent`. */
const completed = (sent: PublicacionEdit, before: Publication): PublicacionEdit => ({
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
