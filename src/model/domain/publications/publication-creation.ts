import type { PublicacionCreate } from '../../../api/wire/request-bodies.ts'
import type { Condition } from '../../../api/wire/state-literal.ts'
import { isUsed, type Publication, publicationKey } from '../../world/publication.ts'
import { resolveCar } from '../catalogue/car-resolution.ts'
import {
  byActiveOption,
  type DecisionContext,
  isActiveOption,
  type MissingPhotoSizes,
} from '../decision-context.ts'
import { type Refusal, refusal } from '../refusal.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { checkAmounts } from './amount.ts'
import { checkPhone, operatorForCreate, parsePhone } from './contact.ts'
import { checkActiva } from './lifecycle.ts'
import { parseLocation } from './location.ts'
import { parseCustomData, parseLevel, parsePlainMembers, parseVin, parseWarranty } from './member-rules.ts'
import { checkMileage } from './mileage.ts'
import {
  findFreeLevel,
  levelWithoutPlace,
  packageFullRefusal,
  suspendsWithoutPlace,
  usesPlace,
} from './package.ts'
import { acceptedPhotos, unmeasuredPhotos } from './photos.ts'

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
    existing?.condition === 'archived' && isActiveOption(context, 'publications/external-id-reuse', '201')
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
  if (body.Telefono && isActiveOption(context, 'publications/telefono-create', '400')) {
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
  const required = (member: keyof PublicacionCreate) => {
    if ((body[member] === undefined || body[member] === null) && !issues.hasIssueAt(member)) {
      issues.add(member, 'Este dato es obligatorio.', 'publications/required-members')
    }
  }
  for (const member of byActiveOption(context, 'publications/required-members', REQUIRED_MEMBERS))
    required(member)
  if (
    isActiveOption(context, 'publications/version-absent', '400') &&
    !body.Version &&
    !issues.hasIssueAt('Version')
  )
    issues.add('Version', 'Este dato es obligatorio.', 'PUB-10', 'publications/version-absent')
}

const REQUIRED_MEMBERS = {
  'external-id-only': ['ExternalId'],
  standard: ['ExternalId', 'VersionYear', 'Kilometraje'],
  'also-color-and-precio': ['ExternalId', 'VersionYear', 'Kilometraje', 'Color', 'Precio'],
} as const

const checkTransmissionSpelling = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: string | undefined,
): void => {
  if (sent === undefined || isActiveOption(context, 'publications/transmission-spelling', 'accepted')) return
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
  const allowed = byActiveOption(context, 'publications/external-id-characters', EXTERNAL_ID_PATTERNS)
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
  const suspendedInstead = suspendsWithoutPlace(context) && !usesPlace(context, 'suspended')
  return suspendedInstead ? withState('suspended') : packageFullRefusal(context)
}
