import type { PublicacionCreate } from '../../wire/request-schemas.ts'
import { parseAmount } from './amount.ts'
import { resolveCar } from '../catalogue/car-resolution.ts'
import { checkPhone, firstPhone, operatorForCreate } from './contact.ts'
import { type DecisionContext, type MissingPhotoSizes, activeOption } from '../decision-context.ts'
import { type ValidationIssues, refusal } from '../validation-issues.ts'
import { parseColor, parseCustomData, parseLevel, parseVin } from './member-rules.ts'
import { checkMileage } from './mileage.ts'
import { exhaustedRefusal, findFreeLevel, levelWithoutPlace, usesPlace } from './package.ts'
import { acceptedPhotos, unmeasuredPhotos } from './photos.ts'
import { placeAddress, resolvePlace } from '../catalogue/place-resolution.ts'
import { type Condition, isUsed, type Publication, publicationKey } from '../../world/publication.ts'
import type { Refusal } from '../refusal.ts'

/**
 * Creates a publication for the calling app (PUB-01 .. PUB-19). `faults` brings what the shape of the body already got wrong; members that
 * it names are absent from `body`. Everything wrong with what was said comes before anything wrong with the state.
 */
export const createPublication = (
  deciding: DecisionContext,
  body: PublicacionCreate,
  faults: ValidationIssues,
): Publication | Refusal | MissingPhotoSizes => {
  const needsPhotos = unmeasuredPhotos(deciding, body.Fotos ?? [])
  if (needsPhotos.length > 0) return { needsPhotos }
  checkRequiredMembers(faults, deciding, body)
  const draft = draftPublication(faults, deciding, body)
  if (faults.hasIssues) return faults.toRefusal()
  const taken = deciding.world.publications.get(draft.handle.key)
  const replaces = taken?.condition === 'archived' && activeOption(deciding, 'publications/external-id-reuse') === '201'
  if (taken && !replaces) return duplicateRefusal(taken)
  return placeInPackage(deciding, draft, parseLevel(faults, body.Exposicion))
}

/** What was left out is null, or an empty list (`publications/optional-absent`). */
const draftPublication = (faults: ValidationIssues, deciding: DecisionContext, body: PublicacionCreate): Publication => {
  const { agency, world } = deciding
  const catalogue = world.setting.catalogue()
  const operator = operatorForCreate(faults, deciding, body.OperadorResponsable)
  const car = resolveCar(faults, deciding, body)
  const used = isUsed(body.Kilometraje ?? null)
  const externalId = parseExternalId(faults, deciding, body.ExternalId)
  if (body.Kilometraje !== undefined) checkMileage(faults, deciding, body.Kilometraje, body.VersionYear ?? null)
  parseLevel(faults, body.Exposicion)
  if (body.Telefono && activeOption(deciding, 'publications/telefono-create') === '400') {
    checkPhone(faults, operator, body.Telefono)
  }
  const vin = parseVin(faults, deciding, body.Vin ?? null, publicationKey(agency.ordinal, externalId))
  const customData = parseCustomData(faults, deciding, body.DatosTecnicosCustom ?? [])
  return {
    handle: { number: world.next.publication, key: publicationKey(agency.ordinal, externalId) },
    agency: agency.ordinal,
    app: deciding.app.name,
    // null counts as true (`publications/activa-null`).
    condition: body.Activa === false ? 'suspended' : 'active',
    Exposicion: 'Baja',
    ExternalId: externalId,
    RefStock: body.RefStock ?? null,
    Vin: vin,
    OperadorResponsable: operator.Email,
    ...car,
    VersionYear: body.VersionYear ?? null,
    Kilometraje: body.Kilometraje ?? null,
    Color: parseColor(body.Color),
    Descripcion: body.Descripcion ?? null,
    // A known version has rows of its own (PUB-16, `publications/custom-data-shown`).
    DatosTecnicosCustom: car.versionId === null ? customData : [],
    Precio: parseAmount(faults, 'Precio', body.Precio ?? null, catalogue),
    Adelanto: parseAmount(faults, 'Adelanto', body.Adelanto ?? null, catalogue),
    Cuota: parseAmount(faults, 'Cuota', body.Cuota ?? null, catalogue),
    Fotos: parseCreatePhotos(faults, deciding, body, used),
    // `publications/warranty-new-car`: the certificate is for used cars, a new one ignores it.
    warranty: used && body.AplicaCertificadoGarantiaUsado === true,
    // Null stands for the operator's own address (`publications/location-null`).
    Locacion: body.Locacion
      ? placeAddress(resolvePlace(faults, 'Locacion.', body.Locacion, catalogue))
      : (operator.Direcciones[0] ?? null),
    Telefono: body.Telefono || firstPhone(operator),
    revision: 1,
  }
}

/** `publications/required-members`; brand and model are required where they are read. */
const checkRequiredMembers = (faults: ValidationIssues, deciding: DecisionContext, body: PublicacionCreate): void => {
  const rule = activeOption(deciding, 'publications/required-members')
  const required = (member: keyof PublicacionCreate) => {
    if ((body[member] === undefined || body[member] === null) && !faults.hasIssueAt(member)) {
      faults.add(member, 'Este dato es obligatorio.', 'publications/required-members')
    }
  }
  required('ExternalId')
  if (rule !== 'external-id-only') for (const member of ['VersionYear', 'Kilometraje'] as const) required(member)
  if (rule === 'also-color-and-precio') for (const member of ['Color', 'Precio'] as const) required(member)
}

const EXTERNAL_ID_PATTERNS = {
  'path-segment': /^[A-Za-z0-9\-._~!$'()*,=:@+]+$/,
  unreserved: /^[A-Za-z0-9\-._~]+$/,
} as const

/** PUB-03: only what fits a path segment, `..` never (`publications/external-id-characters`). */
const parseExternalId = (faults: ValidationIssues, deciding: DecisionContext, sent: string | undefined): string => {
  if (sent === undefined) return ''
  const allowed = EXTERNAL_ID_PATTERNS[activeOption(deciding, 'publications/external-id-characters')]
  if (!allowed.test(sent) || sent.includes('..')) {
    faults.add(
      'ExternalId',
      'Contiene caracteres no admitidos en un segmento de URL.',
      'PUB-03',
      'publications/external-id-characters',
    )
  }
  return sent
}

const parseCreatePhotos = (faults: ValidationIssues, deciding: DecisionContext, body: PublicacionCreate, used: boolean): string[] => {
  const photos = acceptedPhotos(faults, deciding, body.Fotos ?? [])
  if (used && photos.length === 0 && !faults.hasIssueAt('Fotos')) {
    faults.add('Fotos', 'Las fotos son obligatorias para vehículos usados.', 'PUB-17')
  }
  return photos
}

const duplicateRefusal = (taken: Publication): Refusal => {
  const detail = `Ya existe una publicación con el ExternalId «${taken.ExternalId}» en la agencia.`
  return refusal('duplicate', detail, ['PUB-35', 'publications/duplicate'], { ExternalId: [detail] })
}

/** Gives the draft its level and, when it takes one, its place in the package (PUB-07, AGE-09). */
const placeInPackage = (
  deciding: DecisionContext,
  draft: Publication,
  asked: Publication['Exposicion'] | null,
): Publication | Refusal => {
  const settled = (condition: Condition, level = levelWithoutPlace(deciding, asked)) => ({
    ...draft,
    condition,
    Exposicion: level,
  })
  if (!usesPlace(deciding, draft.condition)) return settled(draft.condition)
  const level = findFreeLevel(deciding, asked)
  if (level) return settled(draft.condition, level)
  const suspendedInstead =
    activeOption(deciding, 'publications/package-exhausted') === 'suspended' && !usesPlace(deciding, 'suspended')
  return suspendedInstead ? settled('suspended') : exhaustedRefusal(deciding)
}
