import type { PublicacionCreate } from '../../wire/bodies.ts'
import { readAmount } from './amount.ts'
import { readCar } from '../catalogue/car-resolution.ts'
import { checkPhone, firstPhone, operatorForCreate } from './contact.ts'
import { type Deciding, type NeedsPhotos, option } from '../decision-context.ts'
import { type FaultList, refusal } from '../validation-issues.ts'
import { readColor, readCustomData, readLevel, readVin } from './member-rules.ts'
import { checkMileage } from './mileage.ts'
import { exhausted, findPlace, levelWithoutPlace, takesPlace } from './package.ts'
import { readPhotos, unmeasured } from './photos.ts'
import { addressOf, readPlace } from '../catalogue/place.ts'
import { type Condition, isUsed, type Publication, publicationKey } from '../../world/publication.ts'
import type { Refusal } from '../refusal.ts'

/**
 * Creates a publication for the calling app (PUB-01 .. PUB-19). `faults` brings what the shape of the body already got wrong; members that
 * it names are absent from `body`. Everything wrong with what was said comes before anything wrong with the state.
 */
export const createPublication = (
  deciding: Deciding,
  body: PublicacionCreate,
  faults: FaultList,
): Publication | Refusal | NeedsPhotos => {
  const needsPhotos = unmeasured(deciding, body.Fotos ?? [])
  if (needsPhotos.length > 0) return { needsPhotos }
  requireMembers(faults, deciding, body)
  const draft = readDraft(faults, deciding, body)
  if (faults.any) return faults.refusal()
  const taken = deciding.world.publications.get(draft.handle.key)
  const replaces = taken?.condition === 'archived' && option(deciding, 'publications/external-id-reuse') === '201'
  if (taken && !replaces) return duplicate(taken)
  return place(deciding, draft, readLevel(faults, body.Exposicion))
}

/** What was left out is null, or an empty list (`publications/optional-absent`). */
const readDraft = (faults: FaultList, deciding: Deciding, body: PublicacionCreate): Publication => {
  const { agency, world } = deciding
  const catalogue = world.setting.catalogue()
  const operator = operatorForCreate(faults, deciding, body.OperadorResponsable)
  const car = readCar(faults, deciding, body)
  const used = isUsed(body.Kilometraje ?? null)
  const externalId = readExternalId(faults, deciding, body.ExternalId)
  if (body.Kilometraje !== undefined) checkMileage(faults, deciding, body.Kilometraje, body.VersionYear ?? null)
  readLevel(faults, body.Exposicion)
  if (body.Telefono && option(deciding, 'publications/telefono-create') === '400') {
    checkPhone(faults, operator, body.Telefono)
  }
  const vin = readVin(faults, deciding, body.Vin ?? null, publicationKey(agency.ordinal, externalId))
  const customData = readCustomData(faults, deciding, body.DatosTecnicosCustom ?? [])
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
    Color: readColor(body.Color),
    Descripcion: body.Descripcion ?? null,
    // A known version has rows of its own (PUB-16, `publications/custom-data-shown`).
    DatosTecnicosCustom: car.versionId === null ? customData : [],
    Precio: readAmount(faults, 'Precio', body.Precio ?? null, catalogue),
    Adelanto: readAmount(faults, 'Adelanto', body.Adelanto ?? null, catalogue),
    Cuota: readAmount(faults, 'Cuota', body.Cuota ?? null, catalogue),
    Fotos: readCreatePhotos(faults, deciding, body, used),
    // `publications/warranty-new-car`: the certificate is for used cars, a new one ignores it.
    warranty: used && body.AplicaCertificadoGarantiaUsado === true,
    // Null stands for the operator's own address (`publications/location-null`).
    Locacion: body.Locacion
      ? addressOf(readPlace(faults, 'Locacion.', body.Locacion, catalogue))
      : (operator.Direcciones[0] ?? null),
    Telefono: body.Telefono || firstPhone(operator),
    revision: 1,
  }
}

/** `publications/required-members`; brand and model are required where they are read. */
const requireMembers = (faults: FaultList, deciding: Deciding, body: PublicacionCreate): void => {
  const rule = option(deciding, 'publications/required-members')
  const required = (member: keyof PublicacionCreate) => {
    if ((body[member] === undefined || body[member] === null) && !faults.touches(member)) {
      faults.add(member, 'Este dato es obligatorio.', 'publications/required-members')
    }
  }
  required('ExternalId')
  if (rule !== 'external-id-only') for (const member of ['VersionYear', 'Kilometraje'] as const) required(member)
  if (rule === 'also-color-and-precio') for (const member of ['Color', 'Precio'] as const) required(member)
}

const RESERVED_OPTIONS = {
  'path-segment': /^[A-Za-z0-9\-._~!$'()*,=:@+]+$/,
  unreserved: /^[A-Za-z0-9\-._~]+$/,
} as const

/** PUB-03: only what fits a path segment, `..` never (`publications/external-id-characters`). */
const readExternalId = (faults: FaultList, deciding: Deciding, sent: string | undefined): string => {
  if (sent === undefined) return ''
  const allowed = RESERVED_OPTIONS[option(deciding, 'publications/external-id-characters')]
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

const readCreatePhotos = (faults: FaultList, deciding: Deciding, body: PublicacionCreate, used: boolean): string[] => {
  const photos = readPhotos(faults, deciding, body.Fotos ?? [])
  if (used && photos.length === 0 && !faults.touches('Fotos')) {
    faults.add('Fotos', 'Las fotos son obligatorias para vehículos usados.', 'PUB-17')
  }
  return photos
}

const duplicate = (taken: Publication): Refusal => {
  const detail = `Ya existe una publicación con el ExternalId «${taken.ExternalId}» en la agencia.`
  return refusal('duplicate', detail, ['PUB-35', 'publications/duplicate'], { ExternalId: [detail] })
}

/** Gives the draft its level and, when it takes one, its place in the package (PUB-07, AGE-09). */
const place = (
  deciding: Deciding,
  draft: Publication,
  asked: Publication['Exposicion'] | null,
): Publication | Refusal => {
  const settled = (condition: Condition, level = levelWithoutPlace(deciding, asked)) => ({
    ...draft,
    condition,
    Exposicion: level,
  })
  if (!takesPlace(deciding, draft.condition)) return settled(draft.condition)
  const level = findPlace(deciding, asked)
  if (level) return settled(draft.condition, level)
  const suspendedInstead =
    option(deciding, 'publications/package-exhausted') === 'suspended' && !takesPlace(deciding, 'suspended')
  return suspendedInstead ? settled('suspended') : exhausted(deciding)
}
