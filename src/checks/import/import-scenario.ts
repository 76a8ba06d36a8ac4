import { CHANNEL_NAMES, type ChannelMember, type ChannelMembers, channelOf } from '../../api/wire/channels.ts'
import { LEVELS } from '../../api/wire/exposure-level.ts'
import { ownAddress } from '../../kit/target/links.ts'
import { DAY_MS, parseDay } from '../../lib/calendar/date-time.ts'
import { instantMs, SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { jsonObjectOf } from '../../lib/unknown-values.ts'
import type { Catalogue } from '../../model/world/catalogue.ts'
import type { PeoplePool } from '../../model/world/people.ts'
import type { AgencyInput } from '../../sandbox/scenarios/schema/agency-schema.ts'
import type { PublicationRecord } from '../../sandbox/scenarios/schema/records-schema.ts'
import type { Scenario } from '../../sandbox/scenarios/schema/scenario-schema.ts'
import { inquiryRecords, visitRecords } from './inquiry-records.ts'
import { mailsIn, notePeople } from './note-people.ts'
import { publicationRecord, type RecordSources } from './publication-records.ts'
import type { AgencyDocuments } from './read-agency.ts'
import { type Scrubber, scrubber } from './scrubber.ts'
import { lastSegment, textOf, textsOf, wholeOf } from './values.ts'

type Document = Readonly<Record<string, unknown>>

/** Input of a scenario besides the documents. */
export interface ImportSources {
  readonly name: string
  /** Mail that identifies the agency, which stays. */
  readonly mail: string
  readonly base: string
  readonly seed: number
  /** Wall clock of this machine, in milliseconds since the epoch. */
  readonly nowMs: number
  readonly profile: Readonly<Record<string, string>>
  readonly words: readonly string[]
  readonly catalogue: Catalogue
  readonly people: PeoplePool
}

/** A scenario without people of the service. */
export interface ImportedScenario {
  readonly scenario: Scenario
  readonly scrub: Scrubber
  /** Original values that the scenario keeps. */
  readonly kept: ReadonlySet<string>
  /** What could not be mapped, one sentence each. */
  readonly notes: readonly string[]
}

const APP = 'imported-app'
/** Holds the places of the package that are taken by publications the calling app does not see. */
const OTHER_APP = 'another-app'

/** Turns the documents of an agency into a scenario, with people generated from the seed. */
export const importedScenario = (documents: AgencyDocuments, sources: ImportSources): ImportedScenario => {
  const { name, mail, seed, people, profile } = sources
  const notes = new Map<string, number>(documents.notes.map((note) => [note, 1]))
  const note = (sentence: string) => void notes.set(sentence, (notes.get(sentence) ?? 0) + 1)
  const kept = new Set([mail.toLowerCase()])
  const scrub = scrubber(people, seed, kept)
  notePeople(documents, scrub)
  const records: RecordSources & Pick<ImportSources, 'profile'> = { ...sources, app: APP, scrub, note }
  const publications = documents.publications.flatMap(
    (document, at) => publicationRecord(document, at + 1, records) ?? [],
  )
  const unseen = unseenPublications(documents.pack, publications, records)
  const clock = clockOf(documents, sources.nowMs)
  const rows = inquiryRecords(documents.inquiries, publications, { ...records, startMs: clock.startMs })
  const scenario: Scenario = {
    name,
    title: `An imported agency, ${name}`,
    story: 'An agency as a running service showed it; its people are generated.',
    seed,
    profile: { ...stateLiterals(documents.publications, publications), ...profile },
    apps: [APP, ...(unseen.length > 0 ? [OTHER_APP] : [])].map((app) => ({
      name: app,
      key: `${app}-key`,
      secret: `${app}-secret-of-no-service`,
    })),
    agencies: [
      agencyInput(
        documents,
        records,
        rows.inquiries.some(({ car }) => typeof car === 'object' && 'versionId' in car),
      ),
    ],
    webhooks: documents.webhooks.map((row, at) => webhookInput(row, at)),
    records: {
      publications: [...publications, ...unseen],
      ...rows,
      visits: visitRecords(documents.visits, publications, clock.startMs),
      clock,
    },
  }
  return {
    scenario,
    scrub,
    kept,
    notes: [...notes].map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} times)`)),
  }
}

const USUAL_STATES = { active: 'Activa', suspended: 'Suspendida', archived: 'Archivada' }

/** Returns the literals for states that the documents show, if they are not the usual ones. */
const stateLiterals = (
  documents: readonly Document[],
  publications: readonly PublicationRecord[],
): Readonly<Record<string, string>> => {
  const conditions = new Map(publications.map(({ ExternalId, condition }) => [ExternalId, condition]))
  const words = { ...USUAL_STATES }
  for (const { ExternalId, EstadoActual } of documents) {
    const condition = conditions.get(String(ExternalId))
    if (condition && typeof EstadoActual === 'string') words[condition] = EstadoActual
  }
  const text = Object.values(words).join(',')
  return text === Object.values(USUAL_STATES).join(',')
    ? {}
    : { 'publications/state-literals': `words:${text}` }
}

/** Returns placeholders for the places of the package that no readable publication takes. */
const unseenPublications = (
  pack: Document,
  publications: readonly PublicationRecord[],
  sources: RecordSources & Pick<ImportSources, 'profile'>,
): PublicationRecord[] => {
  const counts = sources.profile['agencies/package-counts'] ?? ''
  const isCounted = ({ condition }: PublicationRecord) =>
    condition === 'active' || (condition === 'suspended' && counts.includes('suspended'))
  const stands: PublicationRecord[] = []
  for (const Exposicion of LEVELS) {
    const seen = publications.filter((row) => row.Exposicion === Exposicion && isCounted(row)).length
    const shown = wholeOf(jsonObjectOf(pack[Exposicion])?.['Activas']) ?? seen
    if (shown < seen) sources.note(`The package counts fewer publications of ${Exposicion} than can be read.`)
    for (let n = seen; n < shown; n += 1) {
      sources.note('The package counts a publication that cannot be read; another app holds its place.')
      const number = publications.length + stands.length + 1
      const ExternalId = `another-app-${number}`
      const row = publicationRecord({ ExternalId, Exposicion }, number, { ...sources, note: () => {} })
      if (row) stands.push({ ...row, app: OTHER_APP, condition: 'active' })
    }
  }
  return stands
}

/** The present of the service: this machine's, unless its pages show another day. */
const clockOf = ({ today, inquiries }: AgencyDocuments, nowMs: number) => {
  const dayMs = parseDay(today ?? '', SCENARIO_ZONE_MINUTES)
  const isPresent = dayMs === undefined || (nowMs >= dayMs - DAY_MS / 4 && nowMs < dayMs + DAY_MS * 1.25)
  const newestMs = Math.max(0, ...inquiries.map(({ Momento }) => instantMs(String(Momento)) ?? 0))
  const atMs = isPresent ? nowMs : Math.max((dayMs ?? 0) + DAY_MS / 2, newestMs)
  return { startMs: atMs, atMs, running: isPresent, speed: 1 }
}

const agencyInput = (
  documents: AgencyDocuments,
  sources: RecordSources,
  otherKinds: boolean,
): AgencyInput => {
  const { mail, scrub, note } = sources
  const { agency, operators, branches, pack } = documents
  const places = (level: string) => wholeOf(jsonObjectOf(pack[level])?.['Pack']) ?? 0
  if (!agency) note('The agency’s commercial name is not shown.')
  return {
    adminMail: mail,
    nombreComercial: textOf(agency?.['NombreComercial']) ?? 'Agencia importada',
    zoneMinutes: SCENARIO_ZONE_MINUTES,
    package: { Alta: places('Alta'), Media: places('Media'), Baja: places('Baja') },
    product: { suspends: true, cars: 'any' },
    access: { [APP]: { write: true, otherKinds } },
    operators: operatorInputs(operators, sources),
    branches: branches.map((branch) => branchInput(branch, scrub)),
    notifications: notificationInput(documents.settings, scrub),
    publications: [],
    stock: [],
  }
}

const operatorInputs = (
  operators: readonly Document[],
  { mail, scrub, note }: RecordSources,
): AgencyInput['operators'] => {
  const shown = operators.map((operator) => {
    const phones = textsOf(operator['Telefonos']).map((phone) => scrub.phone(phone) ?? '')
    const places = operator['Direcciones']
    const isAdministrator =
      operator['EsAdministradorAgencia'] === true ||
      String(operator['Email']).toLowerCase() === mail.toLowerCase()
    return {
      Nombre: scrub.firstName(operator['Nombre']) ?? '',
      Apellido: scrub.surname(operator['Apellido']) ?? '',
      Email: scrub.mail(operator['Email']) ?? mail,
      TelefonoLaboral: null,
      WhatsApp: null,
      Telefonos: phones,
      Direcciones: (Array.isArray(places) ? places : []).flatMap((place: unknown) => {
        const address = jsonObjectOf(place)
        if (!address) return []
        const Direccion = scrub.address(address['Direccion']) ?? ''
        return [
          { Region: textOf(address['Region']) ?? '', Ciudad: textOf(address['Ciudad']) ?? '', Direccion },
        ]
      }),
      administrator: isAdministrator,
      createdThroughApi: false,
    }
  })
  if (shown.some(({ administrator }) => administrator)) return shown
  note('No operator is shown as the administrator; one was added.')
  const [Nombre, Apellido] = [scrub.firstName('administrador') ?? '', scrub.surname('administrador') ?? '']
  return [
    {
      Nombre,
      Apellido,
      Email: mail,
      TelefonoLaboral: null,
      WhatsApp: null,
      Telefonos: [],
      Direcciones: [],
      administrator: true,
      createdThroughApi: false,
    },
    ...shown,
  ]
}

const branchInput = (branch: Document, scrub: Scrubber): AgencyInput['branches'][number] => {
  const id = Number(lastSegment(ownAddress(branch) ?? ''))
  const hours = (value: unknown) => {
    const shown = jsonObjectOf(value)
    return shown ? { Desde: textOf(shown['Desde']), Hasta: textOf(shown['Hasta']) } : null
  }
  return {
    ...(Number.isInteger(id) && id >= 1 && { id }),
    Descripcion: textOf(branch['Descripcion']),
    Email: scrub.mail(branch['Email']),
    Telefono: scrub.phone(branch['Telefono']),
    Region: textOf(branch['Region']),
    Ciudad: textOf(branch['Ciudad']),
    Direccion: scrub.address(branch['Direccion']),
    Comercial: branch['Comercial'] !== false,
    TallerMecanico: branch['TallerMecanico'] === true,
    Autopartes: branch['Autopartes'] === true,
    Laborable: hours(branch['Laborable']),
    PreFestivo: hours(branch['PreFestivo']),
    Festivo: hours(branch['Festivo']),
    ResponsableLeadsPostVenta: scrub.mail(branch['ResponsableLeadsPostVenta']),
  }
}

/** Keeps which channels are active; their addresses and headers are the service's own. */
const notificationInput = (settings: Document | undefined, scrub: Scrubber): AgencyInput['notifications'] =>
  Object.fromEntries(
    CHANNEL_NAMES.flatMap((name) => {
      const shown = jsonObjectOf(settings?.[name])
      return shown ? [[name, channelOf(name, (member) => KEPT[member]?.(shown[member], scrub) ?? null)]] : []
    }),
  )

/** What an import keeps of each member of a channel; null of all others. */
const KEPT: { readonly [M in ChannelMember]?: (shown: unknown, scrub: Scrubber) => ChannelMembers[M] } = {
  Callback: (shown) => (textOf(shown) ? 'https://crm.example/avisos' : null),
  Activo: (shown) => shown === true,
  Email: (shown, scrub) => scrub.mail(shown),
  EmailsCCO: (shown, scrub) =>
    mailsIn(shown)
      .map((mail) => scrub.mail(mail))
      .join(',') || null,
}

const webhookInput = (row: Document, at: number): Scenario['webhooks'][number] => {
  const config = jsonObjectOf(row['Config']) ?? {}
  return {
    app: APP,
    topic: textOf(row['Topic']) ?? `topic-${at + 1}`,
    Callback: textOf(config['Callback']) ? `https://app-${at + 1}.example/avisos` : null,
    Secret: null,
    Description: null,
    Activo: config['Activo'] === true,
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
  }
}
