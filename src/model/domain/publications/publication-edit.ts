import {
  OPEN_IN_PUT_MEMBERS,
  PLAIN_MEMBERS,
  type PlainMember,
  type PlainMembers,
  type SentMember,
} from '../../../api/wire/publication-members.ts'
import type { PublicacionEdit, PublicacionPartialEdit } from '../../../api/wire/request-bodies.ts'
import { isUsed, type Publication } from '../../world/publication.ts'
import { changedMembers } from '../../world/publication-tag.ts'
import {
  byActiveOption,
  type DecisionContext,
  isActiveOption,
  type MissingPhotoSizes,
} from '../decision-context.ts'
import type { Refusal } from '../refusal.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { checkAmounts } from './amount.ts'
import { checkPhone, operatorForEdit, parsePhone } from './contact.ts'
import { applyRequestedState, archivedRefusal, checkActiva, isActiveRequested } from './lifecycle.ts'
import { parseLocation } from './location.ts'
import {
  parseCustomData,
  parseLevel,
  parsePlainMember,
  parsePlainMembers,
  parseVin,
  parseWarranty,
  type SentPlainMembers,
} from './member-rules.ts'
import { checkMileage, checkMileageChange } from './mileage.ts'
import { acceptedPhotos, unmeasuredPhotos } from './photos.ts'

/**
 * Applies the full edit (PUB-21). Issues of the body precede conflicts with the state of publication and
 * package.
 */
export const editPublication = (
  issues: ValidationIssues,
  context: DecisionContext,
  before: Publication,
  sent: PublicacionEdit,
): Publication | Refusal | MissingPhotoSizes => {
  const body = isActiveOption(context, 'publications/put-absent', 'unchanged')
    ? withPreviousMembers(sent, before)
    : sent
  const needsPhotos = changesPhotos(before, body) ? unmeasuredPhotos(context, body.Fotos ?? []) : []
  if (needsPhotos.length > 0) return { needsPhotos }
  const edited = applyEdit(issues, context, before, body)
  // PUB-24 checks the phone that was sent; a kept one (`publications/put-absent`) was accepted before.
  if (sent.Telefono) {
    const operator = operatorForEdit(context.agency, sent.OperadorResponsable, before.OperadorResponsable)
    checkPhone(issues, operator, sent.Telefono)
  }
  const level = parseLevel(issues, context, body.Exposicion) ?? unnamedLevel(context)
  checkActiva(issues, context, sent.Activa)
  checkAmounts(issues, context, edited)
  if (issues.hasIssues) return issues.toRefusal()
  if (before.condition === 'archived') return archivedRefusal(context)
  return applyRequestedState(context, edited, {
    active: isActiveRequested(context, before, body.Activa),
    level,
  })
}

/**
 * Returns the level of a full edit that names none (`publications/exposure-null-put`), unless absent members
 * stay anyway.
 */
const unnamedLevel = (context: DecisionContext): 'best' | null =>
  isActiveOption(context, 'publications/exposure-null-put', 'as-in-create') &&
  isActiveOption(context, 'publications/put-absent', 'as-in-create')
    ? 'best'
    : null

type AmendedOwnMembers = Readonly<
  Record<Exclude<SentMember<'patch'>, PlainMember>, PublicacionPartialEdit['Activa']>
>

/**
 * Applies the partial edit (PUB-28). Absent members keep their value, null clears an amount
 * (`publications/patch-null-amounts`).
 */
export const amendPublication = (
  issues: ValidationIssues,
  context: DecisionContext,
  before: Publication,
  body: PublicacionPartialEdit,
): Publication | Refusal => {
  if (
    Object.keys(body).length === 0 &&
    !issues.hasIssues &&
    isActiveOption(context, 'publications/patch-empty', '400')
  )
    issues.add('_', 'No hay nada que modificar.', 'PUB-28', 'publications/patch-empty')
  const clears = isActiveOption(context, 'publications/patch-null-amounts', 'cleared')
  // Every member of the body that is not plain.
  const { Activa }: AmendedOwnMembers = { Activa: body.Activa }
  const sent: SentPlainMembers = body
  const changed: { [M in PlainMember]?: PlainMembers[PlainMember] } = {}
  for (const name of PLAIN_MEMBERS) {
    const value = sent[name]
    if (value !== undefined && (value !== null || clears))
      changed[name] = parsePlainMember(issues, context, name, value)
  }
  // Each has the type of its member.
  const edited = { ...before, ...changed } as Publication
  checkAmounts(issues, context, edited)
  if (issues.hasIssues) return issues.toRefusal()
  if (before.condition !== 'archived') {
    const active = Activa ?? before.condition === 'active'
    return applyRequestedState(context, edited, { active, level: null })
  }
  // An archived publication is not active, so `Activa: false` changes nothing.
  const changes = changedMembers(before, edited).length > 0 || Activa === true
  const tolerated = !changes && isActiveOption(context, 'publications/patch-nothing-archived', '200')
  return tolerated ? before : archivedRefusal(context)
}

/**
 * Returns the edited publication with the next revision, or the previous one when nothing changed, so that
 * its entity tag stays (PUB-33, `publications/patch-empty`). `publications/etag-unchanged-write` may require
 * a new tag anyway.
 */
export const withNextRevision = (
  context: DecisionContext,
  before: Publication,
  after: Publication,
): Publication => {
  const isUnchanged = changedMembers(before, after).length === 0
  if (isUnchanged && isActiveOption(context, 'publications/etag-unchanged-write', 'same')) return before
  return { ...after, revision: before.revision + 1 }
}

/** What a full edit sets besides the state and the level. */
type EditedMembers = Pick<
  Publication,
  Exclude<SentMember<'put'>, 'Activa' | 'Exposicion' | 'AplicaCertificadoGarantiaUsado'> | 'warranty'
>

const applyEdit = (
  issues: ValidationIssues,
  context: DecisionContext,
  before: Publication,
  body: PublicacionEdit,
): Publication => {
  const operator = operatorForEdit(context.agency, body.OperadorResponsable, before.OperadorResponsable)
  checkRequiredMembers(issues, body)
  const km = body.Kilometraje ?? before.Kilometraje
  const isUsedCar = isUsed(km)
  if (body.Kilometraje !== undefined) {
    checkMileage(issues, context, body.Kilometraje, body.VersionYear ?? before.VersionYear)
    checkMileageChange(issues, context, before.Kilometraje, body.Kilometraje)
  }
  const customData = parseCustomData(issues, context, body.DatosTecnicosCustom ?? [])
  const edited: EditedMembers = {
    Vin: parseVin(issues, context, body.Vin ?? null, before.handle.key),
    OperadorResponsable: operator.Email,
    DatosTecnicosCustom: before.versionId === null ? customData : [],
    ...parsePlainMembers(issues, context, body),
    Fotos: parseEditPhotos(issues, context, before, body, isUsedCar),
    warranty: parseWarranty(issues, context, body.AplicaCertificadoGarantiaUsado, isUsedCar),
    Locacion: parseLocation(issues, context, operator, { sent: body.Locacion, isCreate: false }),
    Telefono: parsePhone(context, operator, body.Telefono),
  }
  return { ...before, ...edited }
}

/** Adds issues for the two members that a full edit requires (`publications/put-absent`). */
const checkRequiredMembers = (issues: ValidationIssues, body: PublicacionEdit): void => {
  for (const member of ['VersionYear', 'Kilometraje'] as const) {
    if (body[member] === undefined && !issues.hasIssueAt(member)) {
      issues.add(member, 'Este dato es obligatorio en la edición completa.', 'publications/put-absent')
    }
  }
}

/**
 * Parses the photos of an edit (`publications/photos-put`): absent keeps them, an equal count changes nothing
 * (PUB-25).
 */
const parseEditPhotos = (
  issues: ValidationIssues,
  context: DecisionContext,
  before: Publication,
  body: PublicacionEdit,
  isUsedCar: boolean,
): readonly string[] => {
  const rule = byActiveOption(context, 'publications/photos-put', PHOTOS_PUT)
  const missing = body.Fotos === undefined
  const empty = body.Fotos?.length === 0
  const keeps = !changesPhotos(before, body) || (isUsedCar && empty)
  const photos = keeps ? before.Fotos : acceptedPhotos(issues, context, body.Fotos ?? [])
  const refused = (missing && rule.refusesAbsent) || (empty && rule.refusesEmpty)
  // An edit that turns a new car without photos into a used one must add photos.
  if (isUsedCar && (refused || photos.length === 0) && !issues.hasIssueAt('Fotos')) {
    issues.add(
      'Fotos',
      'Las fotos son obligatorias para vehículos usados.',
      'PUB-17',
      'publications/photos-put',
    )
  }
  return photos
}

const PHOTOS_PUT = {
  'kept-when-absent': { refusesAbsent: false, refusesEmpty: true },
  mandatory: { refusesAbsent: true, refusesEmpty: true },
  'empty-ignored': { refusesAbsent: false, refusesEmpty: false },
}

/** False without photos, and for as many as there are: that change is ignored, whatever it says (PUB-25). */
const changesPhotos = (before: Publication, { Fotos }: PublicacionEdit): boolean =>
  Fotos !== undefined && Fotos.length !== before.Fotos.length

/**
 * Fills absent and null members with their previous values (`publications/put-absent`, option `unchanged`).
 */
const withPreviousMembers = (sent: PublicacionEdit, before: Publication): PublicacionEdit => {
  const previous = { ...before, AplicaCertificadoGarantiaUsado: before.warranty }
  return {
    ...sent,
    // A stored value has the type of the member that was sent.
    ...(Object.fromEntries(
      OPEN_IN_PUT_MEMBERS.map((name) => [name, sent[name] ?? previous[name] ?? undefined]),
    ) as PublicacionEdit),
    // Activa defaults to true (PUB-22), whatever other absent members do.
    Activa: sent.Activa === null ? before.condition === 'active' : (sent.Activa ?? true),
    // Null means a phone of the operator, whatever an absent member means (PUB-24).
    Telefono: sent.Telefono === undefined ? before.Telefono : sent.Telefono,
  }
}
