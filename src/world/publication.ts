import type { Address } from './agency.ts'
import { base36Word, type HashLanes, hashLanes, type HashState, continueHash } from '../random/prng.ts'
import { type TableSchema, IndexedTable } from '../collections/indexed-table.ts'

/** The levels of exposure, best first: the order of `publications/exposure-fallback`. */
export const LEVELS = ['Alta', 'Media', 'Baja'] as const
export type Level = (typeof LEVELS)[number]

export type Condition = 'active' | 'suspended' | 'archived'

export interface Money {
  readonly Moneda: string
  readonly Importe: number
}

export type CustomDatum = string | { readonly Seccion: string; readonly Valor: string; readonly Datos: string }

/** A vehicle listing. What the wire names keeps that spelling; the rest is the service's own. */
export interface Publication {
  readonly handle: PublicationHandle
  /** Ordinal of the owning agency. */
  readonly agency: number
  /** Name of the app that published it. */
  readonly app: string
  readonly condition: Condition
  /** The level that it holds, or while suspended the one it last held or asked for. */
  readonly Exposicion: Level
  /** As the client first assigned it, and so it is shown (`publications/external-id-shown`). */
  readonly ExternalId: string
  readonly RefStock: string | null
  readonly Vin: string | null
  readonly OperadorResponsable: string
  readonly Marca: string | null
  readonly Modelo: string | null
  readonly Version: string | null
  /** Id of the known version; null when the supplied name was kept (PUB-10). */
  readonly versionId: number | null
  readonly VersionYear: number | null
  readonly Transmision: string | null
  readonly Propulsion: string | null
  readonly Carroceria: string | null
  readonly Kilometraje: number | null
  readonly Color: string | null
  readonly Descripcion: string | null
  readonly DatosTecnicosCustom: readonly CustomDatum[]
  readonly Precio: Money | null
  readonly Adelanto: Money | null
  readonly Cuota: Money | null
  readonly Fotos: readonly string[]
  readonly warranty: boolean
  readonly Locacion: Address | null
  readonly Telefono: string | null
  /** Grows with every change. */
  readonly revision: number
}

/** What lists hold of a publication; it never changes while the publication does. */
export interface PublicationHandle {
  /** Order of creation. */
  readonly number: number
  readonly key: string
}

export type Publications = IndexedTable<Publication, PublicationHandle>

/** The key of a publication in its agency, in any case of its `ExternalId` (PUB-03). */
export const publicationKey = (agency: number, externalId: string): string => `${agency}/${externalId.toLowerCase()}`

/** Names of the lists, by what a reader looks for; `*` stands for any. */
export const publicationIndex = {
  ofApp: (agency: number, app: string, condition: Condition | '*') => `${agency} app ${app} ${condition}`,
  atLevel: (agency: number, level: Level, condition: Condition) => `${agency} level ${level} ${condition}`,
  withVin: (agency: number, vin: string) => `${agency} vin ${vin}`,
  of: (agency: number, condition: Condition | '*') => `${agency} ${condition}`,
}

const publicationSchema: TableSchema<Publication, PublicationHandle> = {
  key: (publication) => publication.handle.key,
  handle: (publication) => publication.handle,
  order: (a, b) => a.number - b.number,
  indexNames: ({ agency, app, condition, Exposicion, Vin }) => {
    const names = [
      publicationIndex.of(agency, '*'),
      publicationIndex.of(agency, condition),
      publicationIndex.ofApp(agency, app, '*'),
      publicationIndex.ofApp(agency, app, condition),
      publicationIndex.atLevel(agency, Exposicion, condition),
    ]
    if (Vin !== null && condition === 'active') names.push(publicationIndex.withVin(agency, Vin))
    return names
  },
  keepsIndexes: (before, after) =>
    before.handle === after.handle &&
    before.condition === after.condition &&
    before.Exposicion === after.Exposicion &&
    before.Vin === after.Vin,
}

export const publicationTable = (publications: Iterable<Publication> = []): Publications =>
  IndexedTable.of(publicationSchema, publications)

/** A car is used when it has run (`publications/used`). */
export const isUsed = (kilometraje: number | null): boolean => kilometraje !== null && kilometraje > 0

/** Sum of the hashes of a record's members, as two lanes: members can be exchanged without hashing the others again. */
interface Fingerprint extends HashLanes {
  readonly tag: string
}

const fingerprints = new WeakMap<Publication, Fingerprint>()

/** What the text of a member begins with, hashed once: its name, and unless it is JSON its type. */
type HashPrefixes = Readonly<Record<'object' | 'string' | 'number' | 'boolean', HashState>>

interface Member {
  readonly name: keyof Publication
  readonly after: HashPrefixes
  /** Of the member without a value. */
  readonly nothing: HashLanes
}

const newMember = (name: keyof Publication): Member => {
  const after: HashPrefixes = {
    object: continueHash(`${name} `),
    string: continueHash(`${name} string `),
    number: continueHash(`${name} number `),
    boolean: continueHash(`${name} boolean `),
  }
  return { name, after, nothing: hashLanes('null', after.object) }
}

const REVISION_MEMBER = newMember('revision')

/** Every record has the same members, whatever the order in which they were set; the first that is seen tells them. */
let members: readonly Member[] | undefined

const membersOf = (publication: Publication): readonly Member[] =>
  // What a publication has by its own are its members.
  (members ??= (Object.keys(publication) as (keyof Publication)[]).map(newMember))

const memberLanes = (publication: Publication, { name, after, nothing }: Member): HashLanes => {
  const value = publication[name]
  if (value === null) return nothing
  if (typeof value === 'string') return hashLanes(value, after.string)
  if (typeof value === 'object') return hashLanes(JSON.stringify(value), after.object)
  return hashLanes(String(value), typeof value === 'number' ? after.number : after.boolean)
}

const fingerprintOf = (publication: Publication): Fingerprint => {
  const known = fingerprints.get(publication)
  if (known) return known
  let low = 0
  let high = 0
  for (const member of membersOf(publication)) {
    const lanes = memberLanes(publication, member)
    low = (low + lanes.low) | 0
    high = (high + lanes.high) | 0
  }
  return storeFingerprint(publication, low, high)
}

/** The members whose content differs. */
export const changedMembers = (before: Publication, after: Publication): Member[] =>
  before === after ? [] : membersOf(before).filter(({ name }) => !isSame(before[name], after[name]))

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Tells the fingerprint of a changed record from that of the former one, for as much as the changed members and the revision cost. */
export const updateFingerprint = (before: Publication, after: Publication, changed: readonly Member[]): void => {
  let { low, high } = fingerprintOf(before)
  for (const member of [...changed, REVISION_MEMBER]) {
    const former = memberLanes(before, member)
    const next = memberLanes(after, member)
    low = (low - former.low + next.low) | 0
    high = (high - former.high + next.high) | 0
  }
  storeFingerprint(after, low, high)
}

const storeFingerprint = (publication: Publication, low: number, high: number): Fingerprint => {
  const made = { low, high, tag: base36Word(low) + base36Word(high) }
  fingerprints.set(publication, made)
  return made
}

/**
 * The opaque part of the entity tag (PUB-33): a hash of all that is stored, revision included, so it differs from every former
 * one, and so that two histories after a restore never share a tag for different contents.
 */
export const publicationTag = (publication: Publication): string => fingerprintOf(publication).tag
