import { describeProfile, type Profile } from '../../api/assumptions/profile.ts'
import { atOnce, mapSteps } from '../../lib/collections/steps.ts'
import { type Agency, agenciesInOrder } from '../../model/world/agency.ts'
import { type Inquiry, isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { Publication } from '../../model/world/publication.ts'
import type { Usage } from '../../model/world/usage.ts'
import type { AgencyInput } from './schema/agency-schema.ts'
import type { InquiryRecord, PublicationRecord, Records } from './schema/records-schema.ts'
import type { Scenario } from './schema/scenario-schema.ts'
import { storyEventInputs } from './story-events.ts'
import type { WorldBase } from './world-base.ts'

/** Name, texts, seed and clock of an exported scenario. */
export interface ScenarioHeading {
  readonly name: string
  readonly title: string
  readonly story: string
  readonly seed: number
  readonly clock?: Records['clock']
}

/**
 * Exports the records of a base or a world as a scenario that restores them, with nothing left to generate.
 */
export const exportScenario = (base: WorldBase, heading: ScenarioHeading): Scenario =>
  atOnce(exportSteps(base, heading))

/** Exports like `exportScenario`, and pauses again and again, so that other work gets its turn. */
export function* exportSteps(
  base: WorldBase,
  { clock, ...heading }: ScenarioHeading,
): Generator<void, Scenario> {
  const agencies = agenciesInOrder(base.agencies)
  return {
    ...heading,
    profile: choicesOf(base.profile),
    apps: base.apps.map((app) => ({ ...app })),
    agencies: agencies.map(agencyInput),
    webhooks: [...base.webhooks].map((webhook) => ({ ...webhook })),
    ...(base.receivers.length > 0 && { receivers: base.receivers.map((receiver) => ({ ...receiver })) }),
    ...(base.events.length > 0 && { events: storyEventInputs(base.events) }),
    // A world at its own moment continues from there.
    ...(base.start && !clock && { start: base.start }),
    records: {
      ...(yield* recordsOf(base, agencies)),
      next: { ...base.next },
      ...(clock && { clock }),
      ...(clock && base.usage && usageInput(base.usage)),
    },
  }
}

/** Usage of callers; absent when there is none. */
const usageInput = ({ windows, byTime }: Usage): Pick<Records, 'usage'> =>
  byTime.size === 0 && Object.keys(windows).length === 0
    ? {}
    : { usage: { windows: { ...windows }, signatures: [...byTime] } }

const choicesOf = (profile: Profile): Record<string, string> =>
  Object.fromEntries(
    describeProfile(profile).flatMap(({ id, option, default: usual }) =>
      option === usual ? [] : [[id, option]],
    ),
  )

const agencyInput = (agency: Agency): AgencyInput => ({
  adminMail: agency.adminMail,
  nombreComercial: agency.NombreComercial,
  zoneMinutes: agency.zoneMinutes,
  package: agency.pack,
  product: agency.product,
  access: agency.access,
  operators: agency.operators.map((operator) => ({
    ...operator,
    Telefonos: [...operator.Telefonos],
    Direcciones: [...operator.Direcciones],
  })),
  branches: [...agency.branches],
  notifications: agency.notifications,
  publications: [],
  stock: [],
})

function* recordsOf(
  { publications, inquiries, visits }: WorldBase,
  agencies: readonly Agency[],
): Generator<void, Omit<Records, 'next' | 'clock' | 'usage'>> {
  const mail = (ordinal: number) => agencies[ordinal]!.adminMail
  const former = new Map<Publication, number>()
  const car = ({ car }: Inquiry): InquiryRecord['car'] => {
    if (isCatalogueEntry(car)) return { versionId: car.version.id, Estado: car.Estado }
    if (publications.get(car.handle.key) === car) return car.ExternalId
    const place = former.get(car) ?? former.size
    former.set(car, place)
    return { former: place }
  }
  const record = (row: Publication): PublicationRecord => {
    const { handle, ...members } = row
    return {
      ...members,
      number: handle.number,
      agency: mail(row.agency),
      DatosTecnicosCustom: [...row.DatosTecnicosCustom],
      Fotos: [...row.Fotos],
    }
  }
  const inquiryRecord = (row: Inquiry): InquiryRecord => {
    const { number, offsetMs: at, OperadorResponsable, OrigenLead, lead } = row
    return { number, agency: mail(row.agency), at, car: car(row), OperadorResponsable, OrigenLead, lead }
  }
  const inquiryRecords = yield* mapSteps(yield* inquiries.inOrder(), inquiryRecord)
  return {
    publications: yield* mapSteps(yield* publications.inOrder(), record),
    former: yield* mapSteps(former.keys(), record),
    inquiries: inquiryRecords,
    visits: yield* mapSteps(yield* visits.inOrder(), (row) => ({ ...row, agency: mail(row.agency) })),
  }
}
