import { LEVELS } from '../../api/wire/exposure-level.ts'
import { type PlainMember, plainMembersOf, plainType } from '../../api/wire/publication-members.ts'
import { isGetLink, ownLinksIn } from '../../kit/target/links.ts'
import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { jsonObjectOf } from '../../lib/unknown-values.ts'
import type { Catalogue, Version } from '../../model/world/catalogue.ts'
import { listingDescription, type PeoplePool } from '../../model/world/people.ts'
import type { PublicationRecord } from '../../sandbox/scenarios/schema/records-schema.ts'
import type { Scrubber } from './scrubber.ts'
import { amountOf, textOf, textsOf, wholeOf } from './values.ts'

type Document = Readonly<Record<string, unknown>>

/** Context for turning documents into records of one agency. */
export interface RecordSources {
  readonly mail: string
  readonly app: string
  readonly seed: number
  /** Base URL of the service. */
  readonly base: string
  readonly scrub: Scrubber
  readonly catalogue: Catalogue
  readonly people: PeoplePool
  /** Literals of the three states, as far as they are known (`publications/state-literals`). */
  readonly words: readonly string[]
  /** Administrator, used when no operator is shown. */
  readonly note: (sentence: string) => void
}

const EXTERNAL_ID = /^[A-Za-z0-9\-._~!$'()*,=:@+]{2,255}$/
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/

/** Returns the record of a publication; undefined when a scenario cannot hold it. */
export const publicationRecord = (
  document: Document,
  number: number,
  sources: RecordSources,
): PublicationRecord | undefined => {
  const { mail, app, scrub, note } = sources
  const ExternalId = textOf(document['ExternalId']) ?? ''
  if (!EXTERNAL_ID.test(ExternalId)) {
    note('A publication has an ExternalId that a scenario cannot hold; it was left out.')
    return undefined
  }
  const names = {
    Marca: textOf(document['Marca']),
    Modelo: textOf(document['Modelo']),
    Version: textOf(document['Version']),
    VersionYear: wholeOf(document['VersionYear']),
  }
  const version = versionNamed(sources.catalogue, names)
  if (!version)
    note('Cars that are not in the sandbox’s catalogue keep their names and have no version there.')
  const Vin = textOf(document['Vin'])
  const Locacion = jsonObjectOf(document['Locacion'])
  const Exposicion = LEVELS.find((level) => level === document['Exposicion'])
  if (!Exposicion) note('A publication shows no level of exposure; Baja was taken.')
  const warranty = document['CertificadoDeGarantiaUsado']
  return {
    number,
    agency: mail,
    app,
    ExternalId,
    Exposicion: Exposicion ?? 'Baja',
    condition: conditionOf(document, sources.words),
    Vin: Vin !== null && VIN.test(Vin) ? Vin : null,
    OperadorResponsable: scrub.mail(textOf(document['OperadorResponsable']) ?? mail) ?? mail,
    ...names,
    versionId: version?.id ?? null,
    Transmision: textOf(document['Transmision']),
    Propulsion: textOf(document['Propulsion']),
    Carroceria: textOf(document['Carroceria']) ?? version?.Carroceria ?? null,
    ...plainMembersOf((name) =>
      name === 'Descripcion'
        ? descriptionOf(document, names, sources)
        : plainMember(name, document[name], sources),
    ),
    DatosTecnicosCustom: customData(document['DatosTecnicosCustom'], scrub),
    Fotos: textsOf(document['Fotos']).map((url, at) => photoOf(url, at, sources)),
    warranty: warranty === true || jsonObjectOf(warranty)?.['Aplica'] === true,
    Locacion: Locacion
      ? {
          Region: textOf(Locacion['Region']) ?? '',
          Ciudad: textOf(Locacion['Ciudad']) ?? '',
          Direccion: scrub.address(Locacion['Direccion']) ?? '',
        }
      : null,
    Telefono: scrub.phone(document['Telefono']),
    revision: 1,
  }
}

const plainMember = (name: PlainMember, value: unknown, sources: RecordSources) => {
  switch (plainType(name)?.kind) {
    case 'text':
      return withoutPeople(value, sources, name === 'Color' ? OF_COLOURS : undefined)
    case 'integer':
      return wholeOf(value)
    case 'boolean':
      return value === true
    default:
      return amountOf(value)
  }
}

/** Names of a car, as documents show them. */
export interface CarNames {
  readonly Marca: string | null
  readonly Modelo: string | null
  readonly Version: string | null
  readonly VersionYear: number | null
}

const versionNames = new WeakMap<Catalogue, Map<string, Version[]>>()

/** Finds the version of exactly these names; of several, the one of the year. */
export const versionNamed = (catalogue: Catalogue, car: CarNames): Version | undefined => {
  const byName = versionNames.get(catalogue) ?? indexed(catalogue)
  versionNames.set(catalogue, byName)
  const found = byName.get(nameKey(car.Marca, car.Modelo, car.Version)) ?? []
  return found.find(({ VersionYear }) => VersionYear === car.VersionYear) ?? found[0]
}

const nameKey = (...names: readonly (string | null)[]): string => JSON.stringify(names).toLowerCase()

const indexed = ({ versions }: Catalogue): Map<string, Version[]> => {
  const byName = new Map<string, Version[]>()
  for (const version of versions) {
    const key = nameKey(version.model.brand.Nombre, version.model.Nombre, version.Nombre)
    byName.set(key, [...(byName.get(key) ?? []), version])
  }
  return byName
}

/** Returns the state by its literal, else by the offered writes (an archived publication offers none). */
const conditionOf = (document: Document, words: readonly string[]): PublicationRecord['condition'] => {
  const state = String(document['EstadoActual'] ?? '').toLowerCase()
  const at = words.findIndex((word) => word.toLowerCase() === state)
  if (state === 'activa' || at === 0) return 'active'
  if (at > 0) return at === 1 ? 'suspended' : 'archived'
  return ownLinksIn(document).every(isGetLink) ? 'archived' : 'suspended'
}

const descriptionOf = (document: Document, names: CarNames, sources: RecordSources): string | null => {
  const text = textOf(document['Descripcion'])
  if (text === null || !sources.scrub.isPersonal(text)) return text
  sources.note('A description that names a person, a telephone or a mail was replaced by a generated one.')
  const { Marca, Modelo, VersionYear } = names
  return listingDescription(sources.people, sources.seed, { Marca, Modelo, VersionYear })
}

/** Minimum number of words of names by which a colour names a person: some people are called Blanco. */
export const OF_COLOURS = 2

/** Returns a short text; null, with a note, when it names a person. */
export const withoutPeople = (
  value: unknown,
  { scrub, note }: RecordSources,
  leastNames?: number,
): string | null => {
  const text = textOf(value)
  if (text === null || !scrub.isPersonal(text, leastNames)) return text
  note('A stock reference or colour that names a person, a telephone or a mail was left out.')
  return null
}

const customData = (value: unknown, scrub: Scrubber): PublicationRecord['DatosTecnicosCustom'] =>
  listOf(value).flatMap((row): PublicationRecord['DatosTecnicosCustom'] => {
    if (typeof row === 'string') return scrub.isPersonal(row) ? [] : [row]
    const { Seccion, Valor, Datos } = jsonObjectOf(row) ?? {}
    const item = { Seccion: textOf(Seccion) ?? '', Valor: textOf(Valor) ?? '', Datos: textOf(Datos) ?? '' }
    return Object.values(item).some((text) => scrub.isPersonal(text)) ? [] : [item]
  })

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the URL of a photo: photos that a sandbox draws are the same in every sandbox. */
const photoOf = (url: string, at: number, { base, scrub, note }: RecordSources): string => {
  const rest = url.startsWith(base) ? url.slice(base.length) : url
  if (rest.startsWith(DRAWN_PHOTOS)) return rest
  if (!scrub.isPersonal(decodedUri(url))) return url
  note('A photo whose URL names a person, a telephone or a mail was replaced by a drawn one.')
  return `${DRAWN_PHOTOS}1280x720/hatchback/blanco/${(at % MAX_DRAWN) + 1}.svg`
}

const DRAWN_PHOTOS = '/_playa/photos/'
/** Highest number of a drawn photo of one car. */
const MAX_DRAWN = 99
