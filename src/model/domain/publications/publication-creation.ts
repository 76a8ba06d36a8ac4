import type { PublicacionCreate } from '../../../api/wire/request-bodies.ts'
import type { Condition } from '../../../api/wire/state-literal.ts'
import { isUsed, type Publication, publicationKey } from '../../world/publication.ts'
import { resolveCar } from '../catalogue/car-resolution.ts'
import { activeOption, type DecisionContext, type MissingPhotoSizes } from '../decision-context.ts'
import type { Refusal } from '../refusal.ts'
import { refusal } from '../refusal.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { checkAmounts } from './amount.ts'
import { checkPhone, operatorForCreate, parsePhone } from './contact.ts'
import { parseLocation } from './location.ts'
import { parseCustomData, parseLevel, parsePlainMembers, parseVin, parseWarranty } from './member-rules.ts'
import { checkMileage } from './mileage.ts'
import { findFreeLevel, levelWithoutPlace, packageFullRefusal, usesPlace } from './package.ts'
import { acceptedPhotos, unmeasuredPhotos } from './photos.ts'
import { checkActiva } from './requested-state.ts'

/**
 * Creates a publication for the calling app (PUB-01, PUB-35). `issues` holds the schema's issues; `body`
 * lacks the members that they name. Issues of the body precede conflicts with the state.
 */
export const createPublication = (
  issues: ValidationIssues,
  context: DecisionContext,
  body: PublicacionCreate,
): Publication | Refusal | MissingPhotoSizes => {
  const needsPhotos = unmeasuredPhotos(context, body.Fotos ?? [])
  if (needsPhotos.length > 0) return { needsPhotos }
  checkRequiredMembers(issues, context, body)
  const draft = draftPublication(issues, context, body)
  checkAmounts(issues, context, draft)
  if (issues.hasIssues) return issues.toRefusal()
  const existing = context.world.publications.get(draft.handle.key)
  const replaces =
    existing?.condition === 'archived' && activeOption(context, 'publications/external-id-reuse') === '201'
  if (existing && !replaces) return duplicateRefusal(existing)
  return placeInPackage(context, draft, parseLevel(issues, context, body.Exposicion))
}

/** Builds the publication; absent members are null or an empty list (`publications/optional-absent`). */
const draftPublication = (
  issues: ValidationIssues,
  context: DecisionContext,
  body: PublicacionCreate,
): Publication => {
  const { agency, world } = context
  const operator = operatorForCreate(issues, context, body.OperadorResponsable)
  const car = resolveCar(issues, context, body)
  const isUsedCar = isUsed(body.Kilometraje ?? null)
  const externalId = parseExternalId(issues, context, body.ExternalId)
  if (body.Kilometraje !== undefined)
    checkMileage(issues, context, body.Kilometraje, body.VersionYear ?? null)
  parseLevel(issues, context, body.Exposicion)
  checkActiva(issues, context, body.Activa)
  checkTransmissionSpelling(issues, context, body.Transmision)
  if (body.Telefono && activeOption(context, 'publications/telefono-create') === '400') {
    checkPhone(issues, operator, body.Telefono)
  }
  const vin = parseVin(issues, context, body.Vin ?? null, publicationKey(agency.ordinal, externalId))
  const customData = parseCustomData(issues, context, body.DatosTecnicosCustom ?? [])
  return {
    handle: { number: world.next.publication, key: publicationKey(agency.ordinal, externalId) },
    agency: agency.ordinal,
    app: context.app.name,
    // Null counts as true (PUB-06, `publications/activa-null`).
    condition: body.Activa === false ? 'suspended' : 'active',
    Exposicion: 'Baja',
    ExternalId: externalId,
    Vin: vin,
    OperadorResponsable: operator.Email,
    ...car,
    ...parsePlainMembers(issues, context, body),
    // A known version has its own technical data (PUB-16, `publications/custom-data-shown`).
    DatosTecnicosCustom: car.versionId === null ? customData : [],
    Fotos: parseCreatePhotos(issues, context, body, isUsedCar),
    warranty: parseWarranty(issues, context, body.AplicaCertificadoGarantiaUsado, isUsedCar),
    Locacion: parseLocation(issues, context, operator, { sent: body.Locacion, isCreate: true }),
    Telefono: parsePhone(context, operator, body.Telefono),
    revision: 1,
  }
}

/** Adds issues for absent members (`publications/required-members`); `resolveCar` checks brand and model. */
const checkRequiredMembers = (
  issues: ValidationIssues,
  context: DecisionContext,
  body: PublicacionCreate,
): void => {
  const rule = activeOption(context, 'publications/required-members')
  const required = (member: keyof PublicacionCreate) => {
    if ((body[member] === undefined || body[member] === null) && !issues.hasIssueAt(member)) {
      issues.add(member, 'Este dato es obligatorio.', 'publications/required-members')
    }
  }
  required('ExternalId')
  if (rule !== 'external-id-only')
    for (const member of ['VersionYear', 'Kilometraje'] as const) required(member)
  if (
    activeOption(context, 'publications/version-absent') === '400' &&
    !body.Version &&
    !issues.hasIssueAt('Version')
  )
    issues.add('Version', 'Este dato es obligatorio.', 'PUB-10', 'publications/version-absent')
  if (rule === 'also-color-and-precio') for (const member of ['Color', 'Precio'] as const) required(member)
}

const checkTransmissionSpelling = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: string | undefined,
): void => {
  if (sent === undefined || activeOption(context, 'publications/transmission-spelling') === 'accepted') return
  if (['Automática', 'Manual', 'A', 'M'].includes(sent) || issues.hasIssueAt('Transmision')) return
  issues.add(
    'Transmision',
    'Se espera Automática, Manual, A o M.',
    'PUB-12',
    'publications/transmission-spelling',
  )
}

const EXTERNAL_ID_PATTERNS = {
  'path-segment': /^[A-Za-z0-9\-._~!$'()*,=:@+]+$/,
  unreserved: /^[A-Za-z0-9\-._~]+$/,
} as const

/**
 * Parses `ExternalId` (PUB-03): characters of a path segment without `..`
 * (`publications/external-id-characters`).
 */
const parseExternalId = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: string | undefined,
): string => {
  if (sent === undefined) return ''
  const allowed = EXTERNAL_ID_PATTERNS[activeOption(context, 'publications/external-id-characters')]
  if (!allowed.test(sent) || sent.includes('..')) {
    issues.add(
      'ExternalId',
      'Contiene caracteres no admitidos en un segmento de URL.',
      'PUB-03',
      'publications/external-id-characters',
    )
  }
  return sent
}

const parseCreatePhotos = (
  issues: ValidationIssues,
  context: DecisionContext,
  body: PublicacionCreate,
  isUsedCar: boolean,
): string[] => {
  const photos = acceptedPhotos(issues, context, body.Fotos ?? [])
  if (isUsedCar && photos.length === 0 && !issues.hasIssueAt('Fotos')) {
    issues.add('Fotos', 'Las fotos son obligatorias para vehículos usados.', 'PUB-17')
  }
  return photos
}

const duplicateRefusal = (existing: Publication): Refusal => {
  const detail = `Ya existe una publicación con el ExternalId «${existing.ExternalId}» en la agencia.`
  return refusal('duplicate', detail, ['PUB-35', 'publications/duplicate'], { ExternalId: [detail] })
}

/** Sets the level of the draft and checks that the package has a place for it (PUB-07, AGE-09). */
const placeInPackage = (
  context: DecisionContext,
  draft: Publication,
  requestedLevel: Publication['Exposicion'] | null,
): Publication | Refusal => {
  const withState = (condition: Condition, level = levelWithoutPlace(context, requestedLevel)) => ({
    ...draft,
    condition,
    Exposicion: level,
  })
  if (!usesPlace(context, draft.condition)) return withState(draft.condition)
  const level = findFreeLevel(context, requestedLevel)
  if (level) return withState(draft.condition, level)
  const suspendedInstead =
    activeOption(context, 'publications/package-exhausted') === 'suspended' &&
    !usesPlace(context, 'suspended')
  return suspendedInstead ? withState('suspended') : packageFullRefusal(context)
}
