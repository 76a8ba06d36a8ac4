import { type Catalogue, catalogueOf } from './catalogue/catalogue.ts'
import type { Choices } from './choices.ts'
import type { Level } from './free-choices.ts'

interface Money {
  readonly Moneda: string
  readonly Importe: number
}

export interface Place {
  readonly Region: string | null
  readonly Ciudad: string | null
  readonly Direccion: string | null
}

/** Holds the members of a listing under the names that the API gives them. */
export interface Members {
  ExternalId: string
  RefStock: string | null
  Vin: string | null
  Exposicion: Level | null
  OperadorResponsable: string
  Marca: string
  Modelo: string
  Version: string | null
  VersionYear: number | null
  Transmision: string | null
  Propulsion: string | null
  Kilometraje: number | null
  Color: string | null
  Descripcion: string | null
  DatosTecnicosCustom: readonly unknown[]
  Precio: Money | null
  Adelanto: Money | null
  Cuota: Money | null
  Fotos: readonly string[]
  CertificadoDeGarantiaUsado: unknown
  Locacion: Place | null
  Telefono: string | null
}

export type Phase = 'active' | 'suspended' | 'archived'

export interface Publication {
  readonly serial: number
  readonly agency: Agency
  readonly app: App
  members: Members
  phase: Phase
  revision: number
  isTrimKnown: boolean
  body: string | null
}

/** A listing before it is stored. */
export interface Draft {
  readonly members: Members
  readonly phase: Phase
}

export interface Operator {
  name: string
  surname: string
  readonly mail: string
  phones: readonly string[]
  places: readonly Place[]
  readonly isAdministrator: boolean
  readonly isMadeByApi: boolean
}

export interface Agency {
  readonly number: number
  readonly mail: string
  name: string
  readonly operators: Operator[]
  readonly apps: readonly App[]
  /** Apps that also see inquiries on catalogue entries and on other apps' listings. */
  readonly enabled: readonly App[]
  settings: Record<string, Record<string, unknown>>
  readonly packs: Readonly<Record<Level, number>>
  /** Places by which the counts are wrong on purpose. */
  readonly drift: Record<Level, number>
}

export interface App {
  readonly name: string
  readonly key: string
}

export interface Inquiry {
  readonly sid: string
  readonly agency: Agency
  readonly atMs: number
  readonly publication: Publication | null
  readonly car: Readonly<Record<string, unknown>>
  readonly person: Readonly<Record<string, unknown>>
  readonly origin: string
  readonly operator: string
}

export interface Hook {
  readonly app: App
  readonly topic: string
  values: Record<string, unknown>
  secret: string | null
  /** What held before the last change, for deliveries that are wrong on purpose. */
  previous: { values: Record<string, unknown>; secret: string | null } | null
}

/** Holds everything that the service knows; requests change it. */
export interface World {
  readonly choices: Choices
  readonly basePath: string
  readonly now: () => number
  readonly catalogue: Catalogue
  readonly apps: readonly App[]
  readonly agencies: Map<string, Agency>
  readonly publications: Map<number, Publication>
  readonly inquiries: Inquiry[]
  readonly hooks: Map<string, Hook>
  /** Targets whose first refusal is held against them, for one of the faults. */
  readonly refused: Set<string>
  origin: string
  requests: number
  nextNumber: () => number
}

/** Makes an empty world; `seed` fills it. */
export const emptyWorld = (choices: Choices, basePath: string, now: () => number): World => {
  let last = 1000
  return {
    choices,
    basePath,
    origin: '',
    requests: 0,
    now: () => now() + choices.clockOffsetMinutes * 60_000,
    catalogue: catalogueOf(choices),
    apps: [
      { name: 'tasador', key: 'clave-tasador-1' },
      { name: 'portalito', key: 'clave-portalito-2' },
    ],
    agencies: new Map(),
    publications: new Map(),
    inquiries: [],
    hooks: new Map(),
    refused: new Set(),
    nextNumber: () => ++last,
  }
}

/** Names an app's configuration of a topic. */
export const hookKey = (app: App, topic: string): string => `${app.name} ${topic}`
